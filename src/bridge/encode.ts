/**
 * Records as they travel through the browser's JSON messages: the bytes of a chunk become text
 * where they are whole UTF-8, and base64 where they are not or are no readable text. Both give back
 * the same bytes.
 */
import type { SessionRecord } from '../core/records.ts';
import type { PageRecord } from '../protocol.ts';

/** A record with what it weighs: the length of its payload in the message. */
export interface EncodedRecord {
  readonly record: SessionRecord;
  readonly weight: number;
}

/**
 * No message may be larger than 64 MiB, and a text may double when it is escaped. Only a chunk over
 * this is cut into several records here, which a reader cannot tell from chunks of the network. The page
 * script sends bodies in small parts: only the message of a socket can be as large.
 */
const MAXIMUM_CHUNK = 16 * 1024 * 1024;

// With ignoreBOM the decoder keeps a byte order mark: the text must give back the very same bytes.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** JSON writes a control character in six: with one in this many, base64 is shorter. */
const READABLE = 16;

/** Bytes that JSON escapes at length: controls but for tab, line feed, carriage return and the like. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\0-\x07\x0e-\x1f]/g;

function isReadable(text: string): boolean {
  const controls = text.match(CONTROLS)?.length ?? 0;
  return controls * READABLE <= text.length;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return isReadable(text) ? text : null;
  } catch {
    return null;
  }
}

function base64Of(bytes: Uint8Array): string {
  // Longer argument lists overflow the stack.
  const step = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCharCode(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}

/** Encodes one record of the page; a very large chunk gives several. */
export function encodeRecord(record: PageRecord, maximumChunk = MAXIMUM_CHUNK): EncodedRecord[] {
  if (record.type !== 'stream-chunk') return [{ record, weight: weightOf(record) }];
  if ('text' in record) return encodeText(record, maximumChunk);
  const { bytes, ...rest } = record;
  const encoded: EncodedRecord[] = [];
  for (let start = 0; start < bytes.length; start += maximumChunk) {
    const part = bytes.subarray(start, start + maximumChunk);
    const text = textOf(part);
    if (text === null) {
      const base64 = base64Of(part);
      encoded.push({ record: { ...rest, base64 }, weight: base64.length });
    } else {
      encoded.push({ record: { ...rest, text }, weight: text.length });
    }
  }
  return encoded;
}

type TextChunk = Extract<PageRecord, { readonly text: string; readonly type: 'stream-chunk' }>;

function encodeText(record: TextChunk, maximumChunk: number): EncodedRecord[] {
  const { text } = record;
  if (!isReadable(text)) {
    const { text: unreadable, ...rest } = record;
    return encodeRecord({ ...rest, bytes: new TextEncoder().encode(unreadable) }, maximumChunk);
  }
  if (text.length <= maximumChunk) return [{ record, weight: text.length }];
  const encoded: EncodedRecord[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + maximumChunk;
    // A pair of surrogates is one character.
    const isInPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const part = text.slice(start, isInPair ? end - 1 : end);
    encoded.push({ record: { ...record, text: part }, weight: part.length });
    start += part.length;
  }
  return encoded;
}

function weightOf(record: Exclude<PageRecord, { type: 'stream-chunk' }>): number {
  if (record.type === 'stream-open') return record.request?.body?.length ?? 0;
  return record.type === 'action' && record.kind === 'request' ? (record.body?.length ?? 0) : 0;
}
