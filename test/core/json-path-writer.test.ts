import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonPath } from '../../src/core/formats/_json-path.ts';
import { createJsonPathWriter, type JsonScalar } from '../../src/core/formats/_json-path-writer.ts';

interface Piece {
  readonly path: string;
  readonly value: JsonScalar;
  readonly goesOn: boolean;
}

/** The pieces in which a server sends a value: leaves in order, texts cut every `size` units. */
function piecesOf(root: unknown, size: number): Piece[] {
  const pieces: Piece[] = [];
  collect(root, '$');
  return pieces;

  function collect(value: unknown, path: string): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) collect(member, `${path}.${key}`);
    } else if (typeof value === 'string') {
      let at = 0;
      for (; at + size < value.length; at += size) {
        pieces.push({ path, value: value.slice(at, at + size), goesOn: true });
      }
      pieces.push({ path, value: value.slice(at), goesOn: false });
    } else if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      pieces.push({ path, value, goesOn: false });
    }
  }
}

function write(pieces: readonly Piece[]): { text: string; value: unknown; broken: boolean } {
  const writer = createJsonPathWriter();
  let text = '';
  for (const { path, value, goesOn } of pieces) text += writer.write(path, value, goesOn);
  const { broken } = writer;
  text += writer.close();
  return { text, value: writer.value(), broken };
}

const names = fc.stringMatching(/^[a-z]{1,5}$/);
const leaves = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const values = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.dictionary(names, tie('node'), { minKeys: 1, maxKeys: 4 }),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
  ),
})).node;
const objects = fc
  .dictionary(names, values, { minKeys: 1, maxKeys: 4 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const runs = { numRuns: process.env['CI'] === undefined ? 300 : 5000 };

describe('JSON text written from JSONPath pieces', () => {
  test('grows into the value, when the pieces come in its order', () => {
    fc.assert(
      fc.property(objects, fc.integer({ min: 1, max: 4 }), (value, size) => {
        const written = write(piecesOf(value, size));
        expect(written.broken).toBe(false);
        expect(JSON.parse(written.text)).toEqual(value);
        expect(written.value).toEqual(value);
      }),
      runs,
    );
  });

  test('keeps the value, even when the pieces come in an order that no text can follow', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (value, seed) => {
        const pieces = piecesOf(value, Infinity);
        const turned = [
          ...pieces.slice(seed % pieces.length),
          ...pieces.slice(0, seed % pieces.length),
        ];
        const written = write(turned);
        expect(written.value).toEqual(value);
        if (!written.broken) expect(JSON.parse(written.text)).toEqual(value);
      }),
      runs,
    );
  });

  test('a __proto__ key is data', () => {
    const { value } = write([{ path: '$.__proto__.polluted', value: true, goesOn: false }]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each(['$..a', '$.a[*]', 'a', '$.', '$.a[-1]', `$${'[0]'.repeat(5000)}`])(
    '%j is no path that is followed',
    (path) => {
      expect(parseJsonPath(path)).toBeNull();
    },
  );
});
