/** The arithmetic of a strip of time. */
import { expect, test } from 'vitest';
import {
  columnRuns,
  countUntil,
  groupMarks,
  placeOf,
  shownLanes,
  timeAt,
  timeTicks,
  type Moments,
} from '../../panel/layout/time-strip.ts';

const scale = { from: 100, to: 300, width: 200 };

function momentsOf(times: readonly number[]): Moments {
  return { count: times.length, at: (position) => times[position] ?? 0 };
}

test.each([
  [100, 0],
  [150, 50],
  [300, 200],
  [90, 0],
  [1000, 200],
])('the time %d stands at %d, within the strip', (t, place) => {
  expect(placeOf(scale, t)).toBe(place);
});

test.each([
  [0, 100],
  [50, 150],
  [400, 300],
])('at the place %d it is %d', (place, t) => {
  expect(timeAt(scale, place)).toBe(t);
});

test('moments are counted up to a time, those at it included', () => {
  const moments = momentsOf([1, 2, 2, 5]);
  expect([0, 1, 2, 4, 5, 9].map((t) => countUntil(moments, t))).toEqual([0, 1, 3, 3, 4, 4]);
});

test('columns that look the same are one run, and moments at either edge are in it', () => {
  const moments = momentsOf([100, 101, 250.5, 300]);
  const runs = columnRuns(scale, moments, (from, to) => (to > from ? 'tick' : null));
  expect(runs).toEqual([
    { from: 0, to: 1, look: 'tick' },
    { from: 150, to: 151, look: 'tick' },
    { from: 199, to: 200, look: 'tick' },
  ]);
});

test('a column is told which moments fall into it, and all moments fall into one', () => {
  const moments = momentsOf(Array.from({ length: 1000 }, (_value, index) => 100 + index / 5));
  let next = 0;
  columnRuns(scale, moments, (from, to) => {
    expect(from).toBe(next);
    next = to;
    return null;
  });
  expect(next).toBe(1000);
});

test('the work for a quarter of a million moments is bounded by the width', () => {
  let looks = 0;
  const moments = {
    count: 260_000,
    at: (position: number) => {
      looks += 1;
      return 100 + position / 1300;
    },
  };
  columnRuns(scale, moments, (from, to) => (to > from ? 'tick' : null));
  expect(looks).toBeLessThan(202 * 20);
});

test('marks nearer than the gap are one group', () => {
  expect(groupMarks([10, 12, 40, 49, 51], (place) => place, 10)).toEqual([
    { place: 10, items: [10, 12] },
    { place: 40, items: [40, 49] },
    { place: 51, items: [51] },
  ]);
});

test.each([
  ['a second', { from: 0, to: 1000, width: 400 }, 0, [0, 500, 1000]],
  [
    'a stretch that counts from elsewhere',
    { from: 1210, to: 1260, width: 400 },
    1205,
    [1225, 1245],
  ],
  ['a strip without room', { from: 0, to: 1000, width: 90 }, 0, []],
  ['no time at all', { from: 5, to: 5, width: 400 }, 0, []],
])('the ticks of %s are round and have room', (_what, stretch, origin, expected) => {
  expect(timeTicks(stretch, origin, 100)).toEqual(expected);
});

test.each([
  [2, 0, 4, { from: 0, to: 2 }],
  [9, 0, 4, { from: 0, to: 4 }],
  [9, 5, 4, { from: 3, to: 7 }],
  [9, 8, 4, { from: 5, to: 9 }],
  [0, 0, 4, { from: 0, to: 0 }],
])('of %d lanes around lane %d, %d at most are shown', (count, selected, most, expected) => {
  expect(shownLanes(count, selected, most)).toEqual(expected);
});
