import { expect, test } from 'vitest';
import { createInspection } from '../../src/core/inspection.ts';
import { reportOf } from '../../src/core/report.ts';
import type { Report } from '../../src/core/report.ts';
import type { StreamChunkRecord } from '../../src/core/records.ts';

const BODY = 'data: {"choices":[{"index":0,"delta":{"content":"grüße"}}]}\n\ndata: [DONE]\n\n';

function read(parts: readonly Omit<StreamChunkRecord, 'type' | 't' | 'stream'>[]): {
  readonly report: Report;
  readonly chunks: readonly { start: number; end: number; cut: string }[];
} {
  const inspection = createInspection();
  inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' });
  for (const part of parts) inspection.add({ type: 'stream-chunk', t: 1, stream: 's1', ...part });
  inspection.add({ type: 'stream-end', t: 2, stream: 's1', reason: 'eof' });
  return { report: reportOf(inspection), chunks: inspection.streams[0]?.chunks ?? [] };
}

function base64(part: Buffer): { readonly base64: string } {
  return { base64: part.toString('base64') };
}

test('a chunk that comes in parts is read as the one chunk that it was', () => {
  const whole = read([{ text: BODY }]);
  for (let at = 1; at < BODY.length; at += 1) {
    const parts = read([{ text: BODY.slice(0, at) }, { text: BODY.slice(at), continues: true }]);
    expect(parts).toEqual(whole);
  }
});

test('parts that are cut inside a character are no split of the network', () => {
  const bytes = Buffer.from(BODY);
  const at = bytes.indexOf('ü') + 1;
  const first = base64(bytes.subarray(0, at));
  const rest = base64(bytes.subarray(at));
  expect(read([first, { ...rest, continues: true }])).toEqual(read([base64(bytes)]));
  const split = read([first, rest]).report.streams[0]?.diagnostics;
  expect(split).toMatchObject([{ code: 'utf8-split' }]);
});

test('a part whose beginning was lost is a chunk of its own', () => {
  expect(read([{ text: BODY, continues: true }]).chunks).toHaveLength(1);
});
