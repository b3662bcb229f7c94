/** Where to look for what a flag tells: the control in the page, and the line of its code. */
import type { ActionTarget, FrameDescription, SessionRecord } from '../../src/core/records.ts';
import type { Flag } from '../../src/core/types.ts';
import {
  callerLine,
  ownLine,
  stackLines,
  type SourcePlace,
  type StackLine,
} from './stack-lines.ts';

export interface FlagControl {
  readonly target: ActionTarget;
  readonly frame: FrameDescription | undefined;
}

export interface FlagStack {
  readonly lines: readonly StackLine[];
  /** The first line of the page's own code; null where there is none. */
  readonly own: StackLine | null;
  /** Who called that from another file; null where there is none. */
  readonly caller: StackLine | null;
}

function controlOf(record: SessionRecord | undefined): FlagControl | null {
  if (record?.type !== 'action' || !('target' in record) || record.target === undefined)
    return null;
  return { target: record.target, frame: record.frame };
}

/** Takes a flag and the session's records; returns the control that was used, or that led to the action. */
export function flagControl(
  flag: Pick<Flag, 'action' | 'reasons'>,
  records: readonly SessionRecord[],
): FlagControl | null {
  const own = controlOf(records[flag.action]);
  if (own !== null) return own;
  for (const reason of flag.reasons) {
    const isControl = reason.type === 'after-gesture' || reason.type === 'control-lit-up';
    const control = isControl ? controlOf(records[reason.action]) : null;
    if (control !== null) return control;
  }
  return null;
}

/** Takes the stack of a flag's action; returns its lines. */
export function flagStack(stack: string): FlagStack {
  const lines = stackLines(stack);
  const own = ownLine(lines);
  return { lines, own, caller: callerLine(lines, own) };
}

/** Takes a place; returns it with the last part of its address only: `card.js:73:28`. */
export function shortPlace({ url, line, column }: SourcePlace): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const name = path.split('/').findLast((part) => part !== '') ?? url;
  return `${name}:${line}:${column}`;
}
