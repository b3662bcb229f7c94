/** Requests that came again for the same call: a double submit, a retry that acts twice. */
import type { RequestActionRecord } from '../records.ts';
import type { Call } from '../types.ts';

export interface Repeat {
  /** Position of the record that was sent first. */
  readonly first: number;
  /** Since the one before this. */
  readonly ms: number;
  /** When the one before this was. */
  readonly t: number;
}

export interface Repeats {
  /** Takes a request of a call; @returns what it repeats, or null where it is the first of its kind */
  add(call: Call, record: RequestActionRecord, position: number): Repeat | null;
}

/** Two clicks on a button that should have been disabled. */
const DOUBLE_CLICK_MS = 1000;
/** A page that sends again by itself because the first one failed does so within this time. */
const RETRY_MS = 30_000;

/** Creates an empty memory of requests. */
export function createRepeats(): Repeats {
  const known = new Map<Call, Map<string, { readonly first: number; t: number }>>();
  return {
    add(call, { method, url, body = null, t }, position) {
      const ofCall = known.get(call) ?? new Map<string, { readonly first: number; t: number }>();
      known.set(call, ofCall);
      const key = JSON.stringify([method.toUpperCase(), url, body]);
      const earlier = ofCall.get(key);
      if (earlier === undefined) {
        ofCall.set(key, { first: position, t });
        return null;
      }
      const repeat = { first: earlier.first, ms: t - earlier.t, t: earlier.t };
      earlier.t = t;
      return repeat;
    },
  };
}

/**
 * @param repeat of a request, after the call and its stream had ended
 * @param lastGesture when the user last did something
 * @returns whether it was not meant: a user may well do the same again, later
 */
export function isUnmeant({ ms, t }: Repeat, lastGesture: number): boolean {
  return ms <= DOUBLE_CLICK_MS || (ms <= RETRY_MS && lastGesture <= t);
}

/** @returns whether a method may be sent again without a further effect: RFC 9110, 9.2.2 */
export function isIdempotent(method: string): boolean {
  return /^(?:PUT|DELETE)$/i.test(method);
}
