/**
 * The streams that the page script has reported, so that a request of the network log finds the one
 * that it is. The two views share no id: they are joined by address, method, body and time.
 */
import type { SessionRecord, StreamOpenRecord } from '../core/records.ts';
import type { LoggedRequest } from './logged-request.ts';

/** The two views of one request start within this time (ms), also on a busy machine. */
const SAME_START = 1000;
/**
 * Requests that wait for their stream, and streams that wait for the log, which is read the later the longer
 * it is. One that is forgotten too soon is shown a second time, as the log has it.
 */
const MAXIMUM = 10_000;

interface TappedStream {
  readonly stream: string;
  readonly open: StreamOpenRecord;
  /** When its request left the page; null where that was not seen. */
  readonly requestedAt: number | null;
  /** Whether a request of the log belongs to it. A source of events connects again and has several. */
  isTaken: boolean;
  isEnded: boolean;
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
  const streams = new Map<string, TappedStream>();
  /** The same by the address of their request, each in the order of their answers. */
  const byAddress = new Map<string, TappedStream[]>();

  function add(stream: TappedStream): void {
    const address = addressOf(stream.open);
    const known = byAddress.get(address);
    if (known === undefined) byAddress.set(address, [stream]);
    else known.push(stream);
    keepAtMost(streams, stream.stream, stream, remove);
  }

  function remove({ stream, open }: TappedStream): void {
    streams.delete(stream);
    const address = addressOf(open);
    const left = byAddress.get(address)?.filter((other) => other.stream !== stream) ?? [];
    if (left.length === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  }

  return {
    note(record) {
      if (record.type === 'action' && record.kind === 'request') {
        if (record.requestId !== undefined) keepAtMost(requests, record.requestId, record.t);
      } else if (record.type === 'stream-open' && record.transport !== 'websocket') {
        const { requestId, stream } = record;
        const requestedAt = requestId === undefined ? null : (requests.get(requestId) ?? null);
        if (requestId !== undefined) requests.delete(requestId);
        add({ stream, open: record, requestedAt, isTaken: false, isEnded: false });
      } else if (record.type === 'stream-end') {
        const ended = streams.get(record.stream);
        if (ended === undefined) return;
        ended.isEnded = true;
        // Nothing of it will be asked for again once both views have ended.
        if (ended.isTaken) remove(ended);
      }
    },
    take(request, urls) {
      const candidates = urls
        .flatMap((url) => byAddress.get(url) ?? [])
        .filter(
          (candidate) =>
            isSameRequest(candidate.open, request, urls) && isAtSameTime(candidate, request),
        );
      // The log has requests in the order in which they left; streams come in that of the answers.
      const [found = candidates[0]] = candidates
        .filter(({ isTaken }) => !isTaken)
        .toSorted((one, other) => startOf(one) - startOf(other));
      if (found === undefined) return undefined;
      found.isTaken = true;
      // A source of events connects again, and is the only one with several requests.
      if (found.isEnded && found.open.transport !== 'eventsource') remove(found);
      return found.stream;
    },
    clear() {
      requests.clear();
      streams.clear();
      byAddress.clear();
    },
  };
}

/** Adds to a map, and drops what has been in there longest where it is full. */
function keepAtMost<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  drop?: (value: Value) => void,
): void {
  map.set(key, value);
  if (map.size <= MAXIMUM) return;
  const [oldest] = map;
  if (oldest === undefined) return;
  map.delete(oldest[0]);
  drop?.(oldest[1]);
}

function addressOf({ request }: StreamOpenRecord): string {
  return withoutFragment(request?.url ?? '');
}

function isSameRequest(
  open: StreamOpenRecord,
  request: LoggedRequest,
  urls: readonly string[],
): boolean {
  if (open.transport !== request.transport || open.request === undefined) return false;
  const { method, body } = open.request;
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
