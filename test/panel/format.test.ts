/** Numbers, times, values and names as the panel writes them. */
import { expect, test } from 'vitest';
import { bodyFileName, sessionFileName } from '../../panel/models/file-names.ts';
import {
  formatBytes,
  formatDiffering,
  formatDuration,
  formatTime,
  formatValue,
  pathOf,
} from '../../panel/models/format.ts';
import type { StreamOpenRecord } from '../../src/core/records.ts';

test('a point in time is in seconds with three decimals', () => {
  expect(formatTime(205)).toMatch(/^0.205 s$/);
});

test.each([
  [0.44, /^0.4 ms$/],
  [117.3, /^117 ms$/],
  [4021, /^4.02 s$/],
])('a duration of %d ms is in the unit that reads best', (duration, expected) => {
  expect(formatDuration(duration)).toMatch(expected);
});

test.each([
  [812, /^812 B$/],
  [2140, /^2.1 kB$/],
  [3_250_000, /^3.3 MB$/],
])('%d bytes are in decimal units', (bytes, expected) => {
  expect(formatBytes(bytes)).toMatch(expected);
});

test.each([
  ['an object', { amountCents: 50, to: 'acc' }, '{ amountCents: 50, to: "acc" }'],
  ['a key that is no name', { 'a b': 1 }, '{ "a b": 1 }'],
  ['a list', [1, [], {}, null], '[1, [], {}, null]'],
  ['no value', undefined, ''],
])('%s is written on one line', (_what, value, expected) => {
  expect(formatValue(value, 100)).toBe(expected);
});

test('a large value is cut before it is written out whole', () => {
  const value = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 'v']));
  expect(formatValue(value, 20)).toBe('{ k0: "v", k1: "v", …');
});

test('a path keeps its query, and what is no address stays as it is', () => {
  expect(pathOf('http://localhost:5173/api/chat?x=1')).toBe('/api/chat?x=1');
  expect(pathOf('/api/chat')).toBe('/api/chat');
});

function opened(url: string, contentType: string): { id: string; open: StreamOpenRecord } {
  return {
    id: 's2',
    open: {
      type: 'stream-open',
      t: 0,
      stream: 's2',
      transport: 'fetch',
      request: { method: 'POST', url },
      response: { status: 200, headers: [['Content-Type', contentType]] },
    },
  };
}

test.each([
  ['http://a.example/v1/messages', 'text/event-stream; charset=utf-8', 's2-messages.sse'],
  ['http://a.example/v1/chat/', 'application/x-ndjson', 's2-chat.ndjson'],
  ['http://a.example/', 'application/vnd.amazon.eventstream', 's2.bin'],
  ['http://a.example/..%2F..%2Fetc', 'TEXT/EVENT-STREAM', 's2-2F..-2Fetc.sse'],
])('the body of %s as %s is named by address and media type', (url, contentType, expected) => {
  expect(bodyFileName(opened(url, contentType))).toBe(expected);
});

test('a session file is named by the page and the start', () => {
  const page = { url: 'http://localhost:5173/x', title: '' };
  expect(sessionFileName({ startedAt: '2026-11-29T12:30:05.120Z', page })).toBe(
    'midstream-localhost-5173-2026-11-29-123005.json',
  );
});

test.each([
  ['a', 'ab', '"a"'],
  [50, 5000, '50'],
  ['The order arrived broken', 'The order arrived broken, twice', '"…rived broken"'],
  ['A long beginning and the rest', 'A long beginning then', '"…g beginning and th…'],
  ['no beginning in common at all', 'x', '"no beginning in com…'],
])('%j beside %j shows where they differ', (value, other, expected) => {
  expect(formatDiffering(value, other, 20)).toBe(expected);
});

test('a shown difference begins with a whole character', () => {
  expect(formatDiffering(`${'😀'.repeat(20)}a`, `${'😀'.repeat(20)}bc`, 20)).toBe(
    `"…${'😀'.repeat(6)}a"`,
  );
});
