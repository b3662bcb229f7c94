/** What the user did last: that explains what the page does next. */
import type { GestureActionRecord } from '../records.ts';
import type { FlagReason } from '../types.ts';
import type { LitControl } from './early-controls.ts';

export interface UserGesture {
  readonly record: GestureActionRecord;
  readonly position: number;
  /** The control it was on, where that had become usable too early. */
  readonly lit: LitControl | null;
}

export interface UserActivity {
  /** Remembers a click, Enter or submit of the user. */
  gesture(gesture: UserGesture): void;
  /** Remembers that the user typed. */
  typed(t: number): void;
  last(): UserGesture | null;
  /** @returns the gesture, if it was not before `since`, that led to what happens at `t`; null where none did */
  asked(t: number, since?: number): UserGesture | null;
  /** @returns when the last gesture was, or -Infinity */
  lastTime(): number;
  /** @returns until when the user may have gone on typing, or -Infinity: that is told once a second */
  typingTime(): number;
  /** @returns whether the user, lately, did nothing but type */
  isTyping(t: number): boolean;
  /** @returns that the gesture, if it was not before `since`, led to what happens at `t`, where it did */
  reason(t: number, since?: number): readonly FlagReason[];
}

/** What a gesture led to comes within this time; measured on click handlers that send. */
const GESTURE_MS = 1000;
/** A page saves what was typed when the typing pauses; hardly later than this. */
const TYPING_MS = 10_000;
/** Typing is told once in so long. */
const TYPING_TOLD_MS = 1000;

/** @returns whether the user made a gesture, as far as it can be told, and no script did */
export function isByUser({ trusted, by }: GestureActionRecord): boolean {
  return trusted !== false && by !== 'script';
}

/** Creates an empty memory. */
export function createUserActivity(): UserActivity {
  let last: UserGesture | null = null;
  let lastTyped = -Infinity;
  const lastTime = (): number => last?.record.t ?? -Infinity;

  function asked(t: number, since = -Infinity): UserGesture | null {
    const age = t - lastTime();
    return lastTime() >= since && age >= 0 && age <= GESTURE_MS ? last : null;
  }

  return {
    gesture(gesture) {
      last = gesture;
    },
    typed(t) {
      lastTyped = t;
    },
    last: () => last,
    lastTime,
    typingTime: () => lastTyped + TYPING_TOLD_MS,
    isTyping: (t) => lastTyped > lastTime() && t - lastTyped <= TYPING_MS,
    asked,
    reason(t, since) {
      const gesture = asked(t, since);
      return gesture === null ? [] : [{ type: 'after-gesture', action: gesture.position }];
    },
  };
}
