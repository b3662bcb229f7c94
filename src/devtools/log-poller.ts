/**
 * Decides when the network log is read. It tells nobody when it grows, and each reading copies the
 * whole log: 1 ms for a handful of requests, 100 ms for 2,000 (measured in Chromium 156). So it is
 * read while something may be coming, at most a tenth of the time, and not at all on a quiet page.
 */
import type { Timer } from '../transport.ts';

/** Between two readings (ms) while events come: the eye takes a quarter of a second for live. */
const DELAY = 250;
/** Where a reading brings nothing new the next one waits twice as long, up to this. */
const LONGEST_DELAY = 2000;
/** After each reading the log is left alone for so many times as long as it took. */
const REST = 9;
/** A page that has shown no sign of life for this long (ms) is not looked at until it does. */
const QUIET = 8000;

export interface LogPollerOptions {
  /** Reads the log; rejects where it cannot be read. */
  readonly read: () => Promise<unknown>;
  /** Takes the log; returns whether it held anything new. */
  readonly feed: (har: unknown) => boolean;
  /** Whether something that is worth waiting for is under way. */
  readonly isWaiting: () => boolean;
  /** A clock in milliseconds. */
  readonly now: () => number;
  timer: Timer;
}

export interface LogPoller {
  /** The page has shown a sign of life: a record, a request, a navigation. */
  readonly wake: () => void;
  /** Nothing is read any more until the next sign of life. */
  readonly sleep: () => void;
}

/** Makes a poller that sleeps. */
export function createLogPoller(options: LogPollerOptions): LogPoller {
  const { read, feed, isWaiting, now, timer } = options;
  let delay = DELAY;
  /** When the log may be read again. */
  let restUntil = 0;
  let liveUntil = 0;
  let isReading = false;
  let next: { readonly at: number; readonly callOff: () => void } | null = null;

  function schedule(): void {
    const at = Math.max(now() + delay, restUntil);
    if (isReading || (next !== null && next.at <= at)) return;
    next?.callOff();
    next = { at, callOff: timer(() => void poll(), at - now()) };
  }

  async function poll(): Promise<void> {
    next = null;
    isReading = true;
    const start = now();
    // A log that cannot be read may hold nothing; what is over was told all the same.
    const har = await read().catch(() => null);
    isReading = false;
    const isNew = feed(har);
    const end = now();
    restUntil = end + REST * (end - start);
    if (isNew) liveUntil = end + QUIET;
    delay = isNew ? DELAY : Math.min(delay * 2, LONGEST_DELAY);
    if (isWaiting() || end < liveUntil) schedule();
  }

  return {
    wake() {
      liveUntil = now() + QUIET;
      delay = DELAY;
      schedule();
    },
    sleep() {
      liveUntil = 0;
      next?.callOff();
      next = null;
    },
  };
}
