/**
 * The second view of the tab's streams: successive snapshots of the browser's network log become
 * records of the streams that the page script cannot see (in workers, in realms that it never
 * entered), and facts to check those that it does see.
 *
 * A request belongs to the page script where a tapped stream is the same request. Where none is, its
 * stream is shown as the log has it, which lacks the bytes as they were sent, and comments. Requests
 * from before DevTools was opened are not in the log at all.
 */
import type { SessionRecord } from '../core/records.ts';
import { eventDigest } from '../event-digest.ts';
import type { PanelMessage } from '../protocol.ts';
import { createFollowedRequests, type Followed, type Owner } from './followed-requests.ts';
import { createLoggedStream, type LoggedBody, type LoggedStream } from './logged-stream.ts';
import {
  entriesOf,
  pageStartOf,
  readEntry,
  type Caller,
  type LoggedRequest,
} from './logged-request.ts';
import { createTappedStreams, withoutFragment } from './tapped-streams.ts';

/**
 * How long (ms) after its response a request may still turn out to be a tapped one. Where our hook
 * stands on its stack its records will come, late if the page keeps its thread busy; a source of
 * events has no stack in the log; another stack went past us.
 */
const PATIENCE: Readonly<Record<Caller, number>> = { hooked: 10_000, unknown: 1000, free: 0 };
/** A request without a response may become a stream for this long (ms): models think for minutes. */
const RESPONSE_PATIENCE = 180_000;

/** Larger bodies (bytes) are not asked for: they come as one text. */
const MAXIMUM_BODY = 16 * 1024 * 1024;

export interface NetworkLogOptions {
  /** The address under which this extension's scripts are. */
  readonly own: string;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
}

export interface NetworkLog {
  /** Takes what the recorder tells the panel: tapped streams, navigations, the switch. */
  readonly note: (message: PanelMessage) => void;
  /**
   * A request is over; what that means is in the result of the next snapshot. The log reads events
   * in the background, so its last ones may come after this.
   */
  readonly finish: (entry: unknown, body: LoggedBody | null) => void;
  /** Whether the body of a request that is over is wanted, because the log has no events of it. */
  readonly wantsBody: (entry: unknown) => boolean;
  /** Takes a snapshot, a HAR; returns what is new in it for the panel, in order. */
  readonly feed: (har: unknown) => readonly PanelMessage[];
  /** Whether a request of the last snapshot may soon bring more to show. */
  readonly isWaiting: () => boolean;
}

/** A request that is over and waits for the next snapshot. */
interface Finished {
  readonly entry: unknown;
  readonly body: LoggedBody | null;
  readonly state: Followed | null;
}

