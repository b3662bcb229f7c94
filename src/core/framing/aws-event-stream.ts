/**
 * The binary event stream of AWS: https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html
 *
 *   u32 total length · u32 headers length · u32 CRC-32 of these 8 bytes · headers · payload · u32 CRC-32 of all before
 *
 * An event's name is its `:event-type`; an exception's is `exception:` and its type, an error's is
 * `error:` and its code. Data is the payload as text.
 *
 * What surprises: lengths are told before anything is known to be right, so a broken prelude ends
 * the framing: from there on the bytes mean nothing, and they become a tail.
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { joinBytes } from './join-bytes.ts';

export const awsEventStream: Framing = { id: 'aws-event-stream', recognise, create };

const PRELUDE_LENGTH = 12;
/** Total length less headers and payload. */
const OVERHEAD = 16;
/** AWS allows 24 MiB; a length beyond it is noise. */
const MAX_MESSAGE = 24 * 1024 * 1024;

/** Bytes of a header value by its type; -1: two bytes of length lead it. */
const VALUE_LENGTHS: readonly number[] = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];
const STRING_TYPE = 7;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_value, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

function create(sink: FramingSink): Framer {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let needed = PRELUDE_LENGTH;
  let firstChunk = 0;
  let lastChunk = 0;
  let isBroken = false;

  function feed(bytes: Uint8Array, chunk: number): void {
    lastChunk = chunk;
    if (length === 0) firstChunk = chunk;
    pieces.push(bytes);
    length += bytes.length;
    while (!isBroken && length >= needed) {
      const all = joinBytes(pieces);
      const total = u32(all, 0);
      if (needed === PRELUDE_LENGTH) {
        if (crc32(all.subarray(0, 8)) !== u32(all, 8) || total < OVERHEAD || total > MAX_MESSAGE) {
          isBroken = true;
          sink.badChecksum(offset);
          pieces = [all];
          return;
        }
        needed = total;
        pieces = [all];
        if (length < needed) return;
      }
      message(all.subarray(0, total), chunk);
      pieces = [all.subarray(total)];
      length -= total;
      offset += total;
      needed = PRELUDE_LENGTH;
      firstChunk = chunk;
    }
  }

  function message(bytes: Uint8Array, chunk: number): void {
    const end = bytes.length - 4;
    if (crc32(bytes.subarray(0, end)) !== u32(bytes, end)) sink.badChecksum(offset);
    const headersEnd = Math.min(PRELUDE_LENGTH + u32(bytes, 4), end);
    const headers = readHeaders(bytes.subarray(PRELUDE_LENGTH, headersEnd));
    const payload = new TextDecoder('utf-8').decode(bytes.subarray(headersEnd, end));
    const kind = headers.get(':message-type') ?? 'event';
    sink.frame({
      type: 'event',
      name: nameOf(kind, headers),
      data:
        kind === 'error'
          ? JSON.stringify({ message: headers.get(':error-message') ?? '' })
          : payload,
      id: '',
      start: offset,
      end: offset + bytes.length,
      firstChunk,
      chunk,
    });
  }

  function finish(): void {
    if (length === 0) return;
    sink.frame({
      type: 'tail',
      text: new TextDecoder('utf-8').decode(joinBytes(pieces)),
      isData: true,
      start: offset,
      end: offset + length,
      firstChunk,
      chunk: lastChunk,
    });
  }

  return { feed, end: finish, pending: () => length > 0 };
}

function nameOf(kind: string, headers: ReadonlyMap<string, string>): string {
  if (kind === 'exception') return `exception:${headers.get(':exception-type') ?? 'unknown'}`;
  if (kind === 'error') return `error:${headers.get(':error-code') ?? 'unknown'}`;
  return headers.get(':event-type') ?? '';
}

/** Text headers only: the others carry nothing that is read here. */
function readHeaders(bytes: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const decoder = new TextDecoder('utf-8');
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    const name = decoder.decode(bytes.subarray(at + 1, nameEnd));
    const type = bytes[nameEnd] ?? 0;
    const fixed = VALUE_LENGTHS[type];
    if (fixed === undefined) return headers;
    const valueStart = nameEnd + (fixed < 0 ? 3 : 1);
    const valueLength =
      fixed < 0 ? (bytes[nameEnd + 1] ?? 0) * 256 + (bytes[nameEnd + 2] ?? 0) : fixed;
    at = valueStart + valueLength;
    if (type === STRING_TYPE) headers.set(name, decoder.decode(bytes.subarray(valueStart, at)));
  }
  return headers;
}

function u32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** CRC-32 of IEEE 802.3. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function recognise(start: Uint8Array): Verdict {
  // The length of a message fits into three bytes.
  if (start.length > 0 && start[0] !== 0 && start[0] !== 1) return 'no';
  if (start.length < PRELUDE_LENGTH) return 'unsure';
  return crc32(start.subarray(0, 8)) === u32(start, 8) ? 'yes' : 'no';
}
