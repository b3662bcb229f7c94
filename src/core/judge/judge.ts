/**
 * The judge: which actions of the page came before the call they belong to was done.
 *
 * Actions are judged against what the page had received when it acted: the order of the records.
 * An action belongs to a call, in this order:
 * 1. confirmed, because its body or address carries a value of the call's arguments;
 * 2. confirmed, because it ran in the same microtask checkpoint as a fragment of the call, and no
 *    gesture came between them;
 * 3. likely, because it is, or followed, a gesture on a control that had become usable while the call
 *    was open, or because it came soon after a fragment and names the call;
 * 4. possible, because exactly that call was open.
 * Each is one step less sure where the server had finished, and only the call's own end was missing.
 */
import type {
  ControlActionRecord,
  GestureActionRecord,
  NavigationActionRecord,
  RequestActionRecord,
  SessionRecord,
  StorageActionRecord,
} from '../records.ts';
import type { Flag, FlagCode, FlagReason, Stream } from '../types.ts';
import { createCallSearch } from './call-search.ts';
import { controlConfidence, createEarlyControls, isByFragment } from './early-controls.ts';
import { createFirsts } from './firsts.ts';
import { createFlag } from './flag.ts';
import { leavesOfRequest, type RequestLeaves } from './leaves.ts';
import { codeFor, explains, lessSureWhenFinished, told, type Match } from './match.ts';
import {
  callOfLastChunk,
  callsEndedIn,
  isLeft,
  isOpen,
  latestOpenCall,
  openCalls,
} from './open-calls.ts';
import { createParseFailures } from './parse-failures.ts';
import { createPollingWatch } from './polling.ts';
import { createRepeats, isIdempotent, isUnmeant, type Repeat } from './repeats.ts';
import { isStopAddress, isStreamType, requestClass, type RequestClass } from './request-class.ts';
import { isStopControl } from './stop-controls.ts';
import { readStopPress } from './stop-press.ts';
import { storedText } from './stored-text.ts';
import { createUnrelatedRequests } from './unrelated-requests.ts';
import { createUserActivity, isByUser } from './user-activity.ts';

export interface Judge {
  readonly flags: readonly Flag[];
  /** A stream was opened; from now on its calls are candidates. */
  opened(stream: Stream): void;
  /** The page got a chunk of a stream. */
  received(stream: Stream): void;
  /** @param record an action @param position its place among the session's records */
  action(record: SessionRecord, position: number): void;
  /** A stream has ended. */
  ended(stream: Stream): void;
}

/** Streams that ended longer ago than this many streams are no candidates any more. */
const MAX_STREAMS = 50;

