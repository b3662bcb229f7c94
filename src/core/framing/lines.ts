/**
 * Cuts a body into lines of text, on bytes: CR and LF never occur inside a UTF-8 sequence, so spans
 * are exact and whole lines can be decoded without ever splitting a character.
 *
 * What surprises: a CR that ends a line ends it at once, since nothing may ever follow it; an LF
 * right behind it, perhaps in the next chunk, belongs to it. So that spans do not depend on chunks, a
 * line ends behind the first byte of its line end, and the LF of a CRLF lies between two lines.
 */
import type { TailFrame } from '../types.ts';
import { joinBytes } from './join-bytes.ts';

/** One line. The object is used again for the next one: what is to be kept has to be taken out of it. */
export interface Line {
  /** A text that holds the line, from `from` up to `to`. */
  readonly source: string;
  readonly from: number;
  readonly to: number;
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
  /** @param text the same bytes as text, where they are known to be whole UTF-8 */
  readonly feed: (bytes: Uint8Array, chunk: number, text?: string) => void;
  /** The bytes behind the last line end, at the end of the body; null where there are none. */
  rest(): Line | null;
  /** The line that was cut last. */
  readonly last: () => Line;
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
  const line = { source: '', from: 0, to: 0, start: 0, end: 0, firstChunk: 0, chunk: 0 };

  /** Emits the line that begins at `lineStart`: a piece of `source`. */
  function emit(source: string, from: number, to: number, end: number): void {
    line.source = source;
    line.from = lineStart === 0 && source.startsWith('\uFEFF', from) ? from + 1 : from;
    line.to = ends === 'lf' && to > line.from && source.charCodeAt(to - 1) === CR ? to - 1 : to;
    line.start = lineStart;
    line.end = end;
    line.firstChunk = lineChunk;
    line.chunk = currentChunk;
    sink.line(line);
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

  function feed(bytes: Uint8Array, chunk: number, given?: string): void {
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
    const text = given?.length === bytes.length ? given : null;
    // To search a text is cheaper than to search bytes; where each byte is a character it is the same.
    const next = (unit: number, at: number): number =>
      text === null ? bytes.indexOf(unit, at) : text.indexOf(unit === LF ? '\n' : '\r', at);
    let nextLf = next(LF, from);
    let nextCr = isCrEnd ? next(CR, from) : -1;
    const lastEnd = Math.max(bytes.lastIndexOf(LF), isCrEnd ? bytes.lastIndexOf(CR) : -1);
    // The lines of a chunk are cut out of one text, which is several times faster than to decode each.
    // Places in the text are places in the bytes where each byte is a character; otherwise the line
    // ends, which stand in both, tell where a line ends in the text.
    let source = given ?? null;
    let sourceAt = from;
    let isAscii = text !== null;
    let isBroken = false;
    while (nextLf >= 0 || nextCr >= 0) {
      const isCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
      const at = isCr ? nextCr : nextLf;
      const end = offset + at + 1;
      if (source === null && carriedLength === 0) {
        source = decoder.decode(bytes.subarray(from, lastEnd));
        sourceAt = 0;
        isAscii = source.length === lastEnd - from;
        isBroken = source.includes(REPLACEMENT);
      }
      const sourceEnd =
        source === null ? 0 : isAscii ? sourceAt + at - from : endIn(source, isCr, sourceAt);
      if (carriedLength > 0 || isBroken || source === null) {
        const carriedText = decode(takeCarried(bytes.subarray(from, at)));
        emit(carriedText, 0, carriedText.length, end);
      } else emit(source, sourceAt, sourceEnd, end);
      from = at + 1;
      sourceAt = sourceEnd + 1;
      if (isCr) {
        if (from === bytes.length) afterCarriageReturn = true;
        else if (bytes[from] === LF) {
          from++;
          sourceAt++;
        }
      }
      lineStart = offset + from;
      lineChunk = chunk;
      if (nextLf >= 0 && nextLf < from) nextLf = next(LF, from);
      if (nextCr >= 0 && nextCr < from) nextCr = next(CR, from);
    }
    if (from < bytes.length) {
      carried.push(bytes.subarray(from));
      carriedLength += bytes.length - from;
    }
    offset += bytes.length;
  }

  function rest(): Line | null {
    if (carriedLength === 0) return null;
    const source = decode(takeCarried(new Uint8Array()));
    const from = lineStart === 0 && source.startsWith('\uFEFF') ? 1 : 0;
    const place = { start: lineStart, end: offset, firstChunk: lineChunk, chunk: currentChunk };
    return { source, from, to: source.length, ...place };
  }

  return { feed, rest, last: () => line, pending: () => carriedLength > 0 };
}

/** @returns the tail that a line without its end is */
export function tailOf(line: Line, isData: boolean): TailFrame {
  const { start, end, firstChunk, chunk } = line;
  return { type: 'tail', text: lineText(line), isData, start, end, firstChunk, chunk };
}

/** @returns the text of a line */
export function lineText({ source, from, to }: Line): string {
  return source.slice(from, to);
}

/** Where a line ends in a text; the text may stop before the last line end. */
function endIn(source: string, isCr: boolean, from: number): number {
  const found = source.indexOf(isCr ? '\r' : '\n', from);
  return found < 0 ? source.length : found;
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
