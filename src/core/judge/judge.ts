/**
 * The judge: which actions of the page came before the call they belong to was done.
 *
 * Actions are judged against what the page had received when it acted: the order of the records.
 * An action belongs to a call, in this order:
 * 1. confirmed, because its body or address carries a value of the call's arguments;
 * 2. confirmed, because it ran in the same microtask checkpoint as a fragment of the call, and no
 *    gesture came between them;
 * 3. likely, because it is, or followed, a gesture on a control that had become usable while the call
 *    was open;
 * 4. possible, because exactly that call was open.
 */
import { readPrefix } from '../partial-value.ts';
import type {
  ControlActionRecord,
  GestureActionRecord,
  RequestActionRecord,
  SessionRecord,
} from '../records.ts';
import type { Call, Confidence, Flag, FlagCode, FlagReason, Stream } from '../types.ts';
import { controlConfidence, createEarlyControls, type LitControl } from './early-controls.ts';
import { createFlag } from './flag.ts';
import { isOpen, isRecordedWhole, latestOpenCall, onlyOpenCall, openCalls } from './open-calls.ts';
import { createParseFailures } from './parse-failures.ts';
import { createPollingWatch } from './polling.ts';
import { isEffect, isSameSite } from './request-class.ts';
import {
  leavesOfRequest,
  sentValues,
  staleValues,
  type RequestLeaves,
  type SentValue,
} from './sent-values.ts';

export interface Judge {
  readonly flags: readonly Flag[];
  /** A stream was opened; from now on its calls are candidates. */
  opened(stream: Stream): void;
  /** @param record an action @param position its place among the session's records */
  action(record: SessionRecord, position: number): void;
  /** A stream has ended. */
  ended(stream: Stream): void;
}

/** What a gesture led to comes within this time; measured on click handlers that send. */
const GESTURE_MS = 1000;
/** A gesture this shortly before the page's own cancel was the stop button. */
const STOP_MS = 300;
/** Streams that ended longer ago than this many streams are no candidates any more. */
const MAX_STREAMS = 50;
/** Longer buffers are read for values up to here only. */
const MAX_BUFFER = 256 * 1024;

interface Match {
  readonly stream: Stream;
  readonly call: Call;
  readonly confidence: Confidence;
  readonly reasons: readonly FlagReason[];
  readonly sent: readonly SentValue[];
}

interface Gesture {
  readonly record: GestureActionRecord;
  readonly position: number;
  /** The control it was on, where that had become usable too early. */
  readonly lit: LitControl | null;
}

