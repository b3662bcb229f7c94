/** A flag in words: what happened, when, how it differs from the final arguments, and why it is held against a call. */
import type { ActionTarget, SessionRecord } from '../../src/core/records.ts';
import type { CallEnd, Difference, Flag, FlagReason, Inspection } from '../../src/core/types.ts';
import {
  CONTROL_WORDS,
  FLAG_SENTENCES,
  FLAG_TITLES,
  GESTURE_WORDS,
  REASON_SENTENCES,
} from '../state-words.ts';
import { strings } from '../strings.ts';
import { formatCount, formatDuration, formatValue, pathOf } from './format.ts';
import { isFault, ownFlags } from './capture.ts';

export interface FlagText {
  readonly title: string;
  readonly tone: 'bad' | 'warn' | 'plain';
  readonly sentence: string;
  readonly differences: readonly DifferenceText[];
  readonly reasons: readonly string[];
  readonly stack: string | null;
}

export interface DifferenceText {
  readonly field: string;
  readonly acted: string;
  readonly final: string;
  readonly actedMissing: boolean;
  readonly finalMissing: boolean;
}

const VALUE_LIMIT = 120;

function targetText(target: ActionTarget | undefined): string {
  const name = target?.name ?? target?.testId ?? target?.selector ?? '';
  const role = target?.role ?? '';
  if (name === '' && role === '') return FLAG_SENTENCES.unknownTarget;
  return FLAG_SENTENCES.target(role === '' ? FLAG_SENTENCES.unknownTarget : role, name);
}

/** Takes a record; returns what happened, as the beginning of a sentence: "POST /api/refunds". */
export function actionText(record: SessionRecord | undefined): string {
  if (record?.type !== 'action') return '';
  switch (record.kind) {
    case 'request':
      return `${record.method.toUpperCase()} ${pathOf(record.url)}`;
    case 'gesture':
      return `${GESTURE_WORDS[record.event]} ${targetText(record.target)}`;
    case 'control-enabled': {
      const target = targetText(record.target);
      const words = CONTROL_WORDS[record.how ?? 'attribute'];
      return `${target.charAt(0).toUpperCase()}${target.slice(1)} ${words}`;
    }
    case 'parse-failure':
      return FLAG_SENTENCES.parseFailure;
    default:
      return record satisfies never;
  }
}

function timeText(flag: Flag, end: CallEnd | null): string {
  if (end === null) return flag.final ? FLAG_SENTENCES.neverEnded : FLAG_SENTENCES.open;
  const duration = formatDuration(Math.abs(end.t - flag.t));
  return flag.t > end.t
    ? FLAG_SENTENCES.late(duration, end.event)
    : FLAG_SENTENCES.early(duration, end.event);
}

function reasonText(reason: FlagReason, records: readonly SessionRecord[]): string {
  switch (reason.type) {
    case 'value-sent': {
      const value = formatValue(reason.value, VALUE_LIMIT);
      return REASON_SENTENCES.valueSent(fieldName(reason.path), value, reason.place);
    }
    case 'same-checkpoint':
      return REASON_SENTENCES.sameCheckpoint(formatCount(reason.chunk + 1));
    case 'after-gesture':
      return REASON_SENTENCES.afterGesture(actionText(records[reason.action]));
    case 'control-lit-up':
      return REASON_SENTENCES.controlLitUp(actionText(records[reason.action]));
    case 'after-fragment': {
      const fragment = formatCount(reason.fragment + 1);
      return REASON_SENTENCES.afterFragment(fragment, formatDuration(reason.ms));
    }
    case 'only-open-call':
      return REASON_SENTENCES.onlyOpenCall;
    case 'same-as':
      return REASON_SENTENCES.sameAs(actionText(records[reason.action]));
    default:
      return reason satisfies never;
  }
}

/** Takes a JSONPath; returns it without the root where it names a field of it: `$.to` is `to`. */
export function fieldName(path: string): string {
  return path.startsWith('$.') ? path.slice(2) : path;
}

function differenceText(difference: Difference): DifferenceText {
  const { path, acted, final } = difference;
  return {
    field: fieldName(path),
    acted: acted === undefined ? strings.missing : formatValue(acted, VALUE_LIMIT),
    final: final === undefined ? strings.missing : formatValue(final, VALUE_LIMIT),
    actedMissing: acted === undefined,
    finalMissing: final === undefined,
  };
}

function toneOf(flag: Flag): FlagText['tone'] {
  if (!isFault(flag)) return 'plain';
  return flag.confidence === 'confirmed' ? 'bad' : 'warn';
}

/** Takes a flag and the inspection that raised it; returns all its words. */
export function flagText(flag: Flag, inspection: Inspection): FlagText {
  const record = inspection.records[flag.action];
  const call = inspection.stream(flag.stream)?.calls[flag.call];
  const place =
    flag.fragment === 0
      ? FLAG_SENTENCES.beforeFirst
      : FLAG_SENTENCES.after(formatCount(flag.fragment), formatCount(flag.ofFragments));
  const time = timeText(flag, call?.end ?? null);
  return {
    title: FLAG_TITLES[flag.code],
    tone: toneOf(flag),
    sentence: `${actionText(record)} ${place}${time}`,
    differences: flag.differences.map(differenceText),
    reasons: flag.reasons.map((reason) => reasonText(reason, inspection.records)),
    stack: record !== undefined && 'stack' in record ? (record.stack ?? null) : null,
  };
}

/** What the pane of flags is asked to show. */
export interface FlagFilter {
  /** Null: of all streams. */
  readonly stream: string | null;
  readonly possible: boolean;
}

/** Takes flags in the order they were raised; returns those to show, the surest first, and how many only possible ones the filter hides. */
export function filterFlags(
  flags: readonly Flag[],
  filter: FlagFilter,
): { readonly shown: readonly Flag[]; readonly hidden: number } {
  const meant = ownFlags(flags).filter(
    ({ stream }) => filter.stream === null || stream === filter.stream,
  );
  const shown = meant.filter(({ confidence }) => confidence !== 'possible' || filter.possible);
  return {
    shown: shown.toSorted((left, right) => rank(left) - rank(right)),
    hidden: meant.length - shown.length,
  };
}

/** Sorting keeps the order of equal ranks. */
function rank(flag: Flag): number {
  if (!isFault(flag)) return 2;
  return flag.confidence === 'confirmed' ? 0 : 1;
}
