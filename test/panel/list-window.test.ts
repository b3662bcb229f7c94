/** The arithmetic of lists that draw only what is visible. */
import { expect, test } from 'vitest';
import { isAtEnd, listWindow, rowForKey, scrollTopToShow } from '../../panel/layout/list-window.ts';

const rows = { rowHeight: 20, height: 100, overscan: 2 };

test.each([
  ['at the top', { count: 1000, scrollTop: 0 }, { start: 0, end: 7 }],
  ['in the middle', { count: 1000, scrollTop: 410 }, { start: 18, end: 28 }],
  ['at the end', { count: 1000, scrollTop: 19_900 }, { start: 993, end: 1000 }],
  ['of a list that has shrunk under it', { count: 3, scrollTop: 19_900 }, { start: 3, end: 3 }],
  ['of a short list', { count: 3, scrollTop: 0 }, { start: 0, end: 3 }],
  ['of nothing', { count: 0, scrollTop: 0 }, { start: 0, end: 0 }],
  ['scrolled beyond its top by a bounce', { count: 9, scrollTop: -50 }, { start: 0, end: 7 }],
])('a window %s holds the visible rows and the overscan', (_place, at, expected) => {
  expect(listWindow({ ...rows, ...at })).toEqual(expected);
});

test('a list of a quarter of a million rows draws no more than a short one', () => {
  const { start, end } = listWindow({ ...rows, count: 260_000, scrollTop: 2_600_000 });
  expect(end - start).toBeLessThanOrEqual(10);
});

test.each([
  ['above the window', 2, 40],
  ['below the window', 20, 320],
  ['inside the window', 7, 120],
])('showing a row %s moves the scroller as little as it can', (_place, row, expected) => {
  expect(scrollTopToShow(row, { rowHeight: 20, scrollTop: 120, height: 100 })).toBe(expected);
});

test('a scroller is at its end within the two pixels that zoom can cost', () => {
  expect(isAtEnd({ scrollTop: 98.6, clientHeight: 100, scrollHeight: 200 })).toBe(true);
  expect(isAtEnd({ scrollTop: 90, clientHeight: 100, scrollHeight: 200 })).toBe(false);
});

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 9, 9],
  ['ArrowUp', null, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 6],
  ['PageUp', 2, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s from row %s of ten selects row %s', (key, selected, expected) => {
  expect(rowForKey(key, selected, 10, 4)).toBe(expected);
});

test('no key selects a row of an empty list', () => {
  expect(rowForKey('End', null, 0, 4)).toBeNull();
});