/** @param records the session's records so far; the judge reads earlier actions there */
export function createJudge(records: readonly SessionRecord[]): Judge {
  const flags: Flag[] = [];
  let streams: Stream[] = [];
  /** The stream of the last chunk, of those that have calls. */
  let lastReceived: Stream | null = null;
  const activity = createUserActivity();
  const search = createCallSearch(() => streams, activity);
  const controls = createEarlyControls();
  const polling = createPollingWatch();
  const parseFailures = createParseFailures();
  const repeats = createRepeats();
  const unrelated = createUnrelatedRequests();
  const isFirst = createFirsts();

  function opened(stream: Stream): void {
    streams = [...streams.slice(1 - MAX_STREAMS), stream];
    controls.asks(activity.last()?.record ?? null, stream.open.t);
    const { requestId } = stream.open;
    if (requestId === undefined || !isStreamType(stream)) return;
    // The request that opened a stream is no effect of another one, unless it carries its values.
    dropFlags((flag, record) => {
      const isRequest = record?.type === 'action' && record.kind === 'request';
      return flag.confidence !== 'confirmed' && isRequest && record.requestId === requestId;
    });
  }

  function received(stream: Stream): void {
    flags.push(...parseFailures.settle(undefined));
    if (stream.calls.length > 0) lastReceived = stream;
  }

  function ended(stream: Stream): void {
    flags.push(...parseFailures.settle(undefined));
    const { end } = stream;
    if (end?.reason === 'abort' || end?.reason === 'cancel') stopped(stream, end.t);
    // The link was a download: the page stayed, and got the whole call.
    dropFlags(
      ({ code, stream: id, call }) =>
        code === 'left-page' && id === stream.id && stream.calls[call]?.status === 'complete',
    );
  }

  /** The page itself ended the stream: a gesture just before, and what it did, was for that. */
  function stopped(stream: Stream, t: number): void {
    const press = readStopPress({ stream, t, flags, records, last: activity.last() });
    if (press.gesture !== null) controls.stops(press.gesture.record.target);
    dropFlags(press.explains);
  }

  function dropFlags(isMeant: (flag: Flag, record: SessionRecord | undefined) => boolean): void {
    for (let index = flags.length - 1; index >= 0; index--) {
      const flag = flags[index];
      if (flag !== undefined && isMeant(flag, records[flag.action])) flags.splice(index, 1);
    }
  }

  function action(record: SessionRecord, position: number): void {
    if (record.type !== 'action') return;
    flags.push(...parseFailures.settle('cause' in record ? record.cause : undefined));
    switch (record.kind) {
      case 'request':
        request(record, position);
        break;
      case 'gesture':
        gesture(record, position);
        break;
      case 'control-enabled':
        control(record, position);
        break;
      case 'parse-failure':
        parseFailures.add(record, position, [
          ...openCalls(streams),
          ...callsEndedIn(streams, record.cause),
        ]);
        break;
      case 'navigation':
        navigation(record, position);
        break;
      case 'storage':
        storage(record, position);
        break;
      default:
        record satisfies never;
    }
  }

  function gesture(record: GestureActionRecord, position: number): void {
    const { event, target, t } = record;
    if (event === 'type') {
      activity.typed(t);
      return;
    }
    const lit = controls.find(target);
    if (isByUser(record)) activity.gesture({ record, position, lit });
    if (isStopControl(target)) return;
    const caused = isByUser(record) ? null : search.byCheckpoint(record.cause, t);
    if (caused !== null) raise('early-action', caused, t, position);
    else if (lit !== null) {
      const { stream, call, action: litBy, confidence } = lit;
      const reasons: FlagReason[] = [{ type: 'control-lit-up', action: litBy }];
      const match: Match = { stream, call, confidence, reasons, sent: [] };
      raise('early-action', match, t, position);
    } else {
      const match = search.byBeingOpen();
      if (match !== null) raise('early-action', match, t, position);
    }
  }

  function control(record: ControlActionRecord, position: number): void {
    const latest = callOfLastChunk(streams, lastReceived);
    if (latest === null) return;
    const { call } = latest;
    const lastTime = Math.max(activity.lastTime(), activity.typingTime());
    const isCaused = isByFragment(record, latest, lastTime);
    const confidence = controlConfidence(record, latest, isCaused);
    if (!controls.lit(record, { ...latest, action: position, confidence, isCaused })) return;
    const fragment = Math.max(call.fragments.length - 1, 0);
    const ms = record.t - (call.fragments[fragment]?.t ?? call.openedAt);
    const reasons: FlagReason[] = [{ type: 'after-fragment', fragment, ms }];
    raise('control-early', { ...latest, confidence, reasons, sent: [] }, record.t, position);
  }

  function request(record: RequestActionRecord, position: number): void {
    const pageUrl = record.frame?.url ?? '';
    const { t } = record;
    const series = polling.add(record);
    const isTyping = activity.isTyping(t);
    const kind = requestClass(record, { pageUrl, streams, series, isTyping });
    if (kind === 'own' || kind === 'telemetry' || kind === 'read') return;
    const sent = leavesOfRequest(record);
    const stale = search.byStaleValue(record, sent);
    const found = findCall(record, kind, sent, pageUrl);
    const match = stale === null || (found !== null && explains(found, stale)) ? found : stale;
    if (unrelated.explains(record, match) || match === null) return;
    const code = match === stale ? 'early-action' : codeFor(match);
    const repeat = repeats.add(match.call, record, position);
    if (code !== null && !(code === 'before-stream-end' && repeat !== null)) {
      raise(code, match, t, position);
    }
    if (repeat !== null) repeated(record, match, repeat, position);
  }

  function findCall(
    record: RequestActionRecord,
    kind: RequestClass,
    sent: RequestLeaves,
    pageUrl: string,
  ): Match | null {
    // A press of the stop button explains what follows it.
    const isStop = isStopControl(activity.asked(record.t)?.record.target);
    if (isStop && isStopAddress(record.url, openCalls(streams))) return null;
    const byResult = search.byResult(record);
    if (byResult !== null) return byResult;
    const byValue = search.byValue(record.t, sent);
    const now = told(byValue.now, kind);
    if (now?.confidence === 'confirmed') return now;
    const isCaused = kind === 'effect' || kind === 'background';
    const byCheckpoint = isCaused ? search.byCheckpoint(record.cause, record.t) : null;
    const byEnded = byCheckpoint ?? told(byValue.ever, kind);
    if (byEnded?.confidence === 'confirmed' || kind !== 'effect') return byEnded;
    if (isStop) return byEnded;
    const byLitControl = search.byLitControl(record, pageUrl);
    if (byEnded !== null && byLitControl?.confidence !== 'likely') return byEnded;
    return byLitControl ?? search.byDelay(record, pageUrl, sent) ?? search.byBeingOpen();
  }

  function repeated(
    record: RequestActionRecord,
    match: Match,
    repeat: Repeat,
    position: number,
  ): void {
    const isAfterAll = !isOpen(match.call) && match.stream.end !== null;
    if (isAfterAll && match.call.status === 'complete') {
      if (isIdempotent(record.method) || !isUnmeant(repeat, activity.lastTime())) return;
    }
    const reasons: FlagReason[] = [{ type: 'same-as', action: repeat.first }, ...match.reasons];
    raise('duplicate-action', { ...match, reasons }, record.t, position);
  }

  function navigation(record: NavigationActionRecord, position: number): void {
    const { t, url, userInitiated = false } = record;
    const caused = userInitiated ? null : byScript(record);
    if (caused !== null) {
      raise('early-action', caused, t, position);
      return;
    }
    const asked = activity.reason(t);
    const latest = latestOpenCall(streams.filter((stream) => isLeft(stream, record)));
    if (latest === null || (!userInitiated && asked.length === 0)) return;
    if (!isFirst(latest.call, `left ${userInitiated ? '' : url}`)) return;
    const confidence = userInitiated ? 'likely' : 'possible';
    const reasons: FlagReason[] = [{ type: 'left-document' }, ...asked];
    raise('left-page', { ...latest, confidence, reasons, sent: [] }, t, position);
  }

  function byScript({ t, url, cause }: NavigationActionRecord): Match | null {
    const { now } = search.byValue(t, leavesOfRequest({ url }));
    return now !== null && isOpen(now.call) ? now : search.byCheckpoint(cause, t);
  }

  function storage(record: StorageActionRecord, position: number): void {
    const { t, area, key } = record;
    for (const { stream, call } of openCalls(streams)) {
      const found = storedText(call, record);
      if (found === null) continue;
      const { path, isCut, isMeant } = found;
      const confidence = isCut && !isMeant ? 'likely' : 'possible';
      if (!isFirst(call, `${confidence} ${area} ${key}`)) return;
      const asked = activity.reason(t, call.openedAt);
      const reasons: FlagReason[] = [{ type: 'text-stored', path, isCut }, ...asked];
      raise('stored-partial', { stream, call, confidence, reasons, sent: [] }, t, position);
      return;
    }
  }

  function raise(code: FlagCode, found: Match, t: number, position: number): void {
    const match = isOpen(found.call) ? lessSureWhenFinished(found) : found;
    flags.push(createFlag({ ...match, code, action: position, t }));
  }

  return { flags, opened, received, action, ended };
}
