/**
 * Flags of one cause told together. A page that acts in the loop that reads the stream acts after every
 * fragment: that is one bug, and a card for each would bury the others.
 */
import type { Flag, Inspection } from '../../src/core/types.ts';
import { flagSubject } from './flag-subject.ts';

export interface FlagGroup {
  readonly first: Flag;
  /** Of the same kind, on the same call and the same control or address; in the order they were raised. */
  readonly more: readonly Flag[];
}

/** A row of the pane: a card, or the line that tells of those like it. */
export type FlagRow =
  | { readonly type: 'card'; readonly flag: Flag }
  | { readonly type: 'more'; readonly group: FlagGroup; readonly isOpen: boolean };

/** Two of a kind are both shown: a line that hides one would save nothing. */
const SMALLEST = 3;

/** Takes flags in the order they are shown; returns them as groups, in the order of their first. */
export function groupFlags(
  flags: readonly Flag[],
  inspection: Pick<Inspection, 'records' | 'stream'>,
): readonly FlagGroup[] {
  const groups = new Map<string, { first: Flag; more: Flag[] }>();
  for (const flag of flags) {
    const key = keyOf(flag, inspection);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: flag, more: [] });
    else group.more.push(flag);
  }
  return [...groups.values()];
}

function keyOf(flag: Flag, inspection: Pick<Inspection, 'records' | 'stream'>): string {
  const subject = flagSubject(flag, inspection);
  const { code, confidence, stream, call, action } = flag;
  const about = subject === null ? [action] : [subject.origin, subject.key];
  return JSON.stringify([code, confidence, stream, call, ...about]);
}

/** Takes groups and which of them are open; returns the rows to draw. */
export function flagRows(
  groups: readonly FlagGroup[],
  isOpen: (group: FlagGroup) => boolean,
): readonly FlagRow[] {
  const rows: FlagRow[] = [];
  for (const group of groups) {
    const { first, more } = group;
    rows.push({ type: 'card', flag: first });
    const isSmall = more.length + 1 < SMALLEST;
    const opened = !isSmall && isOpen(group);
    if (!isSmall) rows.push({ type: 'more', group, isOpen: opened });
    if (isSmall || opened) for (const flag of more) rows.push({ type: 'card', flag });
  }
  return rows;
}
