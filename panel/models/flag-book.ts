/** The flags of a capture as the panel tells them: what stands for itself, what was put aside, and how many there are. */
import type { Flag, Inspection } from '../../src/core/types.ts';
import type { Dismissals } from './dismissals.ts';
import { isFault, ownFlags } from './own-flags.ts';

export interface FaultCount {
  readonly confirmed: number;
  readonly likely: number;
}

export interface FlagBook {
  /** Flags that stand for themselves, in the order they were raised. */
  readonly own: readonly Flag[];
  /** Of the same, those that the reader has said to be no problem. */
  readonly dismissed: readonly Flag[];
  /** Faults by stream; streams without any are not in it. */
  readonly faults: ReadonlyMap<string, FaultCount>;
}

/** Takes an inspection and what is no problem; returns its flags. */
export function createFlagBook(
  inspection: Pick<Inspection, 'flags' | 'records' | 'stream'>,
  dismissals: Pick<Dismissals, 'has'>,
): FlagBook {
  const own: Flag[] = [];
  const dismissed: Flag[] = [];
  const faults = new Map<string, FaultCount>();
  for (const flag of ownFlags(inspection.flags)) {
    if (dismissals.has(flag, inspection)) {
      dismissed.push(flag);
      continue;
    }
    own.push(flag);
    if (!isFault(flag)) continue;
    const { confirmed, likely } = faults.get(flag.stream) ?? { confirmed: 0, likely: 0 };
    const isConfirmed = flag.confidence === 'confirmed';
    faults.set(
      flag.stream,
      isConfirmed ? { confirmed: confirmed + 1, likely } : { confirmed, likely: likely + 1 },
    );
  }
  return { own, dismissed, faults };
}

/** Takes flags of a book and a stream's name, or null for all; returns how many are faults. */
export function countFaults({ faults }: Pick<FlagBook, 'faults'>, stream: string | null): number {
  let sum = 0;
  for (const [name, { confirmed, likely }] of faults) {
    if (stream === null || stream === name) sum += confirmed + likely;
  }
  return sum;
}

/** Takes a session's flags and the session; returns how many count in streams that were left, or are open. */
export function countCutOffFaults(
  book: Pick<FlagBook, 'faults'>,
  { streams }: Pick<Inspection, 'streams'>,
): number {
  let sum = 0;
  for (const { id, status } of streams) {
    if (status === 'aborted' || status === 'open') sum += countFaults(book, id);
  }
  return sum;
}

/** What the pane of flags is asked to show. */
export interface FlagFilter {
  /** Null: of all streams. */
  readonly stream: string | null;
  readonly possible: boolean;
  /** Also those that are no problem. */
  readonly dismissed: boolean;
}

export interface FilteredFlags {
  /** The surest first. */
  readonly shown: readonly Flag[];
  /** Those of `shown` that are no problem. */
  readonly dismissed: ReadonlySet<Flag>;
  /** How many the filter hides because they are possible only, and because they are no problem. */
  readonly hiddenPossible: number;
  readonly hiddenDismissed: number;
}

/** Takes the flags of a capture; returns those to show. */
export function filterFlags(book: FlagBook, filter: FlagFilter): FilteredFlags {
  const isOfStream = ({ stream }: Flag): boolean =>
    filter.stream === null || stream === filter.stream;
  const own = book.own.filter(isOfStream);
  const dismissed = book.dismissed.filter(isOfStream);
  const told = own.filter(({ confidence }) => confidence !== 'possible' || filter.possible);
  const aside = filter.dismissed ? dismissed : [];
  return {
    shown: [...told.toSorted((left, right) => rank(left) - rank(right)), ...aside],
    dismissed: new Set(aside),
    hiddenPossible: own.length - told.length,
    hiddenDismissed: dismissed.length - aside.length,
  };
}

/** Sorting keeps the order of equal ranks. */
function rank(flag: Flag): number {
  if (!isFault(flag)) return 2;
  return flag.confidence === 'confirmed' ? 0 : 1;
}
