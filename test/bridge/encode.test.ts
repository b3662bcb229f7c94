import { describe, expect, test } from 'vitest';
import { encodeRecord } from '../../src/bridge/encode.ts';

function encode(bytes: readonly number[], maximumChunk?: number): unknown[] {
  const record = {
    type: 'stream-chunk',
    t: 1,
    stream: '1',
    bytes: Uint8Array.from(bytes),
  } as const;
  return encodeRecord(record, maximumChunk).map((encoded) => encoded.record);
}

describe('encoding a chunk', () => {
  test.each([
    ['whole UTF-8 as text', [0xc3, 0xa9], { text: 'é' }],
    ['a byte order mark as text that keeps it', [0xef, 0xbb, 0xbf, 0x61], { text: '\uFEFFa' }],
    ['half a character as base64', [0xc3], { base64: 'ww==' }],
    ['an encoded surrogate as base64', [0xed, 0xa0, 0x80], { base64: '7aCA' }],
    [
      'a null byte in a text as text',
      Array.from('a null byte in some text \0', (character) => character.charCodeAt(0)),
      { text: 'a null byte in some text \0' },
    ],
    ['many null bytes as base64', [0, 0, 0], { base64: 'AAAA' }],
  ])('writes %s', (_, bytes, expected) => {
    expect(encode(bytes)).toEqual([{ type: 'stream-chunk', t: 1, stream: '1', ...expected }]);
  });

  test('gives back the same bytes for every length of a base64 group', () => {
    for (const length of [1, 2, 3, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => 0x80 + (index % 0x40));
      const [encoded] = encodeRecord({ type: 'stream-chunk', t: 1, stream: '1', bytes });
      const record = encoded?.record;
      const base64 = record?.type === 'stream-chunk' ? record.base64 : undefined;
      expect(Buffer.from(base64 ?? '', 'base64').equals(bytes)).toBe(true);
    }
  });

  test('cuts only a chunk that is too large for a message', () => {
    expect(encode([97, 98, 99], 2)).toMatchObject([{ text: 'ab' }, { text: 'c' }]);
  });

  test('keeps a text as it is where it can be read, and cuts it between characters', () => {
    const record = { type: 'stream-chunk', t: 1, stream: '1' } as const;
    expect(encodeRecord({ ...record, text: 'é' })).toEqual([
      { record: { ...record, text: 'é' }, weight: 1 },
    ]);
    expect(encodeRecord({ ...record, text: 'a😀b' }, 2).map((part) => part.record)).toMatchObject([
      { text: 'a' },
      { text: '😀' },
      { text: 'b' },
    ]);
    expect(encodeRecord({ ...record, text: '\0\0\0' })[0]?.record).toEqual({
      ...record,
      base64: 'AAAA',
    });
  });

  test('leaves other records as they are and weighs their bodies', () => {
    const record = {
      type: 'action',
      t: 1,
      kind: 'request',
      method: 'POST',
      url: '/',
      body: 'abc',
    } as const;
    expect(encodeRecord(record)).toEqual([{ record, weight: 3 }]);
  });
});
