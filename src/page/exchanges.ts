/**
 * What the taps know of each fetch and its body. An exchange is one request with its response. Its
 * body is read through branches: the stream itself, and those that clone and tee make of it. All
 * branches of an exchange feed one recorded stream, each byte once: by the branch that is furthest.
 */
import type { PageRecord } from '../protocol.ts';
import type { HeaderList, RequestDescription, StreamEndReason } from '../core/records.ts';
import { streamKind, type StreamKind } from './content-types.ts';
import { lengthOf, viewOf } from './bytes.ts';
import { addChunk } from './chunk-parts.ts';
import { messageOf } from './failures.ts';
import {
  append,
  createPrivateMap,
  exceptionName,
  headersForEach,
  headersGet,
  now,
  responseHeaders,
  responseStatus,
  responseUrl,
  signalAborted,
  type PrivateMap,
} from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';
import type { Recording } from './recording.ts';

/**
 * A body whose type does not say that it is a stream may be a download: no more of it is recorded
 * than this. What streams by its type is recorded whole.
 */
export const MAXIMUM_DOWNLOAD = 16 * 1024 * 1024;

/** A request as it left the page. */
export interface OutgoingRequest {
  readonly requestId: string;
  readonly request: RequestDescription;
  /** Writes the stack of the call. */
  readonly stack: () => string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface Exchange {
  readonly outgoing: OutgoingRequest;
  readonly kind: StreamKind;
  readonly status: number;
  readonly headers: HeaderList;
  /** The recording it belongs to: once that has stopped, nothing of it is recorded any more. */
  readonly recording: number;
  readonly stream: string;
  isOpen: boolean;
  isEnded: boolean;
  chunks: number;
  /** Bytes that the page has got so far. */
  seen: number;
  /** What was left out since the last gap. */
  lostChunks: number;
  lostBytes: number;
  branches: number;
  cancelled: number;
}

/** One reader's position in a body. */
export interface Branch {
  readonly exchange: Exchange;
  offset: number;
  isCancelled: boolean;
}

export interface Exchanges {
  readonly responses: PrivateMap<Response, Exchange>;
  readonly streams: PrivateMap<ReadableStream, Branch>;
  /** Joins a response to its request, and opens the stream where its type says that it is one. */
  readonly begin: (response: Response, outgoing: OutgoingRequest) => void;
  /** The branch of a body, made at its first sight. `offset` is where the body stands. */
  readonly branchOf: (stream: ReadableStream, exchange: Exchange, offset: number) => Branch;
  /** The page is about to read the body piece by piece: now it is a stream. */
  readonly readIncrementally: (branch: Branch) => void;
  /** A chunk has come. `isDelivered` says that the page gets it in this microtask checkpoint. */
  readonly chunk: (branch: Branch, value: unknown, isDelivered: boolean) => void;
  readonly finish: (branch: Branch) => void;
  readonly fail: (branch: Branch, reason: unknown) => void;
  readonly cancel: (branch: Branch) => void;
  /** The page has given the body away, to where nothing sees it. */
  readonly handOver: (branch: Branch) => void;
  /** Bytes of a stream that the page reads in a way that cannot be followed. */
  readonly lose: (branch: Branch, reason: string) => void;
}

/** Makes the registry. Streams are numbered from 1. */
export function createExchanges(queue: RecordQueue, recording: Recording): Exchanges {
  const responses = createPrivateMap<Response, Exchange>();
  const streams = createPrivateMap<ReadableStream, Branch>();
  let count = 0;

  function isRecorded(exchange: Exchange): boolean {
    return recording.isActive() && exchange.recording === recording.number() && !exchange.isEnded;
  }

  function add(record: PageRecord, bytes: number): void {
    queue.add(record, bytes);
  }

  function open(exchange: Exchange): void {
    if (exchange.isOpen || !isRecorded(exchange)) return;
    exchange.isOpen = true;
    recording.streamOpened(exchange.stream);
    const { request, requestId } = exchange.outgoing;
    const stack = exchange.outgoing.stack();
    add(
      {
        type: 'stream-open',
        t: now(),
        stream: exchange.stream,
        transport: 'fetch',
        source: 'tap',
        request,
        response: { status: exchange.status, headers: exchange.headers },
        requestId,
        ...(stack === undefined ? {} : { stack }),
      },
      request.body?.length ?? 0,
    );
  }

  /** Leaves a gap for the chunks of a download that were not recorded. */
  function tellLoss(exchange: Exchange): void {
    const { stream, lostChunks, lostBytes } = exchange;
    if (lostChunks === 0) return;
    exchange.lostChunks = 0;
    exchange.lostBytes = 0;
    add(
      { type: 'gap', t: now(), stream, records: lostChunks, bytes: lostBytes, reason: 'too-large' },
      0,
    );
  }

  function addGap({ stream }: Exchange, reason: string): void {
    add({ type: 'gap', t: now(), stream, records: 0, bytes: 0, reason }, 0);
  }

  function end(exchange: Exchange, reason: StreamEndReason, message: string | undefined): void {
    if (!exchange.isOpen || !isRecorded(exchange)) return;
    tellLoss(exchange);
    exchange.isEnded = true;
    recording.streamEnded(exchange.stream);
    add(
      {
        type: 'stream-end',
        t: now(),
        stream: exchange.stream,
        reason,
        ...(message === undefined ? {} : { message }),
      },
      0,
    );
  }

  /** Nothing of a branch follows; says whether it was the last one. */
  function leave(branch: Branch): boolean {
    if (branch.isCancelled) return false;
    branch.isCancelled = true;
    const { exchange } = branch;
    exchange.cancelled += 1;
    return exchange.cancelled === exchange.branches;
  }

  return {
    responses,
    streams,
    begin(response, outgoing) {
      count += 1;
      const headers = responseHeaders(response);
      const { request } = outgoing;
      const exchange: Exchange = {
        // The address was an object that only the browser may read: what came back tells it.
        outgoing:
          request.url === ''
            ? { ...outgoing, request: { ...request, url: responseUrl(response) } }
            : outgoing,
        kind: streamKind(headersGet(headers, 'content-type')),
        status: responseStatus(response),
        headers: headerList(headers),
        recording: recording.number(),
        stream: `${count}`,
        isOpen: false,
        isEnded: false,
        chunks: 0,
        seen: 0,
        lostChunks: 0,
        lostBytes: 0,
        branches: 0,
        cancelled: 0,
      };
      responses.set(response, exchange);
      if (exchange.kind === 'stream') open(exchange);
    },
    branchOf(stream, exchange, offset) {
      const known = streams.get(stream);
      if (known !== undefined) return known;
      const branch: Branch = { exchange, offset, isCancelled: false };
      exchange.branches += 1;
      streams.set(stream, branch);
      return branch;
    },
    readIncrementally({ exchange }) {
      if (exchange.kind !== 'never') open(exchange);
    },
    chunk(branch, value, isDelivered) {
      const { exchange } = branch;
      const length = lengthOf(value);
      const start = exchange.seen - branch.offset;
      branch.offset += length;
      if (length <= start || !exchange.isOpen || !isRecorded(exchange)) return;
      exchange.seen = branch.offset;
      if (exchange.kind !== 'stream' && exchange.seen > MAXIMUM_DOWNLOAD) {
        const isFirst = exchange.seen - length <= MAXIMUM_DOWNLOAD;
        exchange.lostChunks += 1;
        exchange.lostBytes += length - start;
        if (isFirst) tellLoss(exchange);
        return;
      }
      const { stream } = exchange;
      if (isDelivered) queue.deliver({ stream, chunk: exchange.chunks });
      exchange.chunks += 1;
      const skipped = start > 0 ? start : 0;
      addChunk(queue, { type: 'stream-chunk', t: now(), stream }, viewOf(value, skipped));
    },
    finish({ exchange, isCancelled }) {
      if (!isCancelled) end(exchange, 'eof', undefined);
    },
    fail({ exchange, isCancelled }, reason) {
      if (isCancelled) return;
      const { signal } = exchange.outgoing;
      const isAbort = (signal !== undefined && signalAborted(signal)) || isAbortError(reason);
      end(exchange, isAbort ? 'abort' : 'error', messageOf(reason));
    },
    cancel(branch) {
      if (leave(branch)) end(branch.exchange, 'cancel', undefined);
    },
    handOver(branch) {
      const { exchange } = branch;
      if (!leave(branch) || !exchange.isOpen || !isRecorded(exchange)) return;
      tellLoss(exchange);
      addGap(exchange, 'transferred');
      exchange.isEnded = true;
      recording.streamEnded(exchange.stream);
    },
    lose({ exchange }, reason) {
      if (exchange.isOpen && isRecorded(exchange)) addGap(exchange, reason);
    },
  };
}

/**
 * Lists the entries of a Headers without iterating it in a way that a page can see.
 * @throws for any other object
 */
export function headerList(headers: object): HeaderList {
  const list: (readonly [string, string])[] = [];
  headersForEach(headers, (value, name) => append(list, [name, value]));
  return list;
}

function isAbortError(reason: unknown): boolean {
  try {
    return exceptionName(reason) === 'AbortError';
  } catch {
    return false;
  }
}
