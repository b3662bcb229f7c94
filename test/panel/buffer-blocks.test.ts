/** How long buffers are cut up for drawing. */
import { expect, test } from 'vitest';
import {
  BLOCK_SIZE,
  bufferBlocks,
  fragmentsWithin,
  MORE_FRAGMENTS,
  SHOWN_CHARACTERS,
  SHOWN_FRAGMENTS,
  shownCharacters,
  shownRange,
} from '../../panel/layout/buffer-blocks.ts';

function range(to: number, from = 0): { readonly from: number; readonly to: number } {
  return { from, to };
}

test('the blocks of a call cover its fragments once and in order', () => {
  const blocks = bufferBlocks(range(250), null);
  expect(blocks.map(({ from, to }) => [from, to])).toEqual([
    [0, 100],
    [100, 200],
    [200, 250],
  ]);
});

test('a new fragment changes the last block only', () => {
  const before = bufferBlocks(range(250), null);
  const after = bufferBlocks(range(251), null);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
});

test('what came after the selected fragment is a ghost', () => {
  expect(bufferBlocks(range(250), 120).map(({ ghostFrom }) => ghostFrom)).toEqual([100, 121, 200]);
});

test('a short call is shown whole', () => {
  expect(shownRange(SHOWN_FRAGMENTS, null, SHOWN_FRAGMENTS)).toEqual(range(SHOWN_FRAGMENTS));
  expect(shownRange(0, null, SHOWN_FRAGMENTS)).toEqual(range(0));
});

test('a long call shows its end, from a place that does not move with each fragment', () => {
  const count = SHOWN_FRAGMENTS * 3 + 7;
  const { from, to } = shownRange(count, null, SHOWN_FRAGMENTS);
  expect(to).toBe(count);
  expect(from).toBe(shownRange(count + 1, null, SHOWN_FRAGMENTS).from);
  expect(to - from).toBeGreaterThanOrEqual(SHOWN_FRAGMENTS);
  expect(to - from).toBeLessThan(SHOWN_FRAGMENTS + BLOCK_SIZE);
});

test.each([0, 99, 100, 2500, 6000])(
  'a long call shows the fragment that is selected: %i',
  (selected) => {
    const { from, to } = shownRange(SHOWN_FRAGMENTS * 3 + 7, selected, SHOWN_FRAGMENTS);
    expect(from).toBeLessThanOrEqual(selected);
    expect(to).toBeGreaterThan(selected);
    expect(to - from).toBeLessThan(SHOWN_FRAGMENTS + BLOCK_SIZE);
  },
);

test('a reader who asks for more gets so many more, up to all', () => {
  const more = SHOWN_FRAGMENTS + MORE_FRAGMENTS;
  expect(shownRange(100_000, null, more)).toEqual(range(100_000, 100_000 - more));
  expect(shownRange(100_000, 0, more)).toEqual(range(more));
  expect(shownRange(more, 0, more)).toEqual(range(more));
});

test('a buffer of usual length is drawn whole', () => {
  const whole = range(SHOWN_CHARACTERS + 700, 700);
  expect(shownCharacters(whole, null)).toBe(whole);
});

test.each([
  ['the live end', null, range(10_000_000, 9_500_000)],
  ['the end of the selected fragment, and some more', 5_000_000, range(5_050_000, 4_550_000)],
  ['the beginning, where the selected fragment is there', 3, range(500_000)],
])('of a very long buffer so many characters are drawn as end at %s', (_place, end, expected) => {
  expect(shownCharacters(range(10_000_000), end)).toEqual(expected);
});

test('the first drawn character of a very long buffer does not move with each fragment', () => {
  const before = shownCharacters(range(10_000_001), null);
  const after = shownCharacters(range(10_000_064), null);
  expect(after.from).toBe(before.from);
  expect(after.to - after.from).toBeLessThanOrEqual(SHOWN_CHARACTERS);
});

test('fragments without a part in the drawn characters are left out, whole blocks of them', () => {
  const fragments = Array.from({ length: 1000 }, (_value, index) => ({
    start: index * 10,
    end: index * 10 + 10,
  }));
  expect(fragmentsWithin(fragments, range(1000), range(8005, 2505))).toEqual(range(801, 200));
  expect(fragmentsWithin(fragments, range(1000), range(10_000))).toEqual(range(1000));
});
