/** Which call an action belongs to: the ways to find it, each with its own confidence. */
import { readPrefix } from '../partial-value.ts';
import type { ActionCause, RequestActionRecord } from '../records.ts';
import type { Call, Confidence, FlagReason, Stream } from '../types.ts';
import { asksForConsent } from './labels.ts';
import { leavesOf, type RequestLeaves } from './leaves.ts';
import type { Match } from './match.ts';
import { isOpen, isRecordedWhole, latestOpenCall, onlyOpenCall } from './open-calls.ts';
import { isSameSite } from './request-class.ts';
import {
  callNamed,
  holdsResultFor,
  sentValues,
  staleValues,
  TELLING_LENGTH,
  type SentValue,
} from './sent-values.ts';
import type { UserActivity } from './user-activity.ts';
import { sharesWord } from './words.ts';

export interface ValueMatches {
  readonly now: Match | null;
  /** The same, with the calls of streams that are over: of those only a repeat is of interest. */
  readonly ever: Match | null;
}

export interface CallSearch {
  /** By a value of its arguments. */
  byValue(t: number, leaves: RequestLeaves): ValueMatches;
  /** By being the result of the call, which the page sends on. */
  byResult(record: RequestActionRecord): Match | null;
  /** By a value that the page can only have read before the end, in a request that came after it. */
  byStaleValue(record: RequestActionRecord, leaves: RequestLeaves): Match | null;
  /** By the fragment in whose turn it ran, where no gesture came between. */
  byCheckpoint(cause: ActionCause | undefined, t: number): Match | null;
  /** By the control of the gesture before it, which had lit up early. */
  byLitControl(record: RequestActionRecord, pageUrl: string): Match | null;
  /** By what a delayed effect of a fragment has: it comes soon after, by itself, and names the call. */
  byDelay(record: RequestActionRecord, pageUrl: string, leaves: RequestLeaves): Match | null;
  /** By no other being open. */
  byBeingOpen(): Match | null;
}

interface Candidate {
  readonly stream: Stream;
  readonly call: Call;
  readonly sent: readonly SentValue[];
  /** How many of the values are whole. */
  readonly whole: number;
}

/** Longer buffers are read for values up to here only. */
const MAX_BUFFER = 256 * 1024;
/** A debounce that is longer than this cannot be told from anything else. */
const DEBOUNCE_MS = 250;

/**
 * @param streams gives the streams whose calls are candidates
 * @param activity what the user did
 */
