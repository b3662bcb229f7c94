/**
 * Server-sent events, by the standard: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * Lines are cut on bytes, which is safe because CR and LF never occur inside a UTF-8 sequence, and
 * whole lines are decoded: spans are exact and no character is ever split.
 *
 * What surprises:
 * - A CR ends its line at once, since nothing may ever follow it; an LF right behind it, perhaps in
 *   the next chunk, belongs to it. So that spans do not depend on chunks, a frame ends behind the
 *   first byte of the line end that closes it, and the LF of a CRLF lies between two frames.
 * - What is pending at the end of the body is not dispatched. It becomes a tail, because some
 *   clients do read it (TanStack AI and AG-UI do, OpenAI's and Anthropic's SDKs do not).
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';

const LF = 10;
const CR = 13;
const REPLACEMENT = '\uFFFD';
const FIELD_STARTS = ['data', 'event', 'id', 'retry', ':'];

export const sse: Framing = { id: 'sse', recognise, create: createSseFramer };

/** Creates a framer of one body. */
export function createSseFramer(sink: FramingSink): Framer {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The pieces of a line whose end has not come; joined once, so that tiny chunks stay linear. */
  let carried: Uint8Array[] = [];
  let carriedLength = 0;
  let offset = 0;
  let afterCarriageReturn = false;
  let currentChunk = 0;
  let lineStart = 0;
  let lineChunk = 0;

  let blockStart = -1;
  let blockChunk = 0;
  let data: string | null = null;
  let name = '';
  let id = '';
  let lastId = '';

  function line(text: string, start: number, end: number): void {
    if (start === 0 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (text === '') {
      closeBlock(end);
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) {
      const value = text.startsWith(' ', 1) ? text.slice(2) : text.slice(1);
      sink.frame({
        type: 'comment',
        text: value,
        start,
        end,
        firstChunk: lineChunk,
        chunk: currentChunk,
      });
      return;
    }
    if (blockStart < 0) {
      blockStart = start;
      blockChunk = lineChunk;
    }
    const field = colon < 0 ? text : text.slice(0, colon);
    const value =
      colon < 0
        ? ''
        : text.startsWith(' ', colon + 1)
          ? text.slice(colon + 2)
          : text.slice(colon + 1);
    if (field === 'data') data = data === null ? value : `${data}\n${value}`;
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  function closeBlock(end: number): void {
    lastId = id;
    if (data !== null) {
      sink.frame({
        type: 'event',
        name,
        data,
        id: lastId,
        start: blockStart,
        end,
        firstChunk: blockChunk,
        chunk: currentChunk,
      });
    }
    blockStart = -1;
    data = null;
    name = '';
  }

  function decode(bytes: Uint8Array, start: number): string {
    const text = decoder.decode(bytes);
    if (text.includes(REPLACEMENT) && countReplacements(text) > countEncodedReplacements(bytes)) {
      sink.invalidUtf8(start);
    }
    return text;
  }

  /** Takes the carried pieces and the rest of their line out of a chunk. */
  function carriedLine(rest: Uint8Array): Uint8Array {
    if (carriedLength === 0) return rest;
    const joined = new Uint8Array(carriedLength + rest.length);
    let at = 0;
    for (const piece of carried) {
      joined.set(piece, at);
      at += piece.length;
    }
    joined.set(rest, at);
    carried = [];
    carriedLength = 0;
    return joined;
  }

  function feed(bytes: Uint8Array, chunk: number): void {
    currentChunk = chunk;
    let from = 0;
    if (afterCarriageReturn && bytes.length > 0) {
      afterCarriageReturn = false;
      if (bytes[0] === LF) {
        from = 1;
        if (carriedLength === 0) lineStart = offset + 1;
      }
    }
    if (carriedLength === 0) lineChunk = chunk;
    let nextLf = bytes.indexOf(LF, from);
    let nextCr = bytes.indexOf(CR, from);
    const lastEnd = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
    // One decode for all lines of the chunk is several times faster than one per line. It serves
    // where every byte is one character; otherwise positions in text and bytes drift apart.
    let ascii: string | null = null;
    let asciiFrom = 0;
    while (nextLf >= 0 || nextCr >= 0) {
      const isCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
      const at = isCr ? nextCr : nextLf;
      const end = offset + at + 1;
      if (carriedLength > 0) {
        line(decode(carriedLine(bytes.subarray(from, at)), lineStart), lineStart, end);
      } else {
        if (ascii === null) {
          asciiFrom = from;
          const text = decoder.decode(bytes.subarray(from, lastEnd));
          ascii = text.length === lastEnd - from && !text.includes(REPLACEMENT) ? text : '';
        }
        line(
          ascii === ''
            ? decode(bytes.subarray(from, at), lineStart)
            : ascii.slice(from - asciiFrom, at - asciiFrom),
          lineStart,
          end,
        );
      }
      from = at + 1;
      if (isCr) {
        if (from === bytes.length) afterCarriageReturn = true;
        else if (bytes[from] === LF) from++;
      }
      lineStart = offset + from;
      lineChunk = chunk;
      if (nextLf >= 0 && nextLf < from) nextLf = bytes.indexOf(LF, from);
      if (nextCr >= 0 && nextCr < from) nextCr = bytes.indexOf(CR, from);
    }
    if (from < bytes.length) {
      carried.push(bytes.subarray(from));
      carriedLength += bytes.length - from;
    }
    offset += bytes.length;
  }

  function finish(): void {
    const start = blockStart < 0 ? lineStart : blockStart;
    const firstChunk = blockStart < 0 ? lineChunk : blockChunk;
    let rest = '';
    if (carriedLength > 0) {
      rest = decode(carriedLine(new Uint8Array()), lineStart);
      if (lineStart === 0 && rest.startsWith('\uFEFF')) rest = rest.slice(1);
    }
    if (rest !== '' && !rest.startsWith(':')) line(rest, lineStart, offset);
    if (data !== null || rest !== '') {
      const text = data ?? rest;
      sink.frame({
        type: 'tail',
        text,
        isData: data !== null,
        start,
        end: offset,
        firstChunk,
        chunk: currentChunk,
      });
    }
  }

  return { feed, end: finish, pending: () => carriedLength > 0 || blockStart >= 0 };
}

function countReplacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) count++;
  return count;
}

/** U+FFFD may truly be on the wire, where a server cut a character before it encoded the event. */
function countEncodedReplacements(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++;
  }
  return count;
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
