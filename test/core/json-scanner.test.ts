import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonScanner } from '../../src/core/json-scanner.ts';
import type { ParseState } from '../../src/core/types.ts';

function scan(...fragments: readonly string[]): ParseState {
  const scanner = createJsonScanner();
  for (const fragment of fragments) scanner.feed(fragment);
  return scanner.state;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts of which one closes whatever a prefix of JSON may have left open. */
const CONTINUATIONS = [
  '0',
  '"',
  '""',
  '":0',
  ':0',
  '0"',
  'u0000"',
  '000"',
  '00"',
  'n"',
  'rue',
  'ue',
  'e',
  'alse',
  'lse',
  'se',
  'ull',
  'll',
  'l',
  '',
];

/** Whether some continuation makes the text JSON, found by trying: closers for every open container. */
function canBecomeJson(text: string): boolean {
  const closers: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') closers.unshift('}');
    else if (character === '[') closers.unshift(']');
    else if (character === '}' || character === ']') closers.shift();
  }
  const rest = closers.join('');
  for (const continuation of CONTINUATIONS) {
    for (const end of ['', ':0', '"a":0', '"":0']) {
      if (isJson(text + continuation + end + rest)) return true;
    }
  }
  return false;
}

describe('the state of a text', () => {
  test.each<[string, ParseState]>([
    ['', { type: 'empty' }],
    [' ', { type: 'prefix', open: 'between' }],
    ['{', { type: 'prefix', open: 'between' }],
    ['{"amount', { type: 'prefix', open: 'key' }],
    ['{"a"', { type: 'prefix', open: 'between' }],
    ['{"a": 50', { type: 'prefix', open: 'number' }],
    ['{"a": 50,', { type: 'prefix', open: 'between' }],
    ['{"a": -', { type: 'prefix', open: 'number' }],
    ['{"a": 1e', { type: 'prefix', open: 'number' }],
    ['{"a": "x', { type: 'prefix', open: 'string' }],
    ['{"a": "x\\', { type: 'prefix', open: 'escape' }],
    ['{"a": "x\\u00e', { type: 'prefix', open: 'escape' }],
    ['{"a": "\\ud83e', { type: 'prefix', open: 'surrogate' }],
    ['{"a": "\ud83e', { type: 'prefix', open: 'surrogate' }],
    ['{"a": "\ud83e\udded', { type: 'prefix', open: 'string' }],
    ['{"a": tr', { type: 'prefix', open: 'literal' }],
    ['{}', { type: 'parses', open: null }],
    ['{"a":1} \n', { type: 'parses', open: null }],
    ['12', { type: 'parses', open: 'number' }],
    ['"x"', { type: 'parses', open: null }],
    ['{"a":1}{"a":1}', { type: 'trailing', offset: 7, whole: true }],
    ['{"a":1} {"a"', { type: 'trailing', offset: 8, whole: false }],
    ['{"a":1}, oops', { type: 'trailing', offset: 7, whole: false }],
    ['{"pattern":"}{"}', { type: 'parses', open: null }],
    ['{"a":5"limit":5}', { type: 'invalid', offset: 6 }],
    ['{"a":"line\nbreak"}', { type: 'invalid', offset: 10 }],
    ['{a:1}', { type: 'invalid', offset: 1 }],
    ['[1,]', { type: 'invalid', offset: 3 }],
    ['{"a":1,}', { type: 'invalid', offset: 7 }],
    ['nul!', { type: 'invalid', offset: 3 }],
    ['"\\x"', { type: 'invalid', offset: 2 }],
    ['-a', { type: 'invalid', offset: 1 }],
  ])('%j', (text, expected) => {
    expect(scan(text)).toEqual(expected);
  });

  test('an offset once reached does not move when more text comes', () => {
    expect(scan('{}x', 'y', 'z')).toEqual({ type: 'trailing', offset: 2, whole: false });
    expect(scan('{x', 'y')).toEqual({ type: 'invalid', offset: 1 });
  });

  test('ten thousand open arrays are a prefix, and closing them makes it whole', () => {
    const scanner = createJsonScanner();
    scanner.feed('['.repeat(10_000));
    expect(scanner.state.type).toBe('prefix');
    scanner.feed(']'.repeat(10_000));
    expect(scanner.state.type).toBe('parses');
  });
});

const runs = { numRuns: process.env['CI'] === undefined ? 500 : 3000 };
const jsonTexts = fc
  .tuple(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
const nearlyJson = fc
  .tuple(
    jsonTexts,
    fc.nat(60),
    fc.constantFrom('', '"', '{', '}', ',', ':', '\\', '1', 'e', '-', 't', ' ', '\n', '\u0001'),
    fc.nat(2),
  )
  .map(([text, at, insert, drop]) => text.slice(0, at) + insert + text.slice(at + drop));

describe('the scanner against JSON.parse', () => {
  test('every prefix of a JSON text is one, and the whole parses', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        const scanner = createJsonScanner();
        for (const character of text.split('')) {
          scanner.feed(character);
          expect(['prefix', 'parses']).toContain(scanner.state.type);
        }
        expect(scanner.state.type).toBe('parses');
      }),
      runs,
    );
  });

  test('a text parses exactly when JSON.parse takes it, and is a prefix exactly when it can still become JSON', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const { type } = scan(text);
        expect(type === 'parses').toBe(isJson(text));
        if (type === 'prefix') expect(canBecomeJson(text)).toBe(true);
        if (type === 'invalid' || type === 'trailing') expect(canBecomeJson(text)).toBe(false);
      }),
      runs,
    );
  });

  test('an invalid text is still a prefix one character before its offset', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const state = scan(text);
        if (state.type !== 'invalid') return;
        expect(['prefix', 'empty']).toContain(scan(text.slice(0, state.offset)).type);
        expect(scan(text.slice(0, state.offset + 1)).type).toBe('invalid');
      }),
      runs,
    );
  });

  test('a trailing text is whole up to its offset', () => {
    fc.assert(
      fc.property(jsonTexts, nearlyJson, (first, second) => {
        const state = scan(`${first} ${second}`);
        if (state.type !== 'trailing') return;
        expect(isJson(`${first} ${second}`.slice(0, state.offset))).toBe(true);
      }),
      runs,
    );
  });

  test('the state does not depend on the fragments', () => {
    fc.assert(
      fc.property(nearlyJson, fc.array(fc.nat(80), { maxLength: 8 }), (text, cuts) => {
        const edges = [0, ...cuts.filter((at) => at < text.length), text.length].toSorted(
          (a, b) => a - b,
        );
        const fragments = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
        expect(scan(...fragments)).toEqual(scan(text));
        expect(scan(...text.split(''))).toEqual(scan(text));
      }),
      runs,
    );
  });
});
