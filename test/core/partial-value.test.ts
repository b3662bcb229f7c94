import * as fc from 'fast-check';
import { parse } from 'partial-json';
import { describe, expect, test } from 'vitest';
import { readPrefix } from '../../src/core/partial-value.ts';

describe('the best-effort reading of an unfinished text', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['', undefined, []],
    ['{', {}, ['$']],
    ['{"amount', {}, ['$']],
    ['{"amountCents": 50', { amountCents: 50 }, ['$.amountCents', '$']],
    ['{"amountCents": 50.', { amountCents: 50 }, ['$.amountCents', '$']],
    ['{"amountCents": 50,', { amountCents: 50 }, ['$']],
    ['{"amountCents": -', {}, ['$']],
    ['{"to": "acc', { to: 'acc' }, ['$.to', '$']],
    ['{"to": "acc\\', { to: 'acc' }, ['$.to', '$']],
    ['{"to": "acc\\u00', { to: 'acc' }, ['$.to', '$']],
    ['{"to": "acc\\\\', { to: 'acc\\' }, ['$.to', '$']],
    ['{"to": "x\\ud83e', { to: 'x' }, ['$.to', '$']],
    ['{"to": "x\\\\ud83e', { to: 'x\\ud83e' }, ['$.to', '$']],
    ['{"to": "x\\\\u00', { to: 'x\\u00' }, ['$.to', '$']],
    ['{"to": "x\\ud83e\\udd', { to: 'x' }, ['$.to', '$']],
    ['{"to": "x\ud83e', { to: 'x' }, ['$.to', '$']],
    ['{"a": tr', {}, ['$']],
    ['{"a": true', { a: true }, ['$']],
    ['[1, [2', [1, [2]], ['$[1][0]', '$[1]', '$']],
    ['{"a b": {"c": "', { 'a b': { c: '' } }, ['$["a b"].c', '$["a b"]', '$']],
    ['{"a": 1}', { a: 1 }, []],
  ])('%j', (text, value, guessed) => {
    expect(readPrefix(text)).toEqual({ value, guessed, broken: false });
  });

  test.each(['{"a": 1}{"a": 2}', '{"a": 5"b": 6}', '{a: 1}', '[1 2]', 'oops'])(
    '%j is broken, and read up to there',
    (text) => {
      expect(readPrefix(text).broken).toBe(true);
    },
  );

  test('a __proto__ key is data and changes no prototype', () => {
    const { value } = readPrefix('{"__proto__": {"polluted": true');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
  });

  test('nesting without end does not exhaust the stack', () => {
    expect(() => readPrefix('['.repeat(100_000))).not.toThrow();
  });

  test('any text is read without a throw, and a whole one as JSON.parse reads it', () => {
    fc.assert(fc.property(fc.string(), (text) => void readPrefix(text)));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify([value]);
        expect(readPrefix(text)).toEqual({ value: JSON.parse(text), guessed: [], broken: false });
      }),
    );
  });

  test('every prefix of an object is read as the parser that most apps use reads it', () => {
    // It also completes half a literal (`tr` becomes true) and trims the text; neither is tried here.
    const plain = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.oneof(
        fc.nat(99_999),
        fc.stringMatching(/^[a-z]{0,9}$/),
        fc.array(fc.nat(999), { maxLength: 3 }),
      ),
    );
    fc.assert(
      fc.property(plain, fc.nat(), (value, seed) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, 1 + (seed % text.length));
        expect(readPrefix(prefix).value).toEqual(parse(prefix));
      }),
    );
  });
});
