/** The sentence for a stream that is not what a reader expects: it never blames the server for what was not recorded. */
import { expect, test } from 'vitest';
import { createInspection } from '../../src/core/inspection.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import { story } from '../support/story.ts';

function noticeOf(...records: readonly SessionRecord[]): string | null {
  const inspection = createInspection();
  inspection.add({ type: 'stream-open', t: 1, stream: 's1', transport: 'xhr' });
  for (const record of records) inspection.add(record);
  return inspection.stream('s1')?.notice ?? null;
}

const end = { type: 'stream-end', t: 3, stream: 's1', reason: 'eof' } as const;
const gap = { type: 'gap', t: 2, stream: 's1', records: 0 } as const;

test('a body without a byte is said to be empty', () => {
  expect(noticeOf(end)).toMatch(/^The body is empty/);
});

test('a body that was not kept is not said to be empty', () => {
  expect(noticeOf({ ...gap, bytes: 2055, reason: 'not-in-network-log' }, end)).toBeNull();
});

test('a body that the page gave away says so, and its open call is not held against the page', () => {
  const { inspection, flags } = story()
    .open()
    .start()
    .fragment('{"orderId": "A-1042"')
    .handOver()
    .post('/api/refunds', { orderId: 'A-1042' });
  expect(inspection.stream('s1')?.notice).toMatch(/^The page transferred this body/);
  expect(flags).toEqual([]);
});
