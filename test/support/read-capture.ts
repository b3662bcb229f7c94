/**
 * Captures: HTTP exchanges as `curl -isN` writes them. A first line `> POST https://…` names the
 * request; then status line, headers, an empty line, and the bytes of the body.
 *
 * A first line `> WEBSOCKET wss://…` makes it a connection instead: status 101, and a body in which
 * each line is one message that came.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord, StreamEndReason, TransportKind } from '../../src/core/records.ts';

const LINE_FEED = 0x0a;

export interface Capture {
  readonly transport: TransportKind;
  readonly method: string;
  readonly url: string;
  /** The body of the request, where the capture has it. */
  readonly requestBody: string | null;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** @returns the capture files below a folder, as paths relative to it, sorted */
export function captureFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.http'))
    .toSorted();
}

/** @throws where the file is no capture, with what is missing */
export function readCapture(folder: string, name: string): Capture {
  const bytes = readFileSync(join(folder, name));
  const split = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  if (split === null) throw new TypeError(`${name}: no empty line parts the headers from the body`);
  const [first = '', ...rest] = bytes.toString('latin1', 0, split.index).split(/\r?\n/);
  const request = /^> (\S+) (\S+)$/.exec(first);
  const answerAt = rest.findIndex((line) => !line.startsWith('> '));
  const sent = request === null ? [] : rest.splice(0, Math.max(answerAt, 0));
  const statusLine = request === null ? first : (rest.shift() ?? '');
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(statusLine);
  if (status === null) throw new TypeError(`${name}: no status line`);
  const isSocket = request?.[1] === 'WEBSOCKET';
  return {
    transport: isSocket ? 'websocket' : 'fetch',
    method: isSocket ? 'GET' : (request?.[1] ?? 'POST'),
    url: request?.[2] ?? 'https://app.example/api/chat',
    requestBody: sent.length === 0 ? null : sent.map((line) => line.slice(2)).join('\n'),
    status: Number(status[1]),
    headers: rest.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
    body: bytes.subarray(split.index + split[0].length),
  };
}

/**
 * @param capture what came
 * @param cuts byte offsets at which the network cut the body; a socket's messages are whole, whatever they are
 * @param reason how the body ended
 * @returns the records of its stream `s1`, one chunk per millisecond
 */
export function recordsOf(
  capture: Capture,
  cuts: readonly number[] = [],
  reason: StreamEndReason = 'eof',
): SessionRecord[] {
  const { body } = capture;
  const isSocket = capture.transport === 'websocket';
  const parts = isSocket ? linesOf(body) : partsOf(body, cuts);
  const records: SessionRecord[] = [
    {
      type: 'stream-open',
      t: 0,
      stream: 's1',
      transport: capture.transport,
      request: {
        method: capture.method,
        url: capture.url,
        ...(capture.requestBody === null ? {} : { body: capture.requestBody }),
      },
      response: { status: capture.status, headers: capture.headers },
    },
  ];
  for (const [index, part] of parts.entries()) {
    records.push({
      type: 'stream-chunk',
      t: index + 1,
      stream: 's1',
      base64: Buffer.from(part).toString('base64'),
      ...(isSocket ? { direction: 'in' } : {}),
    });
  }
  records.push({ type: 'stream-end', t: parts.length + 1, stream: 's1', reason });
  return records;
}

function partsOf(body: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  if (body.length === 0) return [];
  const inside = cuts.filter((at) => at > 0 && at < body.length);
  const edges = [...new Set([...inside, body.length])].toSorted((left, right) => left - right);
  return edges.map((end, index) => body.subarray(edges[index - 1] ?? 0, end));
}

function linesOf(body: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < body.length;) {
    const lineFeed = body.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? body.length : lineFeed;
    if (end > start) lines.push(body.subarray(start, end));
    start = end + 1;
  }
  return lines;
}