export function createCallSearch(
  streams: () => readonly Stream[],
  activity: UserActivity,
): CallSearch {
  /** Arguments of ended calls, read once. */
  const values = new WeakMap<Call, { readonly text: string; readonly value: unknown }>();

  function argumentsOf(call: Call): unknown {
    const known = values.get(call);
    const text = call.arguments;
    if (known !== undefined && known.text === text) return known.value;
    const { value } = readPrefix(text.slice(0, MAX_BUFFER));
    if (!isOpen(call)) values.set(call, { text, value });
    return value;
  }

  /** What the user asked for before there was the call was no action on it: that began it. */
  function askedReason(call: Call, t: number): readonly FlagReason[] {
    return activity.reason(t, call.openedAt);
  }

  function valueReasons(sent: readonly SentValue[], call: Call, t: number): readonly FlagReason[] {
    const reasons = sent.map(({ path, value, place }): FlagReason => ({
      type: 'value-sent',
      path,
      value,
      place,
    }));
    return [...reasons, ...askedReason(call, t)];
  }

  function hasSeveralValues(call: Call): boolean {
    return leavesOf(argumentsOf(call)).length > 1;
  }

  /** The calls of which a request carries values, the latest first. */
  function candidatesFor(leaves: RequestLeaves): readonly Candidate[] {
    const found: Candidate[] = [];
    for (const stream of streams().toReversed()) {
      for (const call of stream.calls.toReversed()) {
        const sent = sentValues(argumentsOf(call), leaves);
        const whole = sent.filter(({ isWhole }) => isWhole).length;
        if (sent.length > 0) found.push({ stream, call, sent, whole });
      }
    }
    return found;
  }

  function bestOf(
    candidates: readonly Candidate[],
    inEnded: boolean,
    t: number,
    leaves: RequestLeaves,
  ): Match | null {
    let best: Candidate | null = null;
    for (const candidate of candidates) {
      const rank = rankOf(candidate, inEnded);
      if (rank < (best === null ? Infinity : rankOf(best, inEnded))) best = candidate;
    }
    if (best === null) return null;
    if (best.call.status !== 'complete') {
      for (const candidate of candidates) if (isRather(candidate, best)) best = candidate;
    }
    const { stream, call, sent } = best;
    const reasons = valueReasons(sent, call, t);
    if (isOtherBusiness(best, leaves, t)) {
      const told: readonly FlagReason[] = [...reasons, { type: 'other-control' }];
      return { stream, call, confidence: 'possible', reasons: told, sent };
    }
    if (isCommonplace(best) && !isNamed(call, leaves)) {
      return { stream, call, confidence: 'possible', reasons, sent };
    }
    if (!sent.every((value) => isKnownBefore(stream, value))) {
      return { stream, call, confidence: 'confirmed', reasons, sent };
    }
    const confidence = isNamed(call, leaves) ? 'likely' : 'possible';
    return { stream, call, confidence, reasons: [...reasons, { type: 'known-before' }], sent };
  }

  /**
   * The star of an order whose refund streams: the user's own doing, which names the order in the address, or
   * beside something else.
   */
  function isOtherBusiness({ call, sent }: Candidate, leaves: RequestLeaves, t: number): boolean {
    const asked = activity.asked(t, call.openedAt);
    const target = asked?.record.target;
    if (target === undefined || asked?.lit !== null || isNamed(call, leaves)) return false;
    const label = `${target.name ?? ''} ${target.testId ?? ''}`;
    if (asksForConsent(target.name ?? '') || sharesWord(label, call.name ?? '')) return false;
    if (!sent.every(({ isWhole }) => isWhole)) return false;
    if (sent.every(({ place }) => place === 'address')) return true;
    return sent.length === 1 && (leaves.inBody.length > 1 || hasSeveralValues(call));
  }

  /** One short text of several values, as `EUR`: many a request has that. */
  function isCommonplace({ call, sent }: Candidate): boolean {
    const [only, ...others] = sent;
    if (only === undefined || others.length > 0 || !only.isWhole) return false;
    const isShort = typeof only.value === 'string' && only.value.length < TELLING_LENGTH;
    return isShort && hasSeveralValues(call);
  }

  return {
    byValue(t, leaves) {
      const candidates = candidatesFor(leaves);
      const now = bestOf(candidates, false, t, leaves);
      return { now, ever: now ?? bestOf(candidates, true, t, leaves) };
    },

    byResult({ body, t }) {
      for (const stream of streams().toReversed()) {
        const call = stream.calls.findLast(
          (candidate) => isOpen(candidate) && holdsResultFor(candidate, body ?? ''),
        );
        if (call === undefined) continue;
        const named: FlagReason = { type: 'names-call', value: call.id ?? '', place: 'body' };
        const reasons = [named, ...askedReason(call, t)];
        return { stream, call, confidence: 'confirmed', reasons, sent: [] };
      }
      return null;
    },

    byStaleValue({ t, cause }, leaves) {
      for (const stream of streams().toReversed()) {
        for (const call of stream.calls.toReversed()) {
          const sent = staleValues(call, t, leaves);
          if (sent.length === 0 || call.end === null) continue;
          const gestureTime = activity.lastTime();
          const wasAsked = gestureTime >= call.openedAt && gestureTime < call.end.t;
          const isInTurn = cause?.stream === stream.id && cause.chunk <= call.end.chunk;
          const confidence: Confidence = wasAsked || isInTurn ? 'confirmed' : 'likely';
          return { stream, call, confidence, reasons: valueReasons(sent, call, t), sent };
        }
      }
      return null;
    },

    byCheckpoint(cause, t) {
      if (cause === undefined) return null;
      const stream = streams().find(({ id }) => id === cause.stream);
      const chunkTime = stream?.chunks[cause.chunk]?.t;
      if (stream === undefined || chunkTime === undefined) return null;
      const gestureTime = activity.lastTime();
      if (gestureTime >= chunkTime && gestureTime <= t) return null;
      const call = stream.calls.findLast(
        (candidate) => isOpen(candidate) && candidate.fragments.at(-1)?.chunk === cause.chunk,
      );
      if (call === undefined) return null;
      const reasons: FlagReason[] = [{ type: 'same-checkpoint', chunk: cause.chunk }];
      return { stream, call, confidence: 'confirmed', reasons, sent: [] };
    },

    byLitControl({ url, t }, pageUrl) {
      const lit = activity.last()?.lit ?? null;
      const reasons = activity.reason(t);
      if (lit === null || reasons.length === 0) return null;
      if (!isOpen(lit.call) || !isSameSite(url, pageUrl)) return null;
      const { stream, call, action, isCaused } = lit;
      const tied: FlagReason[] = [...reasons, { type: 'control-lit-up', action }];
      const confidence = isCaused ? 'likely' : 'possible';
      return { stream, call, confidence, reasons: tied, sent: [] };
    },

    byDelay({ url, t }, pageUrl, leaves) {
      const latest = latestOpenCall(streams());
      if (latest === null || !isSameSite(url, pageUrl)) return null;
      const { call } = latest;
      const fragment = call.fragments.length - 1;
      const fragmentTime = call.fragments[fragment]?.t ?? -Infinity;
      // The question that the call answers is a gesture, too: only a later one explains it.
      if (activity.lastTime() >= fragmentTime) return null;
      const ms = t - fragmentTime;
      const value = callNamed(call, leaves);
      if (ms > DEBOUNCE_MS || value === null) return null;
      const reasons: FlagReason[] = [
        { type: 'names-call', value, place: 'address' },
        { type: 'after-fragment', fragment, ms },
      ];
      return { ...latest, confidence: 'likely', reasons, sent: [] };
    },

    byBeingOpen() {
      const only = onlyOpenCall(streams());
      if (only === null) return null;
      return { ...only, confidence: 'possible', reasons: [{ type: 'only-open-call' }], sent: [] };
    },
  };
}

