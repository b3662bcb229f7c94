/**
 * The calls of one stream, and the pen with which its format writes them. Every stroke is stamped
 * with the moment of the event that is being read.
 */
import { isHighSurrogate, isLowSurrogate } from './characters.ts';
import type { DiagnosticList, Place } from './diagnostics.ts';
import type { CallWriter, StreamWriter } from './formats/format.ts';
import { createToolCall, type Moment, type ToolCall } from './tool-call.ts';
import type { DiagnosticCode } from './types.ts';

export interface CallBook {
  readonly calls: readonly ToolCall[];
  readonly writer: StreamWriter;
  /** The finish or stop reason, as the wire said it last. */
  readonly finish: string | null;
  /** The first in-band error. */
  readonly error: string | null;
  /** The place of the event that is being read. */
  moment: Moment;
}

/**
 * @param openedAt when the stream was opened, in the session's time
 * @param diagnostics the stream's list
 */
export function createCallBook(openedAt: number, diagnostics: DiagnosticList): CallBook {
  const calls: ToolCall[] = [];
  let finish: string | null = null;
  let error: string | null = null;

  const place = (): Place => ({ frame: book.moment.frame, chunk: book.moment.chunk });

  const writer: StreamWriter = {
    open(start) {
      const call = createToolCall(calls.length, start, book.moment);
      calls.push(call);
      return callWriter(call);
    },
    finish(reason) {
      finish = reason;
    },
    fail(message) {
      error ??= message;
      diagnostics.add('in-band-error', place());
    },
    diagnose(code) {
      diagnostics.add(code, place());
    },
  };

  function callWriter(call: ToolCall): CallWriter {
    const diagnose = (code: DiagnosticCode): void =>
      diagnostics.add(code, {
        ...place(),
        call: call.position,
        fragment: call.fragments.length,
      });
    return {
      call,
      diagnose,
      rename(name) {
        call.name = name;
      },
      identify(id) {
        call.id = id;
      },
      alias(id) {
        call.aliases.push(id);
      },
      fragment(text) {
        if (splitsSurrogate(call.arguments, text)) diagnose('surrogate-split');
        call.append(text, book.moment);
      },
      end(event) {
        call.end ??= { ...book.moment, event };
      },
      outcome(outcome) {
        call.outcome = outcome;
      },
    };
  }

  const book: CallBook = {
    calls,
    writer,
    moment: { t: openedAt, chunk: 0, frame: 0 },
    get finish() {
      return finish;
    },
    get error() {
      return error;
    },
  };
  return book;
}

function splitsSurrogate(buffer: string, text: string): boolean {
  if (buffer === '' || text === '') return false;
  const last = buffer.charCodeAt(buffer.length - 1);
  const first = text.charCodeAt(0);
  return isHighSurrogate(last) && isLowSurrogate(first);
}
