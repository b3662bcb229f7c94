/** How a stream is doing, as its row in the list says it. */
import { expect, test } from 'vitest';
import {
  httpErrorWording,
  streamDotTone,
  streamStatusWording,
  worstCallWording,
} from '../../panel/models/stream-state.ts';
import type { StreamOpenRecord } from '../../src/core/records.ts';

function opened(status: number): StreamOpenRecord {
  return { type: 'stream-open', t: 0, stream: 's1', transport: 'fetch', response: { status } };
}

test.each([
  [200, null],
  [304, null],
  [400, 'HTTP 400'],
  [503, 'HTTP 503'],
])('an answer of status %d says %s', (status, text) => {
  expect(httpErrorWording({ open: opened(status) })?.text ?? null).toBe(text);
});

test('a stream whose response is not known has no HTTP error', () => {
  const { response: _none, ...open } = opened(0);
  expect(httpErrorWording({ open })).toBeNull();
});

test.each([
  ['an error status', 500, 0, 'bad'],
  ['a flag', 200, 1, 'bad'],
  ['neither', 200, 0, 'ok'],
])('the dot of a complete stream with %s is %s', (_what, status, faults, tone) => {
  expect(streamDotTone({ open: opened(status), status: 'complete' }, faults, true)).toBe(tone);
});

test('a stream that had not ended when its session was saved is not live', () => {
  expect(streamStatusWording('open', true)).toEqual({ text: 'live', tone: 'live' });
  expect(streamStatusWording('open', false)).toEqual({ text: 'open when saved', tone: 'plain' });
  expect(streamStatusWording('cut', false)).toEqual(streamStatusWording('cut', true));
});

test.each([
  [[], null],
  [['complete', 'streaming'], null],
  [['complete', 'incomplete'], 'incomplete'],
  [['incomplete', 'parse_error', 'complete'], 'parse error'],
] as const)('the worst of calls that are %j is %s', (statuses, text) => {
  const calls = statuses.map((status) => ({ status }));
  expect(worstCallWording(calls)?.text ?? null).toBe(text);
});
