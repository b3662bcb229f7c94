/**
 * Parts of a multipart body, each one event: https://www.rfc-editor.org/rfc/rfc2046#section-5.1, as
 * GraphQL servers deliver results in pieces.
 *
 *   ---
 *   Content-Type: application/json; charset=utf-8
 *
 *   {"data":{…},"hasNext":true}
 *   -----
 *
 * What surprises: servers write the delimiter that ends a part at once, but the end of its line only
 * with the next part; so a part is an event as soon as the delimiter is there. The boundary is taken
 * from the first delimiter, since the header that names it may be gone. A part that no delimiter
 * ended is a tail, as clients read it.
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { joinBytes } from './join-bytes.ts';

export const multipart: Framing = { id: 'multipart', recognise, create };

const LF = 0x0a;
const DASH = 0x2d;

/** `line-end`: behind a delimiter, before the end of its line; `after`: behind the last one. */
type State = 'before' | 'part' | 'line-end' | 'after';

function create(sink: FramingSink): Framer {
  let state: State = 'before';
  /** Two dashes and the boundary; empty until the first one has been read. */
  let delimiter = new Uint8Array();
  /** How much of the delimiter stands at the beginning of this line; -1: the line is another one. */
  let matched = 0;
  let dashes = 0;
  let pieces: Uint8Array[] = [];
  let start = 0;
  let offset = 0;
  let firstChunk = 0;
  let lastChunk = 0;

  function feed(bytes: Uint8Array, chunk: number): void {
    lastChunk = chunk;
    let from = 0;
    const begin = (at: number): void => {
      pieces = [];
      from = at;
      start = offset + at;
    };
    for (let at = 0; at < bytes.length && state !== 'after'; at++) {
      const byte = bytes[at] ?? 0;
      if (isCollecting() && offset + at === start) firstChunk = chunk;
      if (state === 'line-end') {
        dashes = byte === DASH && dashes >= 0 ? dashes + 1 : -1;
        if (dashes === 2) state = 'after';
        else if (byte === LF) {
          state = 'part';
          matched = 0;
          begin(at + 1);
        }
      } else if (state === 'before') {
        if (byte !== LF) continue;
        pieces.push(bytes.subarray(from, at));
        delimiter = delimiterOf(joinBytes(pieces));
        if (delimiter.length > 0) state = 'part';
        begin(at + 1);
      } else if (matched >= 0 && byte === delimiter[matched]) {
        matched++;
        if (matched < delimiter.length) continue;
        pieces.push(bytes.subarray(from, at + 1));
        part(offset + at + 1, chunk);
        pieces = [];
        state = 'line-end';
        dashes = 0;
      } else matched = byte === LF ? 0 : -1;
    }
    if (isCollecting() && from < bytes.length) pieces.push(bytes.subarray(from));
    offset += bytes.length;
  }

  function isCollecting(): boolean {
    return state === 'before' || state === 'part';
  }

  function part(end: number, chunk: number): void {
    const all = joinBytes(pieces);
    const text = decode(all.subarray(0, all.length - delimiter.length));
    const data = bodyOf(text.replace(/\r?\n$/, '')) ?? '';
    if (data.trim() === '') return;
    sink.frame({ type: 'event', name: '', data, id: '', start, end, firstChunk, chunk });
  }

  function decode(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
    } catch {
      sink.invalidUtf8(start);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }
  }

  function finish(): void {
    if (!isCollecting()) return;
    const text = decode(joinBytes(pieces));
    if (text.trim() === '') return;
    const body = state === 'part' ? bodyOf(text) : null;
    sink.frame({
      type: 'tail',
      text: body ?? text,
      isData: body !== null && body.trim() !== '',
      start,
      end: offset,
      firstChunk,
      chunk: lastChunk,
    });
  }

  return { feed, end: finish, pending: () => isCollecting() && pieces.length > 0 };
}

/** @returns the delimiter that a line is; empty where it is another one */
function delimiterOf(line: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder('utf-8').decode(line).trimEnd();
  return text.length > 2 && text.startsWith('--')
    ? line.slice(0, new TextEncoder().encode(text).length)
    : new Uint8Array();
}

/** @returns what is behind the headers of a part; null where they have not ended */
function bodyOf(part: string): string | null {
  // Headers never begin so: the server left them out, and the empty line, too.
  if (/^[{[]/.test(part)) return part;
  const empty = /^\r?\n/.exec(part) ?? /\r?\n\r?\n/.exec(part);
  return empty === null ? null : part.slice(empty.index + empty[0].length);
}

function recognise(start: Uint8Array, contentType: string): Verdict {
  const text = new TextDecoder('utf-8').decode(start).replace(/^[\r\n]+/, '');
  if (text === '' || text === '-') return 'unsure';
  if (contentType.startsWith('multipart/')) {
    if (/^--\S|\n--\S/.test(text)) return 'yes';
    return /^[<{[]/.test(text) ? 'no' : 'unsure';
  }
  // Without its content type a first line of dashes is a delimiter if a header follows.
  if (/^--\S+[ \t]*\r?\n[A-Za-z-]+:/.test(text)) return 'yes';
  return /^--(?:\S+[ \t]*(?:\r?\n[A-Za-z-]*|\r)?)?$/.test(text) ? 'unsure' : 'no';
}
