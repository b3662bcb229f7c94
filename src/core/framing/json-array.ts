/**
 * One JSON array whose elements arrive one by one: Gemini's streamGenerateContent without alt=sse.
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 *
 * Elements are cut on bytes: quotes, brackets and backslashes are single bytes in UTF-8.
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { joinBytes } from './join-bytes.ts';

export const jsonArray: Framing = { id: 'json-array', recognise, create };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function create(sink: FramingSink): Framer {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let offset = 0;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  /** The bytes of the element that is open. */
  let pieces: Uint8Array[] = [];
  let elementStart = -1;
  let firstChunk = 0;
  let lastChunk = 0;

  function feed(bytes: Uint8Array, chunk: number): void {
    lastChunk = chunk;
    let pieceStart = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (byte === QUOTE) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (depth === 1 && elementStart < 0) {
          elementStart = offset + at;
          firstChunk = chunk;
          pieceStart = at;
        }
        depth++;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth--;
        if (depth === 1 && elementStart >= 0) {
          pieces.push(bytes.subarray(pieceStart, at + 1));
          element(offset + at + 1, chunk);
        }
      }
    }
    if (elementStart >= 0) pieces.push(bytes.subarray(pieceStart));
    offset += bytes.length;
  }

  function element(end: number, chunk: number): void {
    const data = decoder.decode(joinBytes(pieces));
    sink.frame({
      type: 'event',
      name: '',
      data,
      id: '',
      start: elementStart,
      end,
      firstChunk,
      chunk,
    });
    pieces = [];
    elementStart = -1;
  }

  function finish(): void {
    if (elementStart < 0) return;
    const text = decoder.decode(joinBytes(pieces));
    sink.frame({
      type: 'tail',
      text,
      isData: true,
      start: elementStart,
      end: offset,
      firstChunk,
      chunk: lastChunk,
    });
  }

  return { feed, end: finish, pending: () => elementStart >= 0 };
}

function recognise(start: Uint8Array): Verdict {
  const text = new TextDecoder('utf-8').decode(start).replace(/^[\uFEFF\s]+/, '');
  if (text === '') return 'unsure';
  const match = /^\[\s*(.?)/s.exec(text);
  if (match === null) return 'no';
  if (match[1] === '') return 'unsure';
  return match[1] === '{' ? 'yes' : 'no';
}
