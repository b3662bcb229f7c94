/** At most one update per frame, and none lost while the panel is hidden. */
import { expect, test } from 'vitest';
import { createFrameScheduler } from '../../panel/models/frame-scheduler.ts';

function createBench(isHidden: boolean): {
  readonly request: () => void;
  readonly runs: () => number;
  readonly frames: (() => void)[];
  readonly timers: (() => void)[];
} {
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  let runs = 0;
  const request = createFrameScheduler(
    {
      isHidden: () => isHidden,
      requestFrame: (callback) => frames.push(callback),
      setTimer: (callback) => timers.push(callback),
    },
    () => {
      runs += 1;
    },
  );
  return { request, runs: () => runs, frames, timers };
}

test('a thousand requests before a frame run once in it', () => {
  const bench = createBench(false);
  for (let count = 0; count < 1000; count += 1) bench.request();
  expect(bench.frames).toHaveLength(1);
  bench.frames[0]?.();
  expect(bench.runs()).toBe(1);
});

test('a hidden panel runs by the timer', () => {
  const bench = createBench(true);
  bench.request();
  expect(bench.frames).toEqual([]);
  bench.timers[0]?.();
  expect(bench.runs()).toBe(1);
});

test('a panel that is hidden before its frame comes still runs', () => {
  const bench = createBench(false);
  bench.request();
  bench.timers[0]?.();
  bench.frames[0]?.();
  expect(bench.runs()).toBe(1);
});

test('the timer of a frame that has run does not cut the next one short', () => {
  const bench = createBench(false);
  bench.request();
  bench.frames[0]?.();
  bench.request();
  bench.timers[0]?.();
  expect(bench.runs()).toBe(1);
  bench.frames[1]?.();
  expect(bench.runs()).toBe(2);
});
