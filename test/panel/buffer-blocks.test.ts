/** How long buffers are cut up for drawing. */
import { expect, test } from 'vitest';
import {
  BLOCK_SIZE,
  bufferBlocks,
  firstShown,
  SHOWN_FRAGMENTS,
} from '../../panel/layout/buffer-blocks.ts';

test('the blocks of a call cover its fragments once and in order', () => {
  const blocks = bufferBlocks(250, null, false);
  expect(blocks.map(({ from, to }) => [from, to])).toEqual([
    [0, 100],
    [100, 200],
    [200, 250],
  ]);
});

test('a new fragment changes the last block only', () => {
  const before = bufferBlocks(250, null, false);
  const after = bufferBlocks(251, null, false);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
});

test('what came after the selected fragment is a ghost', () => {
  expect(bufferBlocks(250, 120, false).map(({ ghostFrom }) => ghostFrom)).toEqual([100, 121, 200]);
});

test('a long call shows its end, and all of it when asked', () => {
  const count = SHOWN_FRAGMENTS * 3 + 7;
  expect(bufferBlocks(count, null, false)[0]?.from).toBe(firstShown(count));
  expect(count - firstShown(count)).toBeLessThan(SHOWN_FRAGMENTS + BLOCK_SIZE);
  expect(bufferBlocks(count, null, true)[0]?.from).toBe(0);
});
