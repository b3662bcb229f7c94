import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { multipart } from '../../src/core/framing/multipart.ts';
import type { CommentFrame, EventFrame, TailFrame } from '../../src/core/types.ts';

type AnyFrame = EventFrame | CommentFrame | TailFrame;

const encoder = new TextEncoder();

function framesOf(bytes: Uint8Array, cuts: readonly number[] = []): AnyFrame[] {
  const frames: AnyFrame[] = [];
  const framer = multipart.create({
    frame: (item) => frames.push(item),
    invalidUtf8: (offset) =>
      frames.push({ type: 'comment', text: `invalid at ${offset}`, ...NOWHERE }),
    badChecksum: () => {},
  });
  const edges = [...new Set([0, ...cuts, bytes.length])].toSorted((left, right) => left - right);
  for (let index = 1; index < edges.length; index++) {
    framer.feed(bytes.subarray(edges[index - 1], edges[index]), index - 1);
  }
  framer.end();
  return frames;
}

const NOWHERE = { start: 0, end: 0, firstChunk: 0, chunk: 0 };

const read = (text: string): string[] =>
  framesOf(encoder.encode(text)).map((frame) =>
    frame.type === 'event' ? frame.data : `${frame.type}: ${frame.text}`,
  );

const strip = (frames: readonly AnyFrame[]): unknown[] =>
  frames.map(({ chunk: _chunk, firstChunk: _firstChunk, ...rest }) => rest);

const HEADERS = 'Content-Type: application/json; charset=utf-8\r\nContent-Length: 7\r\n\r\n';
const BODY = `\r\n---\r\n${HEADERS}{"a":1}\r\n---\r\n${HEADERS}{"b":"ü"}\r\n-----\r\n`;

describe('the framing of multipart bodies', () => {
  test.each([
    ['each part is an event', BODY, ['{"a":1}', '{"b":"ü"}']],
    ['the first delimiter needs no line end before it', BODY.slice(2), ['{"a":1}', '{"b":"ü"}']],
    [
      'the boundary is what the first delimiter says, less white space behind it',
      `--grAph \r\n${HEADERS}{"a":1}\r\n--other\r\n--grAph--`,
      ['{"a":1}\r\n--other'],
    ],
    ['line feeds will do', '---\nX: y\n\n{"a":1}\n---\nX: y\n\n2\n-----\n', ['{"a":1}', '2']],
    [
      'a part needs no headers',
      '---\r\n\r\n{"a":1}\r\n---\r\n{"b":2}\r\n-----',
      ['{"a":1}', '{"b":2}'],
    ],
    ['dashes inside a line are no delimiter', '---\r\n\r\n{"a":"---"}\r\n-----', ['{"a":"---"}']],
    ['what is before the first delimiter is skipped', 'hello\r\n---\r\n\r\n1\r\n-----', ['1']],
    ['what is behind the last one is skipped', '---\r\n\r\n1\r\n-----\r\nbye\r\n---\r\n', ['1']],
    ['a part without a body is none', `---\r\n${HEADERS}\r\n---\r\n\r\n1\r\n-----`, ['1']],
    [
      'a part that no delimiter ended is a tail',
      '---\r\n\r\n1\r\n---\r\n\r\n{"b',
      ['1', 'tail: {"b'],
    ],
    ['headers without an end are a tail', '---\r\nContent-Ty', ['tail: Content-Ty']],
    ['nothing but the end is nothing', '\r\n-----\r\n', []],
  ])('%s', (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('a part is an event once the delimiter behind it is there, without the end of its line', () => {
    const frames: AnyFrame[] = [];
    const framer = multipart.create({
      frame: (item) => frames.push(item),
      invalidUtf8: () => {},
      badChecksum: () => {},
    });
    framer.feed(encoder.encode('---\r\n\r\n{"a":1}\r\n--'), 0);
    expect(frames).toEqual([]);
    expect(framer.pending()).toBe(true);
    framer.feed(encoder.encode('-'), 1);
    expect(frames).toMatchObject([{ data: '{"a":1}', firstChunk: 0, chunk: 1, start: 5, end: 19 }]);
    expect(framer.pending()).toBe(false);
  });

  test('bytes that are no UTF-8 are reported with the place of their part', () => {
    const bytes = encoder.encode('---\r\n\r\n{"a":"?"}\r\n-----');
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect(framesOf(bytes)).toMatchObject([
      { type: 'comment', text: 'invalid at 5' },
      { type: 'event', data: '{"a":"\uFFFD"}' },
    ]);
  });

  test('the frames do not depend on chunks', () => {
    const bytes = encoder.encode(BODY);
    const whole = strip(framesOf(bytes));
    expect(strip(framesOf(bytes, Array.from(bytes.keys())))).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        expect(strip(framesOf(bytes, cuts))).toEqual(whole);
      }),
    );
  });

  test.each([
    ['the content type and a delimiter', BODY, 'multipart/mixed; boundary="-"', 'yes'],
    ['a delimiter and a header, without the content type', BODY, '', 'yes'],
    ['nothing yet', '', 'multipart/mixed', 'unsure'],
    ['only the beginning of a delimiter', '\r\n--', '', 'unsure'],
    ['a delimiter, and only the beginning of a header', '---\r\nConte', '', 'unsure'],
    ['a preamble', 'hello', 'multipart/mixed', 'unsure'],
    ['dashes before other text', '---\r\ntitle of a page', '', 'no'],
    ['a page under its content type', '<html>', 'multipart/mixed', 'no'],
    ['a JSON document', '{"errors":[]}', '', 'no'],
  ])('it is recognised by the first bytes: %s', (_name, text, contentType, verdict) => {
    expect(multipart.recognise(encoder.encode(text), contentType)).toBe(verdict);
  });
});
