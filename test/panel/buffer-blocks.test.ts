/** How long buffers are cut up for drawing. */
import { expect, test } from 'vitest';
import {
  BLOCK_SIZE,
  bufferBlocks,
  SHOWN_FRAGMENTS,
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
  expect(shownRange(SHOWN_FRAGMENTS, null)).toEqual(range(SHOWN_FRAGMENTS));
  expect(shownRange(0, null)).toEqual(range(0));
});

test('a long call shows its end, from a place that does not move with each fragment', () => {
  const count = SHOWN_FRAGMENTS * 3 + 7;
  const { from, to } = shownRange(count, null);
  expect(to).toBe(count);
  expect(from).toBe(shownRange(count + 1, null).from);
  expect(to - from).toBeGreaterThanOrEqual(SHOWN_FRAGMENTS);
  expect(to - from).toBeLessThan(SHOWN_FRAGMENTS + BLOCK_SIZE);
});

test.each([0, 99, 100, 2500, 6000])(
  'a long call shows the fragment that is selected: %i',
  (selected) => {
    const { from, to } = shownRange(SHOWN_FRAGMENTS * 3 + 7, selected);
    expect(from).toBeLessThanOrEqual(selected);
    expect(to).toBeGreaterThan(selected);
    expect(to - from).toBeLessThan(SHOWN_FRAGMENTS + BLOCK_SIZE);
  },
);
