/** A flag in words: what happened, when, how it differs from the final arguments, and why it is held against a call. */
import type { ActionTarget, SessionRecord } from '../../src/core/records.ts';
import type { Call, CallEnd, Difference, Flag, FlagReason } from '../../src/core/types.ts';
import {
  CONTROL_WORDS,
  FLAG_SENTENCES,
  FLAG_TITLES,
  GESTURE_WORDS,
  REASON_SENTENCES,
} from '../state-words.ts';
import { strings } from '../strings.ts';
import { formatCount, formatDuration, formatValue, pathOf } from './format.ts';
import type { Capture } from './capture.ts';
import { isFault, ownFlags, repetitionOf, type Repetition } from './own-flags.ts';

export interface FlagText {
  readonly title: string;
  readonly tone: 'bad' | 'warn' | 'plain';
  readonly sentence: string;
  readonly differences: readonly DifferenceText[];
  /** A value of the call was really sent; otherwise the page may not have used what was there. */
  readonly sentValue: boolean;
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

function placeText(fragment: number, count: number): string {
  return fragment === 0
    ? FLAG_SENTENCES.beforeFirst
    : FLAG_SENTENCES.after(formatCount(fragment), formatCount(count));
}

function timeText(flag: Flag, end: CallEnd | null, isLive: boolean): string {
  if (end === null && flag.final) return FLAG_SENTENCES.neverEnded;
  if (end === null) return isLive ? FLAG_SENTENCES.open : FLAG_SENTENCES.openWhenSaved;
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
    case 'prefix-parsed':
      return REASON_SENTENCES.prefixParsed(formatValue(reason.text, VALUE_LIMIT));
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

/** How often a request was sent, and when first. */
function repeatedText(
  { original, count, first }: Repetition,
  call: Call | undefined,
  records: readonly SessionRecord[],
): string {
  const record = records[original];
  const t = record?.t ?? 0;
  const isLate = first === undefined && call?.end !== null && t > (call?.end.t ?? t);
  const fragment =
    first?.fragment ?? (call?.fragments.findLastIndex((had) => had.t <= t) ?? -1) + 1;
  const place = isLate
    ? FLAG_SENTENCES.afterTheEnd
    : placeText(fragment, call?.fragments.length ?? fragment);
  return FLAG_SENTENCES.repeated(actionText(record), formatCount(count), place);
}

/** Takes a flag and the capture that it is of; returns all its words. */
export function flagText(
  flag: Flag,
  { inspection, isLive }: Pick<Capture, 'inspection' | 'isLive'>,
): FlagText {
  const { records } = inspection;
  const record = records[flag.action];
  const call = inspection.stream(flag.stream)?.calls[flag.call];
  const repetition = repetitionOf(flag, inspection.flags);
  const place = placeText(flag.fragment, flag.ofFragments);
  const time = timeText(flag, call?.end ?? null, isLive);
  const reasons = [...flag.reasons, ...(repetition?.folded?.reasons ?? [])];
  return {
    title: FLAG_TITLES[flag.code],
    tone: toneOf(flag),
    sentence:
      repetition === null
        ? `${actionText(record)} ${place}${time}`
        : repeatedText(repetition, call, records),
    differences: flag.differences.map(differenceText),
    sentValue: flag.code !== 'control-early' && reasons.some(({ type }) => type === 'value-sent'),
    reasons: reasons.map((reason) => reasonText(reason, records)),
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
