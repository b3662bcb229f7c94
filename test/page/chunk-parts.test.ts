import { expect, test } from 'vitest';
import type { PageRecord } from '../../src/protocol.ts';
import { inPage } from './in-page.ts';

const { addChunk } = await inPage(() => import('../../src/page/chunk-parts.ts'));

const PLACE = { type: 'stream-chunk', t: 1, stream: '1' } as const;

function partsOf(bytes: Uint8Array): { records: PageRecord[]; weights: number[] } {
  const records: PageRecord[] = [];
  const weights: number[] = [];
  const add = (record: PageRecord, weight: number): void => {
    records.push(record);
    weights.push(weight);
  };
  addChunk({ add }, PLACE, bytes);
  return { records, weights };
}

function payloadOf(record: PageRecord): Uint8Array | string {
  if (record.type !== 'stream-chunk') return '';
  return 'text' in record ? record.text : record.bytes;
}

test('a chunk is one record, of text where it is whole UTF-8', () => {
  expect(partsOf(new TextEncoder().encode('grüße')).records).toEqual([{ ...PLACE, text: 'grüße' }]);
  const bytes = Uint8Array.of(0xff, 0xfe);
  expect(partsOf(bytes).records).toEqual([{ ...PLACE, bytes }]);
});

test('a large chunk comes in parts that end between characters and give the same bytes', () => {
  for (const character of ['a', 'é', '€', '😀']) {
    const text = `x${character.repeat(50_000)}`;
    const { records, weights } = partsOf(new TextEncoder().encode(text));
    expect(records.length).toBeGreaterThan(1);
    expect(records.map(payloadOf).join('')).toBe(text);
    expect(records.map((record) => 'continues' in record)).toEqual(
      records.map((_, index) => index > 0),
    );
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(Buffer.byteLength(text));
  }
});

test('a large chunk that is no text is cut as well', () => {
  const { records } = partsOf(new Uint8Array(100_000).fill(0x80));
  const lengths = records.map((record) => payloadOf(record).length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(100_000);
  expect(records.every((record) => typeof payloadOf(record) !== 'string')).toBe(true);
});
