import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSseFramer, sse } from '../../src/core/framing/sse.ts';
import type { CommentFrame, EventFrame, TailFrame } from '../../src/core/types.ts';

type AnyFrame = EventFrame | CommentFrame | TailFrame;

const encoder = new TextEncoder();

function frame(
  bytes: Uint8Array,
  cuts: readonly number[] = [],
): { frames: AnyFrame[]; invalid: number[] } {
  const frames: AnyFrame[] = [];
  const invalid: number[] = [];
  const framer = createSseFramer({
    frame: (item) => frames.push(item),
    invalidUtf8: (offset) => void invalid.push(offset),
    badChecksum: () => {},
  });
  const edges = [...new Set([0, ...cuts, bytes.length])].toSorted((left, right) => left - right);
  for (let index = 1; index < edges.length; index++) {
    framer.feed(bytes.subarray(edges[index - 1], edges[index]), index - 1);
  }
  framer.end();
  return { frames, invalid };
}

const frameText = (text: string): AnyFrame[] => frame(encoder.encode(text)).frames;
const events = (frames: readonly AnyFrame[]): EventFrame[] =>
  frames.filter((item): item is EventFrame => item.type === 'event');
const withoutChunks = (frames: readonly AnyFrame[]): unknown[] =>
  frames.map(({ chunk: _chunk, firstChunk: _firstChunk, ...rest }) => rest);

