/** A flag in words: what happened, when, how it differs from the final arguments, and why it is held against a call. */
import type { SessionRecord } from '../../src/core/records.ts';
import type { Call, CallEnd, Difference, Flag, FlagReason } from '../../src/core/types.ts';
import {
  FLAG_SENTENCES,
  FLAG_TITLES,
  LATE_ACTION_TITLE,
  REASON_SENTENCES,
  WHY_WORDS,
} from '../state-words.ts';
import { strings } from '../strings.ts';
import { actionText } from './action-text.ts';
import { formatCount, formatDiffering, formatDuration, formatValue } from './format.ts';
import type { Capture } from './capture.ts';
import { adviceText } from './flag-advice.ts';
import { isFault, repetitionOf, type Repetition } from './own-flags.ts';

export interface FlagText {
  readonly title: string;
  readonly tone: 'bad' | 'warn' | 'plain';
  readonly sentence: string;
  readonly differences: readonly DifferenceText[];
  /** A value of the call was really sent; otherwise the page may not have used what was there. */
  readonly sentValue: boolean;
  /** How sure it is, and what makes it so, in one line. */
  readonly why: string;
  /** All that ties the action to the call. */
  readonly reasons: readonly string[];
  /** What to change in the page. */
  readonly advice: string;
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

function reasonText(reason: FlagReason, flag: Flag, records: readonly SessionRecord[]): string {
  switch (reason.type) {
    case 'value-sent': {
      const value = formatValue(reason.value, VALUE_LIMIT);
      const record = records[flag.action];
      const isMessage =
        record !== undefined && 'initiator' in record && record.initiator === 'websocket';
      const place = isMessage ? 'message' : reason.place;
      return REASON_SENTENCES.valueSent(fieldName(reason.path), value, place);
    }
    case 'known-before':
      return REASON_SENTENCES.knownBefore;
    case 'other-control':
      return REASON_SENTENCES.otherControl;
    case 'same-checkpoint':
      return REASON_SENTENCES.sameCheckpoint(formatCount(reason.chunk + 1));
    case 'after-gesture':
      return REASON_SENTENCES.afterGesture(actionText(records[reason.action]));
    case 'prefix-parsed':
      return REASON_SENTENCES.prefixParsed(formatValue(reason.text, VALUE_LIMIT));
    case 'control-lit-up':
      return REASON_SENTENCES.controlLitUp(actionText(records[reason.action]));
    case 'after-fragment': {
      if (flag.fragment === 0) return REASON_SENTENCES.opened(formatDuration(reason.ms));
      const fragment = formatCount(reason.fragment + 1);
      return REASON_SENTENCES.afterFragment(fragment, formatDuration(reason.ms));
    }
    case 'names-call':
      return REASON_SENTENCES.namesCall(formatValue(reason.value, VALUE_LIMIT), reason.place);
    case 'text-stored':
      return REASON_SENTENCES.textStored(fieldName(reason.path), reason.isCut);
    case 'left-document':
      return REASON_SENTENCES.leftDocument;
    case 'stream-finished':
      return reason.finish === null
        ? REASON_SENTENCES.streamOver
        : REASON_SENTENCES.streamFinished(reason.finish);
    case 'only-open-call':
      return REASON_SENTENCES.onlyOpenCall;
    case 'same-as':
      return REASON_SENTENCES.sameAs(actionText(records[reason.action]));
    default:
      return reason satisfies never;
  }
}

/** The surest kind first. */
const REASON_ORDER: readonly FlagReason['type'][] = [
  'value-sent',
  'text-stored',
  'prefix-parsed',
  'left-document',
  'names-call',
  'same-checkpoint',
  'control-lit-up',
  'after-gesture',
  'after-fragment',
  'same-as',
  'only-open-call',
];

function isWrongValue(reason: FlagReason, { differences }: Flag): boolean {
  return 'path' in reason && differences.some(({ path }) => path === reason.path);
}

function whyText(
  flag: Flag,
  reasons: readonly FlagReason[],
  records: readonly SessionRecord[],
): string {
  const types = new Set(reasons.map(({ type }) => type));
  const surest = REASON_ORDER.find((type) => types.has(type));
  const told = [
    flag.code === 'duplicate-action' ? 'same-as' : surest,
    flag.code === 'duplicate-action' && surest !== 'same-as' ? surest : undefined,
    'known-before',
    'other-control',
    'stream-finished',
  ];
  const sentences = told.flatMap((type) => {
    const ofType = reasons.filter((candidate) => candidate.type === type);
    // A value that is another one in the end says most.
    const reason = ofType.find((candidate) => isWrongValue(candidate, flag)) ?? ofType[0];
    if (reason === undefined) return [];
    if (reason.type !== 'after-fragment') return [reasonText(reason, flag, records)];
    const fragment = formatCount(reason.fragment + 1);
    const duration = formatDuration(reason.ms);
    return [
      flag.fragment === 0
        ? REASON_SENTENCES.soonAfterOpening(duration)
        : REASON_SENTENCES.soonAfterFragment(fragment, duration),
    ];
  });
  return WHY_WORDS[flag.confidence](sentences.join(' '));
}

/** Takes a JSONPath; returns it without the root where it names a field of it: `$.to` is `to`. */
export function fieldName(path: string): string {
  return path.startsWith('$.') ? path.slice(2) : path;
}

function differenceText(difference: Difference): DifferenceText {
  const { path, acted, final } = difference;
  return {
    field: fieldName(path),
    acted: acted === undefined ? strings.missing : formatDiffering(acted, final, VALUE_LIMIT),
    final: final === undefined ? strings.missing : formatDiffering(final, acted, VALUE_LIMIT),
    actedMissing: acted === undefined,
    finalMissing: final === undefined,
  };
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

/** Takes a flag and the session's records; returns a name for its marks that stays the same while its call goes on. */
export function flagName({ code, action }: Flag, records: readonly SessionRecord[]): string {
  return strings.flagMark(FLAG_TITLES[code], actionText(records[action]));
}

/** Takes a flag; returns its colour. */
export function flagTone(flag: Flag): FlagText['tone'] {
  if (!isFault(flag)) return 'plain';
  return flag.confidence === 'confirmed' ? 'bad' : 'warn';
}

/** Takes a flag and the capture that it is of; returns what happened and when. */
export function flagSentence(
  flag: Flag,
  { inspection, isLive }: Pick<Capture, 'inspection' | 'isLive'>,
): string {
  const { records } = inspection;
  const call = inspection.stream(flag.stream)?.calls[flag.call];
  const repetition = repetitionOf(flag, inspection.flags);
  if (repetition !== null) return repeatedText(repetition, call, records);
  const place = placeText(flag.fragment, flag.ofFragments);
  return `${actionText(records[flag.action])} ${place}${timeText(flag, call?.end ?? null, isLive)}`;
}

/** A page gets a chunk in one go: which of its fragments it acted on, nobody can see. */
function sameChunkText({ fragment }: Flag, { fragments }: Call): readonly string[] {
  const chunk = fragments[fragment - 1]?.chunk;
  const first = fragments.findIndex((candidate) => candidate.chunk === chunk) + 1;
  if (chunk === undefined || first === fragment) return [];
  return [FLAG_SENTENCES.sameChunk(formatCount(first), formatCount(fragment))];
}

/** A handler that is slow acts after the end on what it read before. */
function titleOf({ code, t }: Flag, end: CallEnd | null): string {
  const isLate = code === 'early-action' && end !== null && t > end.t;
  return isLate ? LATE_ACTION_TITLE : FLAG_TITLES[code];
}

/** Takes a flag and the capture that it is of; returns all its words. */
export function flagText(flag: Flag, capture: Pick<Capture, 'inspection' | 'isLive'>): FlagText {
  const { inspection } = capture;
  const { records } = inspection;
  const record = records[flag.action];
  const call = inspection.stream(flag.stream)?.calls[flag.call];
  const repetition = repetitionOf(flag, inspection.flags);
  const reasons = [...flag.reasons, ...(repetition?.folded?.reasons ?? [])];
  return {
    title: titleOf(flag, call?.end ?? null),
    tone: flagTone(flag),
    sentence: flagSentence(flag, capture),
    differences: flag.differences.map(differenceText),
    sentValue: flag.code !== 'control-early' && reasons.some(({ type }) => type === 'value-sent'),
    why: whyText(flag, reasons, records),
    reasons: [
      ...reasons.map((reason) => reasonText(reason, flag, records)),
      ...(call === undefined ? [] : sameChunkText(flag, call)),
    ],
    advice: adviceText(flag, call?.end?.event ?? FLAG_SENTENCES.ownEnd),
    stack: record !== undefined && 'stack' in record ? (record.stack ?? null) : null,
  };
}
