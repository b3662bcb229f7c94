/** A timer that only moves when a test says so. */
import type { Timer } from '../../src/transport.ts';

export interface FakeTimer {
  readonly timer: Timer;
  /** Lets time pass, in milliseconds, and runs what is due, in order. */
  readonly pass: (time: number) => void;
}

/** Makes a timer that stands at 0. */
export function createFakeTimer(): FakeTimer {
  let now = 0;
  let tasks: { due: number; work: () => void }[] = [];
  return {
    timer(work, delay) {
      const task = { due: now + delay, work };
      tasks.push(task);
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
    },
    pass(time) {
      const end = now + time;
      for (;;) {
        const next = tasks.toSorted((left, right) => left.due - right.due)[0];
        if (next === undefined || next.due > end) break;
        tasks = tasks.filter((task) => task !== next);
        now = next.due;
        next.work();
      }
      now = end;
    },
  };
}