/**
 * A call that is done is meant rather than one that is open, or never ended, where the request has more of
 * it; and where it has as much, rather than one that never ended and was asked for again, or one of the
 * same stream of which the request has nothing that only a reader of an unfinished buffer can have.
 */
function isRather({ call, stream, whole }: Candidate, than: Candidate): boolean {
  if (call.status !== 'complete') return false;
  const isAskedAgain = !isOpen(than.call) && call.openedAt > than.call.openedAt;
  const isBeside = stream === than.stream && than.whole === than.sent.length;
  return whole > than.whole || ((isAskedAgain || isBeside) && whole === than.whole);
}

/** Whether the page had a value before: a text that stands in the request which opened the stream. */
function isKnownBefore({ open }: Stream, { value, isWhole }: SentValue): boolean {
  if (typeof value !== 'string' || !isWhole) return false;
  const inJson = JSON.stringify(value).slice(1, -1);
  return open.request?.body?.includes(inJson) === true;
}

/** Whether the address of a request has a word of the tool's name. */
function isNamed({ name }: Call, { inAddress }: RequestLeaves): boolean {
  return inAddress.some(({ value }) => sharesWord(String(value), name ?? ''));
}

/** Which of several calls with the same value an action is about: the open one first. */
function rankOf({ call, stream }: Candidate, inEnded: boolean): number {
  if (isOpen(call)) return 0;
  // A call that only our recording left unfinished proves nothing.
  if (call.status !== 'complete') return isRecordedWhole(stream) ? 1 : Infinity;
  if (!stream.isOver) return 2;
  // Only a repeat of an earlier action is of interest then.
  if (stream.end === null) return 3;
  return inEnded ? 4 : Infinity;
}
