/**
 * Work that can wait a little goes behind the page's own: a page that is busy with a stream is the one
 * that must not be held up.
 */
import type { Timer } from '../transport.ts';

/** A page that idles between any two events would be worked for at each of them: so long (ms) it gathers. */
const GATHER = 16;

/** Does `work` once the page is idle, within `delay` milliseconds or little more; gives what calls it off. */
export const whenIdle: Timer = (work, delay) => {
  let idle = 0;
  const gathering = setTimeout(() => {
    idle = requestIdleCallback(work, { timeout: delay });
  }, GATHER);
  return () => {
    clearTimeout(gathering);
    cancelIdleCallback(idle);
  };
};
