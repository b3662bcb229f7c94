/**
 * The streams that the page script has reported, so that a request of the network log finds the one
 * that it is. The two views share no id: they are joined by address, method, body and time.
 */
import type { SessionRecord, StreamOpenRecord } from '../core/records.ts';
import type { LoggedRequest } from './logged-request.ts';

/** The two views of one request start within this time (ms), also on a busy machine. */
const SAME_START = 1000;
/** Requests that are still waiting for their stream; older ones will have none. */
const MAXIMUM_REQUESTS = 200;
/** The same for streams: some are of kinds whose events the log does not have. */
const MAXIMUM_STREAMS = 500;

interface TappedStream {
  readonly stream: string;
  readonly open: StreamOpenRecord;
  /** When its request left the page; null where that was not seen. */
  readonly requestedAt: number | null;
  /** Whether a request of the log belongs to it. A source of events connects again and has several. */
  isTaken: boolean;
}

export interface TappedStreams {
  /** Takes a record of the page script. */
  readonly note: (record: SessionRecord) => void;
  /**
   * Finds the stream of a request and takes it.
   * @param urls the request's address, and the one that was redirected to it
   * @returns the stream's name; undefined where there is none, or none yet
   */
  readonly take: (request: LoggedRequest, urls: readonly string[]) => string | undefined;
  readonly clear: () => void;
}

/** Makes an empty list. */
export function createTappedStreams(): TappedStreams {
  const requests = new Map<string, number>();
  let streams: TappedStream[] = [];

  function rememberRequest(requestId: string, t: number): void {
    requests.set(requestId, t);
    if (requests.size <= MAXIMUM_REQUESTS) return;
    const [oldest] = requests.keys();
    if (oldest !== undefined) requests.delete(oldest);
  }

  return {
    note(record) {
      if (record.type === 'action' && record.kind === 'request') {
        if (record.requestId !== undefined) rememberRequest(record.requestId, record.t);
      } else if (record.type === 'stream-open' && record.transport !== 'websocket') {
        const { requestId, stream } = record;
        const requestedAt = requestId === undefined ? null : (requests.get(requestId) ?? null);
        streams = [
          ...streams.slice(1 - MAXIMUM_STREAMS),
          { stream, open: record, requestedAt, isTaken: false },
        ];
      } else if (record.type === 'stream-end') {
        // Nothing of it will be asked for again once both views have ended.
        streams = streams.filter(({ stream, isTaken }) => stream !== record.stream || !isTaken);
      }
    },
    take(request, urls) {
      const candidates = streams.filter(
        (candidate) =>
          isSameRequest(candidate.open, request, urls) && isAtSameTime(candidate, request),
      );
      // The log has requests in the order in which they left; streams come in that of the answers.
      const [found = candidates[0]] = candidates
        .filter(({ isTaken }) => !isTaken)
        .toSorted((one, other) => startOf(one) - startOf(other));
      if (found !== undefined) found.isTaken = true;
      return found?.stream;
    },
    clear() {
      requests.clear();
      streams = [];
    },
  };
}

function isSameRequest(
  open: StreamOpenRecord,
  request: LoggedRequest,
  urls: readonly string[],
): boolean {
  if (open.transport !== request.transport || open.request === undefined) return false;
  const { method, url, body } = open.request;
  if (!urls.includes(withoutFragment(url))) return false;
  // A redirect may have made a GET of a POST, and dropped its body.
  if (urls.length > 1) return true;
  if (method.toUpperCase() !== request.method) return false;
  // Either may be unknown: the page script does not touch what is not text, and shortens what is long.
  return typeof body !== 'string' || request.body === null || request.body.startsWith(body);
}

function isAtSameTime(candidate: TappedStream, request: LoggedRequest): boolean {
  const { open, isTaken, requestedAt } = candidate;
  if (isTaken) return open.transport === 'eventsource' && request.startedAt >= open.t;
  if (requestedAt !== null) return isNear(requestedAt, request.startedAt);
  // A stream is opened by its response; a source of events when it is made.
  const { respondedAt } = request;
  return isNear(open.t, request.startedAt) || (respondedAt !== null && isNear(open.t, respondedAt));
}

function startOf({ requestedAt, open }: TappedStream): number {
  return requestedAt ?? open.t;
}

function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) <= SAME_START;
}

/** The log has addresses without their fragment. */
export function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}
