/**
 * Server-sent events, by the standard: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * What surprises: what is pending at the end of the body is not dispatched. It becomes a tail,
 * because some clients do read it (TanStack AI and AG-UI do, OpenAI's and Anthropic's SDKs do not).
 */
import { createEventFrame } from './event-frame.ts';
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { createLineCutter, lineText, type Line } from './lines.ts';

const COLON = 0x3a;
const SPACE = 0x20;
const FIELD_STARTS = ['data', 'event', 'id', 'retry', ':'];

export const sse: Framing = { id: 'sse', recognise, create: createSseFramer };

/** Creates a framer of one body. */
export function createSseFramer(sink: FramingSink): Framer {
  /** Where the block began; -1 outside of one. */
  let blockStart = -1;
  let blockChunk = 0;
  /** The data so far is a piece of a line's text, or the joined lines; null where no data line came. */
  let data: string | null = null;
  let dataFrom = 0;
  let dataTo = 0;
  let name = '';
  let id = '';
  /** Most events have the name of the one before them; one string serves them all. */
  let lastName = '';

  const lines = createLineCutter('cr-and-lf', { line, invalidUtf8: sink.invalidUtf8 });

  function line(current: Line): void {
    const { source, from, to } = current;
    if (from === to) dispatch(current.end, current.chunk);
    else if (source.charCodeAt(from) === COLON) comment(current);
    else field(current);
  }

  function comment({ source, from, to, start, end, firstChunk, chunk }: Line): void {
    const text = source.slice(valueStart(source, from + 1, to), to);
    sink.frame({ type: 'comment', text, start, end, firstChunk, chunk });
  }

  function field({ source, from, to, start, firstChunk }: Line): void {
    if (blockStart < 0) {
      blockStart = start;
      blockChunk = firstChunk;
    }
    if (source.startsWith('data:', from)) addData(source, valueStart(source, from + 5, to), to);
    else if (source.startsWith('event:', from))
      readName(source, valueStart(source, from + 6, to), to);
    else {
      // What is left is rare, and a line without a colon is a field without a value.
      const [key, value = ''] = source.slice(from, to).split(/: ?(.*)/s, 2);
      if (key === 'data') addData(source, to, to);
      else if (key === 'event') name = '';
      else if (key === 'id' && !value.includes('\0')) id = value;
    }
  }

  function readName(source: string, from: number, to: number): void {
    const isLast = to - from === lastName.length && source.startsWith(lastName, from);
    name = isLast ? lastName : source.slice(from, to);
  }

  function addData(source: string, from: number, to: number): void {
    if (data === null) {
      data = source;
      dataFrom = from;
      dataTo = to;
    } else {
      data = `${data.slice(dataFrom, dataTo)}\n${source.slice(from, to)}`;
      dataFrom = 0;
      dataTo = data.length;
    }
  }

  function dispatch(end: number, chunk: number): void {
    if (data !== null) {
      const place = { start: blockStart, end, firstChunk: blockChunk, chunk };
      sink.frame(createEventFrame(name, id, place, data, dataFrom, dataTo));
      lastName = name;
    }
    blockStart = -1;
    data = null;
    name = '';
  }

  function finish(): void {
    const rest = lines.rest();
    if (rest !== null && rest.source.charCodeAt(rest.from) !== COLON) field(rest);
    const text =
      data === null ? (rest === null ? '' : lineText(rest)) : data.slice(dataFrom, dataTo);
    if (text === '') return;
    const start = blockStart < 0 ? (rest?.start ?? 0) : blockStart;
    const firstChunk = blockStart < 0 ? (rest?.firstChunk ?? 0) : blockChunk;
    const { end, chunk } = rest ?? lines.last();
    sink.frame({ type: 'tail', text, isData: data !== null, start, end, firstChunk, chunk });
  }

  return {
    feed: lines.feed,
    end: finish,
    pending: () => blockStart >= 0 || lines.pending(),
  };
}

/** One space behind the colon is not part of the value. */
function valueStart(source: string, from: number, to: number): number {
  return from < to && source.charCodeAt(from) === SPACE ? from + 1 : from;
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
