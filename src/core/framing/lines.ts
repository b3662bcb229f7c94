/**
 * Cuts a body into lines of text, on bytes: CR and LF never occur inside a UTF-8 sequence, so spans
 * are exact and whole lines can be decoded without ever splitting a character.
 *
 * What surprises: a CR that ends a line ends it at once, since nothing may ever follow it; an LF
 * right behind it, perhaps in the next chunk, belongs to it. So that spans do not depend on chunks, a
 * line ends behind the first byte of its line end, and the LF of a CRLF lies between two lines.
 */
import { joinBytes } from './join-bytes.ts';

export interface Line {
  readonly text: string;
  /** Offsets of bytes in the body; `end` is behind the first byte of the line end. */
  readonly start: number;
  readonly end: number;
  /** The chunk of its first byte, and the one that completed it. */
  readonly firstChunk: number;
  readonly chunk: number;
}

export interface LineSink {
  line(line: Line): void;
  /** Bytes that are not UTF-8, in the line that begins at `offset`. */
  invalidUtf8(offset: number): void;
}

export interface LineCutter {
  readonly feed: (bytes: Uint8Array, chunk: number) => void;
  /** The bytes behind the last line end, at the end of the body; null where there are none. */
  rest(): Line | null;
  /** Whether a line has begun. */
  readonly pending: () => boolean;
}

export type LineEnds = 'lf' | 'cr-and-lf';

const LF = 10;
const CR = 13;
const REPLACEMENT = '\uFFFD';

/**
 * @param ends which bytes end a line; with `lf`, a CR before it is dropped from the text
 * @param sink gets the lines; a leading byte order mark is dropped from the first
 */
export function createLineCutter(ends: LineEnds, sink: LineSink): LineCutter {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The pieces of a line whose end has not come; joined once, so that tiny chunks stay linear. */
  let carried: Uint8Array[] = [];
  let carriedLength = 0;
  let offset = 0;
  let afterCarriageReturn = false;
  let currentChunk = 0;
  let lineStart = 0;
  let lineChunk = 0;

  function emit(decoded: string, end: number): void {
    let text = decoded;
    if (lineStart === 0 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (ends === 'lf' && text.endsWith('\r')) text = text.slice(0, -1);
    sink.line({ text, start: lineStart, end, firstChunk: lineChunk, chunk: currentChunk });
  }

  function decode(bytes: Uint8Array): string {
    const text = decoder.decode(bytes);
    if (text.includes(REPLACEMENT) && countReplacements(text) > countEncodedReplacements(bytes)) {
      sink.invalidUtf8(lineStart);
    }
    return text;
  }

  /** Takes the carried pieces and the rest of their line out of a chunk. */
  function takeCarried(lineRest: Uint8Array): Uint8Array {
    const whole = joinBytes([...carried, lineRest]);
    carried = [];
    carriedLength = 0;
    return whole;
  }

  function feed(bytes: Uint8Array, chunk: number): void {
    currentChunk = chunk;
    let from = 0;
    if (afterCarriageReturn && bytes.length > 0) {
      afterCarriageReturn = false;
      if (bytes[0] === LF) {
        from = 1;
        lineStart = offset + 1;
      }
    }
    if (carriedLength === 0) lineChunk = chunk;
    const isCrEnd = ends === 'cr-and-lf';
    let nextLf = bytes.indexOf(LF, from);
    let nextCr = isCrEnd ? bytes.indexOf(CR, from) : -1;
    const lastEnd = Math.max(bytes.lastIndexOf(LF), isCrEnd ? bytes.lastIndexOf(CR) : -1);
    // One decode for all lines of the chunk is several times faster than one per line. It serves
    // where every byte is one character; otherwise positions in text and bytes drift apart.
    let ascii: string | null = null;
    let asciiFrom = 0;
    while (nextLf >= 0 || nextCr >= 0) {
      const isCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
      const at = isCr ? nextCr : nextLf;
      if (carriedLength > 0) {
        emit(decode(takeCarried(bytes.subarray(from, at))), offset + at + 1);
      } else {
        if (ascii === null) {
          asciiFrom = from;
          const text = decoder.decode(bytes.subarray(from, lastEnd));
          ascii = text.length === lastEnd - from && !text.includes(REPLACEMENT) ? text : '';
        }
        const text =
          ascii === ''
            ? decode(bytes.subarray(from, at))
            : ascii.slice(from - asciiFrom, at - asciiFrom);
        emit(text, offset + at + 1);
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

  function rest(): Line | null {
    if (carriedLength === 0) return null;
    let text = decode(takeCarried(new Uint8Array()));
    if (lineStart === 0 && text.startsWith('\uFEFF')) text = text.slice(1);
    return { text, start: lineStart, end: offset, firstChunk: lineChunk, chunk: currentChunk };
  }

  return { feed, rest, pending: () => carriedLength > 0 };
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
