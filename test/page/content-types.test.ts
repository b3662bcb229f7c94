import { expect, test } from 'vitest';
import { inPage } from './in-page.ts';

const { streamKind } = await inPage(() => import('../../src/page/content-types.ts'));

test.each([
  ['text/event-stream', 'stream'],
  ['Text/Event-Stream; charset=utf-8', 'stream'],
  ['application/x-ndjson', 'stream'],
  ['application/jsonl', 'stream'],
  ['application/json-seq', 'stream'],
  ['application/stream+json', 'stream'],
  ['application/vnd.amazon.eventstream', 'stream'],
  ['application/vnd.ag-ui.event+proto', 'stream'],
  ['text/plain', 'maybe'],
  ['application/json', 'maybe'],
  ['application/octet-stream', 'maybe'],
  ['multipart/mixed; boundary=text/event-stream', 'maybe'],
  ['', 'maybe'],
  [null, 'maybe'],
  ['image/png', 'never'],
  ['video/mp4', 'never'],
  ['application/wasm', 'never'],
  ['text/javascript', 'never'],
] as const)('a response of type %s is a stream: %s', (contentType, kind) => {
  expect(streamKind(contentType)).toBe(kind);
});
