/** What ties an action to a call. */
import type { Call, Confidence, FlagCode, FlagReason, Stream } from '../types.ts';
import { isOpen } from './open-calls.ts';
import type { RequestClass } from './request-class.ts';
import type { SentValue } from './sent-values.ts';

export interface Match {
  readonly stream: Stream;
  readonly call: Call;
  readonly confidence: Confidence;
  readonly reasons: readonly FlagReason[];
  /** The values of the call that the action carries. */
  readonly sent: readonly SentValue[];
}

const LOWER: Readonly<Record<Confidence, Confidence>> = {
  confirmed: 'likely',
  likely: 'possible',
  possible: 'possible',
};

/**
 * @param match of an action with an open call
 * @returns the same, or less sure where the server had said all there is to the call, and only its
 * own end was missing: the page lost nothing by not waiting for that
 */
export function lessSureWhenFinished(match: Match): Match {
  const { stream, call, confidence, reasons } = match;
  const hasResult = stream.results.some((result) => result.call === call.position);
  if (!stream.isOver && !hasResult) return match;
  const finished = { type: 'stream-finished', finish: stream.finish } as const;
  return { ...match, confidence: LOWER[confidence], reasons: [...reasons, finished] };
}

/**
 * @param match what was found of a request
 * @param stale a call that ended, whose values of before its end the request carries
 * @returns whether the first is meant: it is open, and the request was sent in its turn or carries the same
 * values of it
 */
export function explains(match: Match, stale: Match): boolean {
  const { call, sent } = match;
  if (!isOpen(call)) return false;
  if (isCausedByChunk(match)) return true;
  return stale.sent.every(({ value }) => sent.some((own) => own.value === value));
}

/** @returns whether an action ran in the turn of one of the call's fragments */
export function isCausedByChunk({ reasons }: Match): boolean {
  return reasons.some(({ type }) => type === 'same-checkpoint');
}

/** @returns what an action on a call is; null where the call had ended well, and so had its stream */
export function codeFor({ call, stream }: Match): FlagCode | null {
  if (isOpen(call)) return 'early-action';
  if (call.status !== 'complete') return 'acted-on-incomplete';
  return stream.isOver ? null : 'before-stream-end';
}

/**
 * @param match of a request by its values @param kind of it
 * @returns the match; null where a text that the user types, or that is counted, may be the same by chance:
 * it counts under its own key only
 */
export function told(match: Match | null, kind: RequestClass): Match | null {
  const mayBeChance = kind === 'autosave' || kind === 'auxiliary';
  return mayBeChance && match?.sent.some(({ isOwnKey }) => isOwnKey) !== true ? null : match;
}
