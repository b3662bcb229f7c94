/**
 * Work that can wait a little goes behind the page's own: a page that is busy with a stream is the one
 * that must not be held up.
 */

/**
 * Does `work` once the page is idle, within `delay` milliseconds or little more; gives what calls it
 * off. `hasTime` tells the work whether the page is idle still: without, it does a little and asks again.
 */
export type WhenIdle = (work: (hasTime: () => boolean) => void, delay: number) => () => void;

/** A page that idles between any two events would be worked for at each of them: so long (ms) it gathers. */
const GATHER = 24;
/** So much (ms) must be left of the page's idle time for more work. */
const ENOUGH = 2;

export const whenIdle: WhenIdle = (work, delay) => {
  let idle = 0;
  const gathering = setTimeout(() => {
    idle = requestIdleCallback((deadline) => work(() => deadline.timeRemaining() > ENOUGH), {
      timeout: delay,
    });
  }, GATHER);
  return () => {
    clearTimeout(gathering);
    cancelIdleCallback(idle);
  };
};