/** @param records the session's records so far; the judge reads earlier actions there */
export function createJudge(records: readonly SessionRecord[]): Judge {
  const flags: Flag[] = [];
  let streams: Stream[] = [];
  let lastGesture: Gesture | null = null;
  const controls = createEarlyControls();
  const polling = createPollingWatch();
  const parseFailures = createParseFailures();
  /** The requests that belong to a call, by what they send, to find repeats. */
  const attached = new Map<Call, Map<string, number>>();

  function opened(stream: Stream): void {
    streams = [...streams.slice(1 - MAX_STREAMS), stream];
    const { requestId } = stream.open;
    if (requestId === undefined || !isStreamType(stream)) return;
    // The request that opened a stream is no effect of another one, unless it carries its values.
    dropFlags((flag) => {
      const record = records[flag.action];
      return (
        flag.confidence !== 'confirmed' &&
        record?.type === 'action' &&
        record.kind === 'request' &&
        record.requestId === requestId
      );
    });
  }

  function ended(stream: Stream): void {
    flags.push(...parseFailures.settle());
    const { end } = stream;
    if (end === null || (end.reason !== 'abort' && end.reason !== 'cancel')) return;
    dropFlags((flag) => {
      const record = records[flag.action];
      const isGesture = record?.type === 'action' && record.kind === 'gesture';
      return isGesture && flag.stream === stream.id && flag.t >= end.t - STOP_MS;
    });
  }

  function dropFlags(isMeant: (flag: Flag) => boolean): void {
    for (let index = flags.length - 1; index >= 0; index--) {
      const flag = flags[index];
      if (flag !== undefined && isMeant(flag)) flags.splice(index, 1);
    }
  }

  function action(record: SessionRecord, position: number): void {
    if (record.type !== 'action') return;
    flags.push(...parseFailures.settle());
    if (record.kind === 'request') request(record, position);
    else if (record.kind === 'gesture') gesture(record, position);
    else if (record.kind === 'control-enabled') control(record, position);
    else parseFailures.add(record, position, openCalls(streams));
  }

  function gesture(record: GestureActionRecord, position: number): void {
    const lit = controls.find(record.target);
    lastGesture = { record, position, lit };
    if (lit !== null) {
      const reasons: FlagReason[] = [{ type: 'control-lit-up', action: lit.action }];
      const { stream, call } = lit;
      const match: Match = { stream, call, confidence: 'likely', reasons, sent: [] };
      raise('early-action', match, record.t, position);
      return;
    }
    const match = byBeingOpen();
    if (match !== null) raise('early-action', match, record.t, position);
  }

  function control(record: ControlActionRecord, position: number): void {
    const latest = latestOpenCall(streams);
    if (latest === null) return;
    const { call } = latest;
    if (!controls.lit(record, { ...latest, action: position })) return;
    const confidence = controlConfidence(record, call, lastGesture?.record.t ?? -Infinity);
    const fragment = Math.max(call.fragments.length - 1, 0);
    const ms = record.t - (call.fragments[fragment]?.t ?? call.openedAt);
    const reasons: FlagReason[] = [{ type: 'after-fragment', fragment, ms }];
    raise('control-early', { ...latest, confidence, reasons, sent: [] }, record.t, position);
  }

  function request(record: RequestActionRecord, position: number): void {
    const pageUrl = record.frame?.url ?? '';
    if (!isEffect(record, pageUrl)) return;
    const isRegular = polling.isRegular(record);
    const byChance = (): Match | null =>
      isRegular ? null : (byGesture(record, pageUrl) ?? byBeingOpen());
    const sent = leavesOfRequest(record);
    const stale = byStaleValue(record, sent);
    const match = stale ?? byValue(record, sent) ?? byCheckpoint(record) ?? byChance();
    if (match === null) return;
    const code = stale === null ? codeFor(match) : 'early-action';
    const earlier = repeated(match.call, record, position);
    if (code !== null && !(code === 'before-stream-end' && earlier !== null)) {
      raise(code, match, record.t, position);
    }
    if (earlier !== null) {
      const reasons: FlagReason[] = [{ type: 'same-as', action: earlier }, ...match.reasons];
      raise('duplicate-action', { ...match, reasons }, record.t, position);
    }
  }

  function raise(code: FlagCode, match: Match, t: number, position: number): void {
    const { stream, call, confidence, reasons, sent } = match;
    flags.push(createFlag({ code, confidence, action: position, t, stream, call, reasons, sent }));
  }

  function byValue({ t }: RequestActionRecord, leaves: RequestLeaves): Match | null {
    let best: Match | null = null;
    let bestRank = Infinity;
    for (let index = streams.length - 1; index >= 0; index--) {
      const stream = streams[index];
      if (stream === undefined) continue;
      for (let position = stream.calls.length - 1; position >= 0; position--) {
        const call = stream.calls[position];
        if (call === undefined) continue;
        const rank = rankOf(call, stream);
        if (rank >= bestRank) continue;
        const sent = sentValues(readPrefix(call.arguments.slice(0, MAX_BUFFER)).value, leaves);
        if (sent.length === 0) continue;
        best = {
          stream,
          call,
          confidence: 'confirmed',
          reasons: valueReasons(sent, t),
          sent,
        };
        bestRank = rank;
      }
    }
    return best;
  }

  /** A value that the page can only have read before the end, in a request that came after it. */
  function byStaleValue({ t }: RequestActionRecord, leaves: RequestLeaves): Match | null {
    for (const stream of streams.toReversed()) {
      for (const call of stream.calls.toReversed()) {
        const sent = staleValues(call, t, leaves);
        if (sent.length === 0 || call.end === null) continue;
        const gestureTime = lastGesture?.record.t ?? -Infinity;
        const wasAsked = gestureTime >= call.openedAt && gestureTime < call.end.t;
        const confidence: Confidence = wasAsked ? 'confirmed' : 'likely';
        return { stream, call, confidence, reasons: valueReasons(sent, t), sent };
      }
    }
    return null;
  }

  function valueReasons(sent: readonly SentValue[], t: number): readonly FlagReason[] {
    const values = sent.map(({ path, value, place }): FlagReason => ({
      type: 'value-sent',
      path,
      value,
      place,
    }));
    return [...values, ...gestureReason(t)];
  }

  function byCheckpoint({ cause, t }: RequestActionRecord): Match | null {
    if (cause === undefined) return null;
    const stream = streams.find(({ id }) => id === cause.stream);
    const chunkTime = stream?.chunks[cause.chunk]?.t;
    if (stream === undefined || chunkTime === undefined) return null;
    if (lastGesture !== null && lastGesture.record.t >= chunkTime && lastGesture.record.t <= t)
      return null;
    const call = stream.calls.findLast(
      (candidate) => isOpen(candidate) && candidate.fragments.at(-1)?.chunk === cause.chunk,
    );
    if (call === undefined) return null;
    const reasons: FlagReason[] = [{ type: 'same-checkpoint', chunk: cause.chunk }];
    return { stream, call, confidence: 'confirmed', reasons, sent: [] };
  }

  function byGesture(record: RequestActionRecord, pageUrl: string): Match | null {
    const reasons = gestureReason(record.t);
    if (lastGesture === null || reasons.length === 0 || !isSameSite(record.url, pageUrl))
      return null;
    const { lit } = lastGesture;
    if (lit === null || !isOpen(lit.call)) return null;
    const { stream, call, action: litBy } = lit;
    const tied: FlagReason[] = [...reasons, { type: 'control-lit-up', action: litBy }];
    return { stream, call, confidence: 'likely', reasons: tied, sent: [] };
  }

  function byBeingOpen(): Match | null {
    const only = onlyOpenCall(streams);
    if (only === null) return null;
    return { ...only, confidence: 'possible', reasons: [{ type: 'only-open-call' }], sent: [] };
  }

  function gestureReason(t: number): FlagReason[] {
    if (lastGesture === null || lastGesture.record.trusted === false) return [];
    const age = t - lastGesture.record.t;
    return age >= 0 && age <= GESTURE_MS
      ? [{ type: 'after-gesture', action: lastGesture.position }]
      : [];
  }

  /** The position of the same request for the same call, if there was one; remembers this one. */
  function repeated(call: Call, record: RequestActionRecord, position: number): number | null {
    const key = JSON.stringify([record.method.toUpperCase(), record.url, record.body ?? null]);
    const known = attached.get(call) ?? new Map<string, number>();
    attached.set(call, known);
    const earlier = known.get(key) ?? null;
    if (earlier === null) known.set(key, position);
    return earlier;
  }

  return { flags, opened, action, ended };
}

/** A reply of another type is a stream only in that the page read it piece by piece, as some trackers do. */
function isStreamType({ open }: Stream): boolean {
  const headers = open.response?.headers ?? [];
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type === '' || /event-?stream|ndjson|jsonl|json-seq|text\/plain/i.test(type);
}

/** Which of several calls with the same value an action is about: the open one first. */
function rankOf(call: Call, stream: Stream): number {
  if (isOpen(call)) return 0;
  // A call that only our recording left unfinished proves nothing.
  if (call.status !== 'complete') return isRecordedWhole(stream) ? 1 : Infinity;
  if (!stream.isOver) return 2;
  // Only a repeat of an earlier action is of interest then.
  return stream.end === null ? 3 : Infinity;
}

/** Null: the call had ended well, and so had its stream. */
function codeFor({ call, stream }: Match): FlagCode | null {
  if (isOpen(call)) return 'early-action';
  if (call.status !== 'complete') return 'acted-on-incomplete';
  return stream.isOver ? null : 'before-stream-end';
}
