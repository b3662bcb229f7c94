/**
 * Notes that the user types, so that what a page saves while its user writes is not taken for an
 * effect of a call. What is typed is never read.
 */
import type { GestureActionRecord } from '../core/records.ts';
import { controlAround, describeTarget } from './describe-target.ts';

const OPTIONS = { capture: true, passive: true } as const;
/** Typing is told this often (ms) at most. */
const PAUSE = 1000;

/**
 * Reports typing on `page` to `report` until the function that it gives back is called. `now` is the
 * clock of the page's records.
 */
export function watchTyping(
  page: Window,
  now: () => number,
  report: (record: GestureActionRecord) => void,
): () => void {
  let last = -Infinity;

  function onBeforeInput(event: InputEvent): void {
    const element = event.composedPath()[0];
    const t = now();
    if (!event.isTrusted || t - last < PAUSE || !(element instanceof Element)) return;
    last = t;
    const target = describeTarget(controlAround(element));
    report({ type: 'action', t, kind: 'gesture', event: 'type', trusted: true, target });
  }

  page.addEventListener('beforeinput', onBeforeInput, OPTIONS);
  return () => page.removeEventListener('beforeinput', onBeforeInput, OPTIONS);
}
