/**
 * Which flags stand for themselves. One act of the page is one card: a click whose request is flagged
 * is told in that flag, and a request that was sent again and again is told once, with its count.
 */
import type { Flag } from '../../src/core/types.ts';

/** A request that was sent more than once for the same call. */
export interface Repetition {
  /** Position of the record that was sent first. */
  readonly original: number;
  /** How often it was sent in all. */
  readonly count: number;
  /** The flag on the first one; undefined where that one was in time. */
  readonly first: Flag | undefined;
  /** The other flag on the repeat itself, which is not shown beside it. */
  readonly folded: Flag | undefined;
}

/** Says whether a flag is a fault: information and mere possibilities are not counted. */
export function isFault(flag: Flag): boolean {
  return flag.confidence !== 'possible' && flag.code !== 'before-stream-end';
}

function placeKey(flag: Flag, action: number): string {
  return `${action} ${flag.call} ${flag.stream}`;
}

/** Position of the record that a flag's action repeats; its own where it repeats none. */
function originalOf(flag: Flag): number {
  const repeats = flag.reasons.find((reason) => reason.type === 'same-as');
  return repeats?.action ?? flag.action;
}

/** The less, the surer. */
function doubt({ confidence }: Flag): number {
  if (confidence === 'confirmed') return 0;
  return confidence === 'likely' ? 1 : 2;
}

/** Takes flags in the order they were raised; returns those that stand for themselves. */
export function ownFlags(flags: readonly Flag[]): readonly Flag[] {
  const toldGestures = new Set<number>();
  const repeats = new Set<string>();
  /** The surest repeat of each original. */
  const shown = new Map<string, Flag>();
  for (const flag of flags) {
    if (flag.code === 'duplicate-action') {
      repeats.add(placeKey(flag, flag.action));
      const key = placeKey(flag, originalOf(flag));
      const known = shown.get(key);
      if (known === undefined || doubt(flag) < doubt(known)) shown.set(key, flag);
    } else if (flag.code === 'early-action' && flag.confidence !== 'possible') {
      for (const reason of flag.reasons) {
        if (reason.type === 'after-gesture') toldGestures.add(reason.action);
      }
    }
  }
  if (toldGestures.size === 0 && repeats.size === 0) return flags;
  return flags.filter((flag) => {
    if (flag.code === 'duplicate-action') {
      return shown.get(placeKey(flag, originalOf(flag))) === flag;
    }
    return !toldGestures.has(flag.action) && !repeats.has(placeKey(flag, flag.action));
  });
}

/** Takes a flag and all flags of its session; returns what it repeats, or null where it repeats nothing. */
export function repetitionOf(flag: Flag, flags: readonly Flag[]): Repetition | null {
  if (flag.code !== 'duplicate-action') return null;
  const original = originalOf(flag);
  const ofCall = flags.filter(({ call, stream }) => call === flag.call && stream === flag.stream);
  const repeats = ofCall.filter(
    (other) => other.code === 'duplicate-action' && originalOf(other) === original,
  );
  const others = ofCall.filter(({ code }) => code !== 'duplicate-action');
  return {
    original,
    count: repeats.length + 1,
    first: others.find(({ action }) => action === original),
    folded: others.find(({ action }) => action === flag.action),
  };
}
