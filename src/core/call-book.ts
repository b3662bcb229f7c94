/**
 * The calls of one stream, and the pen with which its format writes them. Every stroke is stamped
 * with the moment of the event that is being read.
 */
import { isHighSurrogate, isLowSurrogate } from './characters.ts';
import type { DiagnosticList, Place } from './diagnostics.ts';
import type { CallWriter, StreamWriter } from './formats/format.ts';
import type { Places } from './live-fragment.ts';
import { createToolCall, type Moment, type ToolCall } from './tool-call.ts';
import { takeFinal, takeFinalValue } from './final-arguments.ts';
import type { DiagnosticCode, ToolResult } from './types.ts';

export interface CallBook {
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  readonly writer: StreamWriter;
  /** The finish or stop reason, as the wire said it last. */
  readonly finish: string | null;
  /** The first in-band error. */
  readonly error: string | null;
  /** Whether the stream said that it was aborted. */
  readonly aborted: boolean;
  /** The place of the event that is being read. */
  moment: Moment;
}

/**
 * @param openedAt when the stream was opened, in the session's time
 * @param diagnostics the stream's list
 * @param places the stream's frames and chunks, by which a fragment tells its own
 */
export function createCallBook(
  openedAt: number,
  diagnostics: DiagnosticList,
  places: Places,
): CallBook {
  const calls: ToolCall[] = [];
  const results: ToolResult[] = [];
  let aborted = false;
  let finish: string | null = null;
  let error: string | null = null;

  const place = (): Place => ({ frame: book.moment.frame, chunk: book.moment.chunk });

  const writer: StreamWriter = {
    open(start) {
      const call = createToolCall(calls.length, start, book.moment, places);
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
    abort() {
      aborted = true;
      diagnostics.add('aborted-in-band', place());
    },
    result({ id, text, isError = false }) {
      const call = calls.findLast(
        (candidate) => candidate.id === id || candidate.aliases.includes(id),
      );
      const { t, frame } = book.moment;
      results.push({ id, text, isError, t, frame, call: call?.position ?? null });
      if (call === undefined) diagnostics.add('result-id-unmatched', place());
    },
    diagnose(code) {
      diagnostics.add(code, place());
    },
  };

  function callWriter(call: ToolCall): CallWriter {
    // Kept here, since to look into the buffer would flatten its rope: work in proportion to it.
    let lastUnit = 0;
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
        if (text !== '') {
          if (isHighSurrogate(lastUnit) && isLowSurrogate(text.charCodeAt(0))) {
            diagnose('surrogate-split');
          }
          lastUnit = text.charCodeAt(text.length - 1);
        }
        call.append(text, book.moment);
      },
      final(text) {
        takeFinal(call, text, book.moment, diagnose);
      },
      finalValue(value) {
        takeFinalValue(call, value, book.moment, diagnose);
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
    results,
    writer,
    moment: { t: openedAt, chunk: 0, frame: 0 },
    get finish() {
      return finish;
    },
    get error() {
      return error;
    },
    get aborted() {
      return aborted;
    },
  };
  return book;
}
