/**
 * Work that can wait a little goes behind the page's own: a page that is busy with a stream is the one
 * that must not be held up.
 */
import type { Timer } from '../transport.ts';

/** Does `work` once the page is idle, and within `delay` milliseconds; gives what calls it off. */
export const whenIdle: Timer = (work, delay) => {
  const handle = requestIdleCallback(work, { timeout: delay });
  return () => cancelIdleCallback(handle);
};
