/**
 * Tells who made a gesture: the user by pointer or key, or a script. `isTrusted` alone does not tell:
 * `requestSubmit()` fires a trusted submit, and a key fires a trusted click with no pointer in it.
 */
import type { GestureSource } from '../core/records.ts';
import type { GestureEvent } from './gesture-filter.ts';

export interface GestureSources {
  /** Notes that the user pressed or released a key that can click: Enter, Space. */
  readonly key: (t: number) => void;
  /**
   * Says who made an event that begins a gesture, or undefined where it cannot be told. `isUserActive`:
   * the browser has seen the user do something lately, as it does for assistive technology too.
   */
  readonly sourceOf: (
    gesture: Pick<GestureEvent, 'event' | 't' | 'trusted' | 'detail'>,
    isUserActive: boolean,
  ) => GestureSource | undefined;
}

/** A click without a pointer that comes later than this (ms) after a key is none of that key. */
const KEY_CLICKS_WITHIN = 1000;

/** Makes a memory that has seen no key. */
export function createGestureSources(): GestureSources {
  let lastKey = -Infinity;
  return {
    key(t) {
      lastKey = t;
    },
    sourceOf({ event, t, trusted, detail }, isUserActive) {
      // A user's submit follows a click or Enter, and begins no gesture.
      if (!trusted || event === 'submit') return 'script';
      if (event === 'enter') return 'keyboard';
      if (detail > 0) return 'pointer';
      if (t - lastKey <= KEY_CLICKS_WITHIN) return 'keyboard';
      return isUserActive ? undefined : 'script';
    },
  };
}
