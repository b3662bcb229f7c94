/**
 * Server-sent events, by the standard: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * What surprises: what is pending at the end of the body is not dispatched. It becomes a tail,
 * because some clients do read it (TanStack AI and AG-UI do, OpenAI's and Anthropic's SDKs do not).
 */
import { createEventFrame } from './event-frame.ts';
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { createLineCutter, type Line } from './lines.ts';

const SPACE = 0x20;
const FIELD_STARTS = ['data', 'event', 'id', 'retry', ':'];

export const sse: Framing = { id: 'sse', recognise, create: createSseFramer };

/** Creates a framer of one body. */
export function createSseFramer(sink: FramingSink): Framer {
  let first: Line | null = null;
  /** The data so far: a piece of a line's text, or the joined lines. Null where no data line came. */
  let data: { readonly source: string; readonly from: number; readonly to: number } | null = null;
  let name = '';
  let id = '';
  let lastName = '';

  const lines = createLineCutter('cr-and-lf', { line, invalidUtf8: sink.invalidUtf8 });

  function line(current: Line): void {
    const { text } = current;
    if (text === '') dispatch(current);
    else if (text.startsWith(':')) {
      const { start, end, firstChunk, chunk } = current;
      const comment = text.startsWith(' ', 1) ? text.slice(2) : text.slice(1);
      sink.frame({ type: 'comment', text: comment, start, end, firstChunk, chunk });
    } else field(current);
  }

  function field(current: Line): void {
    first ??= current;
    const { text } = current;
    if (text.startsWith('data:')) {
      addData(current, text.charCodeAt(5) === SPACE ? 6 : 5);
      return;
    }
    const colon = text.indexOf(':');
    const key = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + (text.startsWith(' ', colon + 1) ? 2 : 1));
    if (key === 'data') addData(current, text.length);
    else if (key === 'event') name = value;
    else if (key === 'id' && !value.includes('\0')) id = value;
  }

  function addData({ text, source, from }: Line, valueAt: number): void {
    if (data === null) {
      data = { source, from: from + valueAt, to: from + text.length };
      return;
    }
    const joined = `${dataText(data)}\n${text.slice(valueAt)}`;
    data = { source: joined, from: 0, to: joined.length };
  }

  function dispatch({ end, chunk }: Line): void {
    if (data !== null && first !== null) {
      const { start, firstChunk } = first;
      // Most events have the name of the one before them; one string serves them all.
      if (name === lastName) name = lastName;
      lastName = name;
      const { source, from, to } = data;
      sink.frame(
        createEventFrame(lastName, id, { start, end, firstChunk, chunk }, source, from, to),
      );
    }
    first = null;
    data = null;
    name = '';
  }

  function finish(): void {
    const rest = lines.rest();
    if (rest !== null && !rest.text.startsWith(':')) field(rest);
    const begin = first ?? rest;
    const text = data === null ? (rest?.text ?? '') : dataText(data);
    if (begin === null || text === '') return;
    const { start, firstChunk } = begin;
    const { end, chunk } = rest ?? begin;
    sink.frame({ type: 'tail', text, isData: data !== null, start, end, firstChunk, chunk });
  }

  return {
    feed: lines.feed,
    end: finish,
    pending: () => first !== null || lines.pending(),
  };
}

function dataText({ source, from, to }: { source: string; from: number; to: number }): string {
  return source.slice(from, to);
}

function recognise(start: Uint8Array, contentType: string): Verdict {
  const text = new TextDecoder('utf-8').decode(start).replace(/^[\r\n]+/, '');
  for (const field of FIELD_STARTS) {
    if (field.startsWith(text)) return 'unsure';
    if (!text.startsWith(field)) continue;
    const next = text.charAt(field.length);
    if (field === ':' || next === ':' || next === '\n' || next === '\r') return 'yes';
    if (next === '') return 'unsure';
  }
  // Under its own content type a stream may open with a line that the standard ignores; a JSON
  // document or a page there is an error body in disguise.
  return contentType.startsWith('text/event-stream') && !/^\s*[{[<]/.test(text) ? 'yes' : 'no';
}
