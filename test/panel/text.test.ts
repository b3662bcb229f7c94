/** Captured text on screen: marks for what would be invisible, indentation that changes no value. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from '../../panel/layout/json-text.ts';
import { clip, textRuns } from '../../panel/layout/text-marks.ts';

test('the runs of any text joined are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(
        textRuns(text)
          .map((run) => run.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('half of a surrogate pair stays as it is', () => {
  expect(textRuns('\ud83d')).toEqual([{ text: '\ud83d', mark: null, breaksLine: false }]);
});

test.each([
  ['a right-to-left override', '\u202e', 'RLO'],
  ['a line separator', '\u2028', 'LS'],
  ['a line feed', '\n', '↵'],
  ['a null', '\0', 'NUL'],
  ['a zero-width space', '\u200b', 'ZWSP'],
  ['a control without a name', '\u0085', 'U+0085'],
])('%s is marked', (_what, character, mark) => {
  expect(textRuns(`a${character}b`).map((run) => run.mark)).toEqual([null, mark, null]);
});

test('the joiner inside an emoji is left to draw it', () => {
  const family = '👩\u200d👩\u200d👧';
  expect(textRuns(family)).toEqual([{ text: family, mark: null, breaksLine: false }]);
});

test('the joiner between letters is marked', () => {
  expect(textRuns('a\u200db').map((run) => run.mark)).toEqual([null, 'ZWJ', null]);
});

test('a clipped text says that it goes on', () => {
  expect(clip('abcdef', 3)).toBe('abc…');
  expect(clip('abc', 3)).toBe('abc');
});

test('indented JSON keeps the digits of numbers and every duplicate key', () => {
  expect(indentJson('{"id":12345678901234567890,"id":1.50,"list":[],"of":{}}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "id": 1.50,\n  "list": [],\n  "of": {}\n}',
  );
});

test('text that is no JSON is not indented', () => {
  expect(indentJson('{"id": 12')).toBeNull();
  expect(indentJson('[DONE]')).toBeNull();
});

test('any JSON value reads the same after indentation', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(indentJson(text) ?? 'null')).toEqual(JSON.parse(text));
    }),
  );
});
