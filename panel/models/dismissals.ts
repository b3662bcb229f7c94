/**
 * What the reader has said to be no problem. It outlives the panel, holds for every tab, and is a
 * matter of view only: sessions are exported with all their flags.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Flag, FlagCode, Inspection } from '../../src/core/types.ts';
import { FLAG_TITLES } from '../state-words.ts';
import { strings } from '../strings.ts';
import { flagSubject, type FlagSubject } from './flag-subject.ts';

/** Where dismissals are kept. Its promises reject where that is not allowed. */
export interface DismissalStore {
  readonly readDismissals: () => Promise<unknown>;
  readonly writeDismissals: (dismissals: readonly FlagSubject[]) => Promise<void>;
  /** Calls back with what is kept whenever that has changed, also by another panel. */
  readonly watchDismissals: (changed: (kept: unknown) => void) => void;
}

export interface Dismissals {
  /** Oldest first. */
  readonly entries: ReadonlySignal<readonly FlagSubject[]>;
  /** Says whether a flag was put aside. Whoever asks while drawing is drawn again when that changes. */
  readonly has: (flag: Flag, inspection: Pick<Inspection, 'records' | 'stream'>) => boolean;
  readonly add: (subject: FlagSubject) => void;
  readonly remove: (subject: FlagSubject) => void;
}

/** More than anybody has made by hand; the oldest go. */
const MOST = 500;

function idOf({ code, origin, key }: FlagSubject): string {
  return JSON.stringify([code, origin, key]);
}

function isCode(value: unknown): value is FlagCode {
  return typeof value === 'string' && Object.hasOwn(FLAG_TITLES, value);
}

function readEntry(value: unknown): FlagSubject | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, origin, key, label } = {
    code: null,
    origin: null,
    key: null,
    label: null,
    ...value,
  };
  if (!isCode(code) || typeof origin !== 'string' || typeof key !== 'string') return null;
  return { code, origin, key, label: typeof label === 'string' ? label : key };
}

/** Takes what was kept; returns the entries in it that can be read, each once. */
export function readDismissals(kept: unknown): readonly FlagSubject[] {
  if (!Array.isArray(kept)) return [];
  const entries = new Map<string, FlagSubject>();
  for (const value of kept) {
    const entry = readEntry(value);
    if (entry !== null) entries.set(idOf(entry), entry);
  }
  return [...entries.values()].slice(-MOST);
}

/**
 * @param store null where there is none: then nothing outlives the panel
 * @param fail takes a sentence for the reader when something could not be kept
 */
export function createDismissals(
  store: DismissalStore | null,
  fail: (text: string) => void,
): Dismissals {
  const entries = signal<readonly FlagSubject[]>([]);
  const ids = computed(() => new Set(entries.value.map(idOf)));
  const take = (kept: unknown): void => {
    entries.value = readDismissals(kept);
  };
  store?.readDismissals().then(take, () => fail(strings.settingsUnread));
  store?.watchDismissals(take);

  const change = (next: readonly FlagSubject[]): void => {
    const before = entries.peek();
    entries.value = next.slice(-MOST);
    store?.writeDismissals(entries.peek()).catch(() => {
      entries.value = before;
      fail(strings.settingsUnsaved);
    });
  };
  const without = (subject: FlagSubject): readonly FlagSubject[] =>
    entries.peek().filter((entry) => idOf(entry) !== idOf(subject));

  return {
    entries,
    has(flag, inspection) {
      if (ids.value.size === 0) return false;
      const subject = flagSubject(flag, inspection);
      return subject !== null && ids.value.has(idOf(subject));
    },
    add: (subject) => change([...without(subject), subject]),
    remove: (subject) => change(without(subject)),
  };
}
