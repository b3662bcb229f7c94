import * as fc from 'fast-check';
import { parse } from 'partial-json';
import { describe, expect, test } from 'vitest';
import { createToolCall } from '../../src/core/tool-call.ts';
import type { MisreadWindow } from '../../src/core/types.ts';

function windowsOf(fragments: readonly string[]): readonly MisreadWindow[] {
  const places = {
    frames: fragments.map((_text, chunk) => ({ chunk })),
    chunks: fragments.map((_text, t) => ({ t })),
  };
  const moment = { t: 0, chunk: 0, frame: 0 };
  const call = createToolCall(0, { kind: 'function', index: 0 }, moment, places);
  for (const [index, text] of fragments.entries()) {
    call.append(text, { t: index, chunk: index, frame: index });
  }
  return call.misreads;
}

describe('the misread windows of a call', () => {
  test('a number that is cut is misread until the fragment that goes on with it', () => {
    expect(windowsOf(['{"amount', 'Cents": 50', '00, "to": "acc', '_88f2"}'])).toEqual([
      { path: '$.amountCents', from: 1, to: 2, shown: 50, final: 5000 },
      { path: '$.to', from: 2, to: 3, shown: 'acc', final: 'acc_88f2' },
    ]);
  });

  test('a value that was whole where the fragment ended is not misread', () => {
    expect(windowsOf(['{"a": 50', ', "b": "x', '"', '}'])).toEqual([]);
    expect(windowsOf(['{"a": 5', '.0}'])).toEqual([]);
  });

  test('a value over many fragments is one window, with what was shown last', () => {
    expect(windowsOf('{"amount":5000}'.split(''))).toEqual([
      { path: '$.amount', from: 10, to: 13, shown: 500, final: 5000 },
    ]);
  });

  test('fragments without text change nothing', () => {
    expect(windowsOf(['{"a": "x', '', '', 'y', '', '"', '}'])).toEqual([
      { path: '$.a', from: 0, to: 3, shown: 'x', final: 'xy' },
    ]);
  });

  test('a field is told by its path, through arrays and keys that are no names', () => {
    expect(windowsOf(['{"rows": [{"x": 1}, {"a b": "one', ' two"}]}'])).toEqual([
      { path: '$.rows[1]["a b"]', from: 0, to: 1, shown: 'one', final: 'one two' },
    ]);
  });

  test('keys and literals are never misread, and neither is a text that breaks', () => {
    expect(windowsOf(['{"am', 'ount": tr', 'ue, "b": n', 'ull}'])).toEqual([]);
    expect(windowsOf(['{"a": "x', '\n"}'])).toEqual([]);
  });

  const scalars = fc.oneof(
    fc.integer({ min: -99_999, max: 99_999 }),
    fc.stringMatching(/^[a-z"\\é]{0,8}$/),
  );
  const objects = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })),
  );

  test('they are what the parser that most apps use shows in passing', () => {
    fc.assert(
      fc.property(objects, fc.array(fc.nat(200), { maxLength: 10 }), (value, cuts) => {
        const text = JSON.stringify(value);
        const edges = [0, ...cuts.filter((at) => at > 0 && at < text.length), text.length].toSorted(
          (a, b) => a - b,
        );
        const fragments = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
        const expected = new Set<string>();
        for (let count = 1; count < fragments.length; count++) {
          const prefix = fragments.slice(0, count).join('');
          // The reference parser takes half a literal and half an escape its own way; neither is a cut value.
          if (prefix === '' || /\\[^"\\]?$|-$/.test(prefix)) return;
          for (const [path, shown] of leaves(parse(prefix))) {
            const final = leaves(value).get(path);
            if (shown !== final) expected.add(`${path} ${count - 1}`);
          }
        }
        const found = new Set<string>();
        for (const { path, from, to } of windowsOf(fragments)) {
          for (let index = from; index < to; index++) found.add(`${path} ${index}`);
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: process.env['CI'] === undefined ? 500 : 5000 },
    );
  });
});

function leaves(root: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  collect(root, '$');
  return found;

  function collect(value: unknown, path: string): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`);
    } else found.set(path, value);
  }
}
