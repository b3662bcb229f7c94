/** At most one update per frame, fewer where drawing is slow, and none lost while the panel is hidden. */
import { expect, test } from 'vitest';
import { createFrameScheduler } from '../../panel/models/frame-scheduler.ts';

interface Bench {
  readonly request: () => void;
  readonly runs: () => number;
  /** Lets the frame come that was asked for; gives whether one was. */
  readonly frame: () => boolean;
  /** Lets time pass, and runs the timers that are due. */
  readonly pass: (milliseconds: number) => void;
  readonly hide: () => void;
}

/** A host whose updates take `cost` milliseconds each; `onFirst` is called in the first of them. */
function createBench(cost = 0, onFirst: (request: () => void) => void = () => {}): Bench {
  let frames: (() => void)[] = [];
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  let isHidden = false;
  let runs = 0;
  let time = 0;
  const request = createFrameScheduler(
    {
      isHidden: () => isHidden,
      requestFrame: (callback) => frames.push(callback),
      setTimer: (callback, milliseconds) => timers.push({ at: time + milliseconds, callback }),
      now: () => time,
    },
    () => {
      runs += 1;
      time += cost;
      if (runs === 1) onFirst(request);
    },
  );
  function runTimers(): void {
    const due = timers.filter(({ at }) => at <= time);
    timers = timers.filter(({ at }) => at > time);
    for (const { callback } of due) callback();
  }
  return {
    request,
    runs: () => runs,
    frame() {
      const [...asked] = frames;
      frames = [];
      for (const callback of asked) callback();
      runTimers();
      return asked.length > 0;
    },
    pass(milliseconds) {
      time += milliseconds;
      runTimers();
    },
    hide() {
      isHidden = true;
    },
  };
}

test('a thousand requests before a frame run once in it', () => {
  const { request, frame, runs } = createBench();
  for (let count = 0; count < 1000; count += 1) request();
  frame();
  expect(runs()).toBe(1);
  expect(frame()).toBe(false);
});

test('a hidden panel runs by the timer', () => {
  const { request, frame, pass, runs, hide } = createBench();
  hide();
  request();
  expect(frame()).toBe(false);
  pass(100);
  expect(runs()).toBe(1);
});

test('a panel that is hidden before its frame comes still runs, once', () => {
  const { request, frame, pass, runs } = createBench();
  request();
  pass(100);
  frame();
  expect(runs()).toBe(1);
});

test('the timer of a frame that has run does not cut the next one short', () => {
  const { request, frame, pass, runs } = createBench();
  request();
  frame();
  pass(90);
  request();
  pass(15);
  expect(runs()).toBe(1);
  frame();
  expect(runs()).toBe(2);
});

test('after an update that took 40 ms the next one comes 120 ms later', () => {
  const { request, frame, pass, runs } = createBench(40);
  request();
  frame();
  request();
  pass(119);
  expect(frame()).toBe(false);
  pass(1);
  frame();
  expect(runs()).toBe(2);
});

test('the rest after a very long update is short enough to look live', () => {
  const { request, frame, pass, runs } = createBench(2000);
  request();
  frame();
  request();
  pass(400);
  frame();
  expect(runs()).toBe(2);
});

test('what is asked for while an update is drawn comes in the next one', () => {
  const { request, frame, runs } = createBench(0, (again) => again());
  request();
  frame();
  frame();
  expect(runs()).toBe(2);
});
