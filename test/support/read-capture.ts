/**
 * Captures: HTTP exchanges as `curl -isN` writes them. A first line `> POST https://…` names the
 * request; then status line, headers, an empty line, and the bytes of the body.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord, StreamEndReason } from '../../src/core/records.ts';

export interface Capture {
  readonly method: string;
  readonly url: string;
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
  const statusLine = request === null ? first : (rest.shift() ?? '');
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(statusLine);
  if (status === null) throw new TypeError(`${name}: no status line`);
  return {
    method: request?.[1] ?? 'POST',
    url: request?.[2] ?? 'https://app.example/api/chat',
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
 * @param cuts byte offsets at which the network cut the body
 * @param reason how the body ended
 * @returns the records of its stream `s1`, one chunk per millisecond
 */
export function recordsOf(
  capture: Capture,
  cuts: readonly number[] = [],
  reason: StreamEndReason = 'eof',
): SessionRecord[] {
  const { body } = capture;
  const edges = [...new Set([0, ...cuts.filter((at) => at < body.length), body.length])].toSorted(
    (left, right) => left - right,
  );
  const records: SessionRecord[] = [
    {
      type: 'stream-open',
      t: 0,
      stream: 's1',
      transport: 'fetch',
      request: { method: capture.method, url: capture.url },
      response: { status: capture.status, headers: capture.headers },
    },
  ];
  for (let index = 1; index < edges.length; index++) {
    const part = body.subarray(edges[index - 1], edges[index]);
    records.push({
      type: 'stream-chunk',
      t: index,
      stream: 's1',
      base64: Buffer.from(part).toString('base64'),
    });
  }
  records.push({ type: 'stream-end', t: edges.length, stream: 's1', reason });
  return records;
}
