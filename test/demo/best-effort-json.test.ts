/**
 * The demo page's parser: wrong about what is unfinished, as it must be for the demo, and right
 * about what is whole.
 */
import { describe, expect, test } from 'vitest';
import { parseBestEffort } from './page/best-effort-json.js';

describe('an unfinished text is taken for what it looks like', () => {
  test.each<[string, unknown]>([
    ['', undefined],
    ['{', {}],
    ['{"orderId', {}],
    ['{"orderId":', {}],
    ['{"orderId": "A-', { orderId: 'A-' }],
    ['{"amountCents": 50', { amountCents: 50 }],
    ['{"amountCents": 50,', { amountCents: 50 }],
    ['{"paid": tr', { paid: true }],
    ['{"lines": [1, {"a": "b', { lines: [1, { a: 'b' }] }],
    ['{"note": "T\\u00', { note: 'T' }],
  ])('%s', (text, value) => {
    expect(parseBestEffort(text)).toEqual(value);
  });
});

test('a whole text is read as JSON.parse reads it', () => {
  const text = '{"a": [1, -2.5e3, true, null], "b": {"c": "T\\u00fcr \\"7\\"\\n"}, "d": ""}';
  expect(parseBestEffort(text)).toEqual(JSON.parse(text));
});