/** Makes a log that has seen nothing. It takes the tab to be recorded until it is told otherwise. */
export function createNetworkLog({ own, now }: NetworkLogOptions): NetworkLog {
  const tapped = createTappedStreams();
  const requests = createFollowedRequests();
  /** Addresses that redirects led to, with those that they came from. */
  const origins = new Map<string, string>();
  /** The requests of each tapped stream: a source of events connects again. */
  const audits = new Map<string, Followed[]>();
  let finished: readonly Finished[] = [];
  let isRecording = true;
  let recordingSince = Number.NEGATIVE_INFINITY;
  let pageSince = Number.NEGATIVE_INFINITY;
  let streams = 0;
  let isWaiting = false;
  let records: SessionRecord[] = [];

  function closeOpen(
    isMeant: (state: Followed) => boolean,
    last: (stream: LoggedStream) => SessionRecord,
  ): void {
    requests.close(isMeant, ({ owner }) => {
      if (owner?.type === 'log') records.push(last(owner.stream));
    });
  }

  /** The page is another one: what the last one had open is gone, and the log may keep it all the same. */
  function turnPage(since: number): void {
    if (since <= pageSince) return;
    pageSince = since;
    closeOpen(
      ({ startedAt }) => startedAt < since,
      (stream) => stream.leave(now()),
    );
    requests.forget(since);
  }

  function stop(): void {
    closeOpen(
      () => true,
      (stream) => stream.stop(now()),
    );
    tapped.clear();
    audits.clear();
    isWaiting = false;
  }

  function urlsOf(request: LoggedRequest): readonly string[] {
    const url = withoutFragment(request.url);
    const origin = origins.get(url);
    return origin === undefined ? [url] : [url, origin];
  }

  function ownerOf(state: Followed, request: LoggedRequest): Owner | null {
    const tap = tapped.take(request, urlsOf(request));
    if (tap !== undefined) {
      audits.set(tap, [...(audits.get(tap) ?? []), state]);
      return { type: 'tap', stream: tap };
    }
    const waited = now() - (request.respondedAt ?? request.startedAt);
    if (waited < PATIENCE[request.caller()]) return null;
    streams += 1;
    const stream = createLoggedStream(`network/${streams}`, request.startedAt >= recordingSince);
    records = [...records, ...stream.open(request)];
    return { type: 'log', stream };
  }

  function audit(state: Followed, request: LoggedRequest, stream: string): PanelMessage | null {
    // That the log has nothing says nothing.
    if (request.eventCount === 0) return null;
    state.digests = request.eventsFrom(0).map(({ name, data }) => eventDigest(name, data));
    const events = (audits.get(stream) ?? []).flatMap(({ digests }) => digests);
    return { type: 'audit', stream, events };
  }

  /** Reads what is new in a request whose response is an event stream. */
  function follow(state: Followed, request: LoggedRequest): PanelMessage | null {
    state.owner ??= ownerOf(state, request);
    const { owner } = state;
    if (owner === null) {
      isWaiting = true;
      return null;
    }
    state.isClosed = state.isOver;
    if (owner.type === 'tap') return state.isOver ? audit(state, request, owner.stream) : null;
    records = [...records, ...owner.stream.read(request)];
    if (state.isOver) records = [...records, ...owner.stream.end(request, state.body)];
    else if (owner.stream.isShown) isWaiting = true;
    return null;
  }

  function visit(state: Followed, request: LoggedRequest): PanelMessage | null {
    if (request.redirectUrl !== '') {
      origins.set(withoutFragment(request.redirectUrl), urlsOf(request).at(-1) ?? request.url);
      state.isClosed = true;
      return null;
    }
    if (request.respondedAt === null && !state.isOver) {
      if (now() - request.startedAt < RESPONSE_PATIENCE) isWaiting = true;
      return null;
    }
    if (request.isStream && request.startedAt >= pageSince) return follow(state, request);
    state.isClosed = true;
    return null;
  }

  function readSnapshot(har: unknown): PanelMessage[] {
    const messages: PanelMessage[] = [];
    requests.begin();
    for (const entry of entriesOf(har)) {
      const request = readEntry(entry, own);
      if (request === null) continue;
      const state = requests.next(request);
      const message = state.isClosed ? null : visit(state, request);
      if (message !== null) messages.push(message);
    }
    return messages;
  }

  /** Joins what is over to its state: the snapshot that follows may hold more of it than was told. */
  function markFinished(): void {
    finished = finished.flatMap(({ entry, body, state: known }) => {
      const request = readEntry(entry, own);
      if (request === null) return [];
      const state = known ?? requests.over(request);
      state.body = body;
      return [{ entry, body, state }];
    });
  }

  /** What the snapshot did not hold, because the log was cleared or cannot be read. */
  function readFinished(): PanelMessage[] {
    const messages: PanelMessage[] = [];
    for (const { entry, state } of finished) {
      const request = readEntry(entry, own);
      if (request === null || state === null || state.isClosed) continue;
      const message = visit(state, request);
      if (message !== null) messages.push(message);
    }
    finished = finished.filter(({ state }) => state?.isClosed === false);
    return messages;
  }

  return {
    note(message) {
      if (message.type === 'records') {
        for (const record of message.records) tapped.note(record);
      } else if (message.type === 'navigated') {
        tapped.clear();
        origins.clear();
        audits.clear();
      } else if (message.type === 'recording' && message.recording !== isRecording) {
        isRecording = message.recording;
        if (isRecording) recordingSince = now();
        else stop();
      }
    },
    finish(entry, body) {
      if (isRecording) finished = [...finished, { entry, body, state: null }];
      else {
        const request = readEntry(entry, own);
        if (request !== null) requests.over(request).isClosed = true;
      }
    },
    wantsBody(entry) {
      const request = readEntry(entry, own);
      return (
        request !== null &&
        request.isStream &&
        request.eventCount === 0 &&
        request.size > 0 &&
        request.size <= MAXIMUM_BODY &&
        request.caller() === 'free'
      );
    },
    feed(har) {
      isWaiting = false;
      turnPage(pageStartOf(har) ?? pageSince);
      markFinished();
      const audited = isRecording ? [...readSnapshot(har), ...readFinished()] : [];
      const added = records;
      records = [];
      return added.length === 0 ? audited : [{ type: 'records', records: added }, ...audited];
    },
    isWaiting: () => isWaiting,
  };
}