describe('the framing of server-sent events', () => {
  test.each([
    ['a line feed ends a line', 'data: a\n\n', ['a']],
    ['a carriage return ends a line', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['both together end one line', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['data lines are joined with a line feed', 'data: a\ndata: b\n\n', ['a\nb']],
    ['one space after the colon is dropped, a second one stays', 'data:  a\n\n', [' a']],
    ['no space after the colon is needed', 'data:[DONE]\n\n', ['[DONE]']],
    ['a line without a colon is a field without a value', 'data\ndata\n\n', ['\n']],
    ['an empty data field is an event with empty data', 'data:\n\n', ['']],
    ['a block without data dispatches nothing', 'event: x\nid: 1\n\n', []],
    ['an unknown field is ignored', 'datum: x\ndata: a\n\n', ['a']],
    ['a leading byte order mark is dropped', '\uFEFFdata: a\n\n', ['a']],
    ['a second byte order mark makes the field unknown', '\uFEFF\uFEFFdata: a\n\n', []],
    [
      'line separators of Unicode do not end a line',
      'data: a\u2028b\u0085c\n\n',
      ['a\u2028b\u0085c'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(events(frameText(text)).map(({ data }) => data)).toEqual(expected);
  });

  test('the event field names an event, and does not outlive it', () => {
    const frames = events(frameText('event: ping\ndata: 1\n\ndata: 2\n\n'));
    expect(frames.map(({ name }) => name)).toEqual(['ping', '']);
  });

  test('the id field outlives its event, unless it holds a null character', () => {
    const frames = events(frameText('id: 7\ndata: 1\n\nid: a\0b\ndata: 2\n\n'));
    expect(frames.map(({ id }) => id)).toEqual(['7', '7']);
  });

  test('a comment becomes a frame of its own, also inside a block', () => {
    const frames = frameText('data: a\n: keep-alive\ndata: b\n\n');
    expect(frames.map(({ type }) => type)).toEqual(['comment', 'event']);
    expect(frames[0]).toMatchObject({ text: 'keep-alive', start: 8, end: 21 });
    expect(frames[1]).toMatchObject({ data: 'a\nb', start: 0 });
  });

  test('what has no blank line at the end becomes a tail and no event', () => {
    const frames = frameText('data: a\n\ndata: b\n');
    expect(frames.map(({ type }) => type)).toEqual(['event', 'tail']);
    expect(frames[1]).toMatchObject({ text: 'b', isData: true, start: 9, end: 17 });
  });

  test('a last line without its end is in the tail too', () => {
    expect(frameText('data: {"a')[0]).toMatchObject({ type: 'tail', text: '{"a', isData: true });
  });

  test('a frame ends behind the first byte of the line end that closes it', () => {
    const [first, second] = events(frameText('data: a\r\n\r\ndata: b\r\n\r\n'));
    expect(first).toMatchObject({ start: 0, end: 10 });
    expect(second).toMatchObject({ start: 11, end: 21 });
  });

  test('a frame names the chunk of its first byte and the one that completed it', () => {
    const { frames } = frame(encoder.encode('data: a\n\ndata: b\n\n'), [5, 8, 12]);
    expect(events(frames).map(({ firstChunk, chunk }) => [firstChunk, chunk])).toEqual([
      [0, 2],
      [2, 3],
    ]);
  });

  test('a carriage return at the end of a chunk dispatches at once', () => {
    const seen: string[] = [];
    const framer = createSseFramer({
      frame: (item) => seen.push(item.type === 'event' ? item.data : item.text),
      invalidUtf8: () => {},
      badChecksum: () => {},
    });
    framer.feed(encoder.encode('data: a\r\n\r'), 0);
    expect(seen).toEqual(['a']);
    framer.feed(encoder.encode('\ndata: b\n\n'), 1);
    expect(seen).toEqual(['a', 'b']);
  });

  test('bytes that are not UTF-8 are told with their line, and shown as U+FFFD', () => {
    const bytes = Uint8Array.of(
      ...encoder.encode('data: x\n\ndata: '),
      0xe9,
      0xff,
      ...encoder.encode('\n\n'),
    );
    const { frames, invalid } = frame(bytes);
    expect(events(frames)[1]?.data).toBe('\uFFFD\uFFFD');
    expect(invalid).toEqual([9]);
  });

  test('U+FFFD that is truly on the wire is no fault', () => {
    expect(frame(encoder.encode('data: a\uFFFDb\n\n')).invalid).toEqual([]);
  });

  test('a character cut by a chunk edge stays whole', () => {
    const bytes = encoder.encode('data: 倉庫 🧭\n\n');
    const everywhere = Array.from(bytes.keys());
    expect(events(frame(bytes, everywhere).frames)[0]?.data).toBe('倉庫 🧭');
  });

  test('one long line in single bytes is one event', () => {
    const once = encoder.encode(`data: ${'x'.repeat(200_000)}\n\n`);
    expect(events(frame(once, Array.from(once.keys())).frames)[0]?.data).toHaveLength(200_000);
  });
});

const pieces = fc.constantFrom(
  'data: a',
  'data:',
  'data',
  'event: x',
  'id: 1',
  'id',
  'retry: 5',
  ': c',
  ':',
  'x: y',
  'data: {"a": "é🧭"}',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\n\r\n',
  '\r\r',
  '\uFEFF',
  'ü',
  ' ',
);
const bodies = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));
const runs = { numRuns: process.env['CI'] === undefined ? 500 : 5000 };

describe('the framing as a function of the bytes', () => {
  test('frames and spans do not depend on how the network cut the bytes', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(400), { maxLength: 12 }), (text, cuts) => {
        const bytes = encoder.encode(text);
        const inside = cuts.filter((at) => at < bytes.length);
        const whole = frame(bytes);
        for (const edges of [inside, Array.from(bytes.keys())]) {
          const parts = frame(bytes, edges);
          expect(withoutChunks(parts.frames)).toEqual(withoutChunks(whole.frames));
          expect(parts.invalid).toEqual(whole.invalid);
        }
      }),
      runs,
    );
  });

  test('events are those of eventsource-parser', () => {
    fc.assert(
      fc.property(bodies, (text) => {
        // The oracle drops byte order marks by other rules; they have tests of their own above.
        const body = text.replaceAll('\uFEFF', '');
        const expected: { data: string; name: string }[] = [];
        const parser = createParser({
          onEvent: ({ data, event }) => expected.push({ data, name: event ?? '' }),
        });
        parser.feed(body);
        // The oracle waits for what follows a carriage return at the end; the body is over.
        if (body.endsWith('\r')) parser.feed('\n');
        expect(events(frameText(body)).map(({ data, name }) => ({ data, name }))).toEqual(expected);
      }),
      runs,
    );
  });

  test('any bytes at all are framed without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(200)), (bytes, cuts) => {
        frame(
          bytes,
          cuts.filter((at) => at < bytes.length),
        );
      }),
      runs,
    );
  });
});

describe('recognising server-sent events', () => {
  test.each([
    ['data: x', '', 'yes'],
    ['event: x', '', 'yes'],
    [': comment', '', 'yes'],
    ['\uFEFFdata: x', '', 'yes'],
    ['\r\n\r\ndata: x', '', 'yes'],
    ['dat', '', 'unsure'],
    ['', 'text/event-stream', 'unsure'],
    ['database', '', 'no'],
    ['{"error": {}}', 'text/event-stream', 'no'],
    ['<html>', 'text/event-stream; charset=utf-8', 'no'],
    ['upstream error', 'text/event-stream', 'yes'],
    ['hello', 'text/plain', 'no'],
  ])('%j under %j: %s', (start, contentType, verdict) => {
    expect(sse.recognise(encoder.encode(start), contentType)).toBe(verdict);
  });
});
