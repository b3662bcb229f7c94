/** What a page's expectation comes to at one speed, and what a report says in the same terms. */
import { expect } from '@playwright/test';
import type { Report } from '../../src/core/index.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import type { Flag } from '../../src/core/types.ts';
import { isFault, ownFlags } from '../../panel/models/own-flags.ts';
import type { ExpectedFlag, Reply, Speed } from './gallery-case.ts';
import { splitFragments } from './reply-sender.ts';

/** A flag as the gallery compares it. */
export interface ComparedFlag {
  readonly code: string;
  readonly confidence: string;
  readonly call: number;
  /** How many fragments the page had, of how many. */
  readonly fragment: string;
  readonly had: string;
  readonly differences: readonly (readonly [path: string, acted: unknown, final: unknown])[] | null;
  readonly action: string | null;
}

/** How many fragments a call has had by the time its text is `had`, and in the end. */
function fragmentsOf(
  { format, steps }: Reply,
  speed: Speed,
  { call, had }: ExpectedFlag,
): { readonly fragment: number; readonly count: number; readonly text: string } {
  const all = speed === 'characters' ? splitFragments(steps) : steps;
  const texts = all.flatMap((step) => {
    if (!('call' in step) || step.call !== call) return [];
    // OpenAI's opening has arguments, and they are empty.
    if (step.type === 'call') return format === 'openai-chat' ? [''] : [];
    return step.type === 'fragment' ? [step.text] : [];
  });
  const buffers = texts.map((_, index) => texts.slice(0, index + 1).join(''));
  const position =
    had === null
      ? texts.findIndex((text) => text !== '')
      : buffers.findIndex((buffer) => buffer === had);
  if (position < 0 && had !== '') throw new Error(`The reply never has just ${had}.`);
  return { fragment: position + 1, count: texts.length, text: buffers[position] ?? '' };
}

/** @returns the expectations for a reply at a speed */
export function expectedFlags(
  flags: readonly ExpectedFlag[],
  reply: Reply,
  speed: Speed,
): readonly ComparedFlag[] {
  return flags.map((flag) => {
    const { fragment, count, text } = fragmentsOf(reply, speed, flag);
    return {
      code: flag.code,
      confidence: flag.confidence,
      call: flag.call,
      fragment: `${fragment} of ${count}`,
      had: text,
      differences: flag.differences ?? null,
      action: flag.action ?? null,
    };
  });
}

function nameOfAction(record: SessionRecord | undefined, folder: string): string | null {
  if (record?.type !== 'action') return null;
  if (record.kind === 'request') {
    const { pathname } = new URL(record.url, folder);
    return pathname.slice(new URL(folder).pathname.length);
  }
  return 'target' in record ? (record.target?.name ?? null) : null;
}

/**
 * @param report of the session
 * @param records of the session
 * @param folder address of the page
 * @returns the flags that stand for themselves and are faults
 */
export function reportedFlags(
  { flags }: Report,
  records: readonly SessionRecord[],
  folder: string,
): readonly ComparedFlag[] {
  return ownFlags(flags)
    .filter((flag) => isFault(flag))
    .map((flag: Flag) => ({
      code: flag.code,
      confidence: flag.confidence,
      call: flag.call,
      fragment: `${flag.fragment} of ${flag.ofFragments}`,
      had: flag.argumentsAtAction,
      differences: flag.differences.map(({ path, acted, final }) => [path, acted, final] as const),
      action: nameOfAction(records[flag.action], folder),
    }));
}

/** Leaves out of the reported flags what the expectations leave open. */
export function inTermsOf(
  expected: readonly ComparedFlag[],
  reported: readonly ComparedFlag[],
): readonly ComparedFlag[] {
  return reported.map((flag) => {
    const wanted = expected.find(({ code }) => code === flag.code);
    return {
      ...flag,
      differences: wanted?.differences === null ? null : flag.differences,
      action: wanted?.action === null ? null : flag.action,
    };
  });
}

/** What a card shows of a value: JSON, or a dash and the like where there is none. */
function shown(value: unknown): unknown {
  return value === undefined ? expect.any(String) : JSON.stringify(value);
}

/** @returns what the card of a flag has to show: code, confidence, and a row for each field that differs */
export function cardOf({ code, confidence, differences }: ComparedFlag): readonly unknown[] {
  const rows = differences?.map(([path, acted, final]) => [
    path.replace(/^\$\./, ''),
    shown(acted),
    shown(final),
  ]);
  return [code, confidence, rows ?? expect.any(Array)];
}
