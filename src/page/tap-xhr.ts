/**
 * The tap on XMLHttpRequest: reports unsafe requests, and records responses that stream. The page's
 * object is the native one; listeners are added to it and never to its upload, where they would turn
 * a simple request into one with a preflight.
 *
 * A response is a stream where its type says so, or where the page reads its text while it is still
 * arriving. Text is all that can be read then: the bytes that are recorded are those of the decoded
 * text. An `arraybuffer` comes whole at the end; of `blob`, `json` and `document` nothing is recorded.
 */
import type { RequestDescription, StreamEndReason } from '../core/records.ts';
import { copyBinary, lengthOf } from './bytes.ts';
import { takeInitiatorStack } from './call-stack.ts';
import { streamKind, type StreamKind } from './content-types.ts';
import { MAXIMUM_DOWNLOAD } from './exchanges.ts';
import type { Failures } from './failures.ts';
import { parseHeaderLines } from './header-lines.ts';
import { isObject, type Hook, type Hooks } from './hooks.ts';
import { bodyText, describeOpen } from './outgoing.ts';
import { argumentOf } from './page-values.ts';
import { append, callNative, createPrivateMap, getterOf, methodOf, slice } from './primordials.ts';
import type { RecordedStream, RecordedStreams } from './recorded-streams.ts';
import type { Requests } from './requests.ts';
import { encodeText, listenFirst } from './transport-built-ins.ts';

const LOADING = 3;
const DONE = 4;

interface XhrExchange {
  readonly request: RequestDescription;
  readonly headers: (readonly [string, string])[];
  /** Null until the request is sent. */
  stream: RecordedStream | null;
  /** Null until the headers are there. */
  kind: StreamKind | null;
  isReadInPieces: boolean;
  /** How much of the text has been recorded, in UTF-16 units. */
  offset: number;
  isBinaryTaken: boolean;
  failure: { readonly reason: StreamEndReason; readonly message: string } | null;
}

/** Hooks the XMLHttpRequest of this realm. */
export function tapXhr(
  hooks: Hooks,
  streams: RecordedStreams,
  requests: Requests,
  failures: Failures,
): void {
  const { prototype } = XMLHttpRequest;
  const exchanges = createPrivateMap<object, XhrExchange>();
  /** Instances that have our listeners. */
  const followed = createPrivateMap<object, true>();
  const take = createTaker();

  /** Runs for an event of an instance: with the exchange that it has now. */
  function listen(target: object, type: string, react: (exchange: XhrExchange) => void): void {
    listenFirst(target, type, () => {
      failures.guard(`XMLHttpRequest ${type}`, () => {
        const exchange = exchanges.get(target);
        if (exchange !== undefined) react(exchange);
      });
    });
  }

  function follow(target: object): void {
    listen(target, 'readystatechange', (exchange) => take(target, exchange));
    listen(target, 'progress', (exchange) => take(target, exchange));
    listen(target, 'abort', fail('abort', 'The page aborted the request'));
    listen(target, 'error', fail('error', 'The connection failed'));
    listen(target, 'timeout', fail('error', 'The request timed out'));
    listen(target, 'loadend', (exchange) => {
      take(target, exchange);
      exchange.stream?.end(exchange.failure?.reason ?? 'eof', exchange.failure?.message);
    });
  }

  hooks.method(prototype, 'open', (native, self, parameters) => {
    const result = callNative(native, self, parameters);
    failures.guard('XMLHttpRequest.open', () => {
      if (!isObject(self)) return;
      exchanges.get(self)?.stream?.end('abort', 'The request was opened again');
      const request = describeOpen(argumentOf(parameters, 0), argumentOf(parameters, 1));
      exchanges.delete(self);
      if (request === null) return;
      exchanges.set(self, createExchange(request));
      if (followed.get(self) === true) return;
      followed.set(self, true);
      follow(self);
    });
    return result;
  });

  hooks.method(prototype, 'setRequestHeader', (native, self, parameters) => {
    const result = callNative(native, self, parameters);
    failures.guard('XMLHttpRequest.setRequestHeader', () => {
      const name = argumentOf(parameters, 0);
      const value = argumentOf(parameters, 1);
      const headers = exchanges.get(self)?.headers;
      if (headers !== undefined && typeof name === 'string' && typeof value === 'string') {
        append(headers, [name, value]);
      }
    });
    return result;
  });

  hooks.method(prototype, 'send', (native, self, parameters) => {
    failures.guard('XMLHttpRequest.send', () => {
      const exchange = exchanges.get(self);
      if (exchange === undefined || exchange.stream !== null) return;
      const { headers } = exchange;
      const request = { ...exchange.request, headers, body: bodyText(argumentOf(parameters, 0)) };
      const requestId = requests.nextId();
      const stack = takeInitiatorStack();
      requests.report('xhr', request, requestId, stack);
      const limit = (): number => (exchange.kind === 'stream' ? Infinity : MAXIMUM_DOWNLOAD);
      exchange.stream = streams.begin({ transport: 'xhr', request, requestId, stack, limit });
    });
    return callNative(native, self, parameters);
  });

  // The page may read before our listener has run: one that it added before `open` comes first.
  const read: Hook = (native, self, parameters) => {
    failures.guard('XMLHttpRequest.response', () => {
      const exchange = exchanges.get(self);
      if (exchange === undefined || !isObject(self)) return;
      take(self, exchange, true);
    });
    return callNative(native, self, parameters);
  };
  hooks.getter(prototype, 'responseText', read);
  hooks.getter(prototype, 'response', read);
}

/** Gives what notes why a request will end. */
function fail(reason: StreamEndReason, message: string): (exchange: XhrExchange) => void {
  return (exchange) => {
    exchange.failure = { reason, message };
  };
}

function createExchange(request: RequestDescription): XhrExchange {
  return {
    request,
    headers: [],
    stream: null,
    kind: null,
    isReadInPieces: false,
    offset: 0,
    isBinaryTaken: false,
    failure: null,
  };
}

/** Gives what records all that has arrived since the last time. */
function createTaker(): (target: object, exchange: XhrExchange, isByPage?: boolean) => void {
  const { prototype } = XMLHttpRequest;
  const readyState: (self: object) => number = getterOf(prototype, 'readyState');
  const responseType: (self: object) => string = getterOf(prototype, 'responseType');
  const responseText: (self: object) => string = getterOf(prototype, 'responseText');
  const responseOf: (self: object) => unknown = getterOf(prototype, 'response');
  const statusOf: (self: object) => number = getterOf(prototype, 'status');
  const headerOf: (self: object, name: string) => string | null = methodOf(
    prototype,
    'getResponseHeader',
  );
  const headersOf: (self: object) => string | null = methodOf(prototype, 'getAllResponseHeaders');

  /** Whether the response is a stream that is shown; it is opened where it is. */
  function isShown(target: object, exchange: XhrExchange, stream: RecordedStream): boolean {
    if (stream.isOpen()) return true;
    exchange.kind ??= streamKind(headerOf(target, 'content-type'));
    const isStream =
      exchange.kind === 'stream' || (exchange.kind === 'maybe' && exchange.isReadInPieces);
    if (!isStream) return false;
    stream.open({ status: statusOf(target), headers: parseHeaderLines(headersOf(target)) });
    return true;
  }

  return (target, exchange, isByPage = false) => {
    const { stream } = exchange;
    if (stream === null || !stream.isRecorded()) return;
    // The type of the response is fixed, and asking for text of another type an error, from here on.
    const state = readyState(target);
    if (state < LOADING) return;
    const type = responseType(target);
    const isText = type === '' || type === 'text';
    if (isByPage && isText && state === LOADING) exchange.isReadInPieces = true;
    if ((!isText && type !== 'arraybuffer') || !isShown(target, exchange, stream)) return;
    if (isText) {
      const text = responseText(target);
      if (text.length <= exchange.offset) return;
      const bytes = encodeText(slice(text, exchange.offset));
      exchange.offset = text.length;
      stream.reserve(lengthOf(bytes))?.fill(bytes);
    } else if (state === DONE && !exchange.isBinaryTaken) {
      exchange.isBinaryTaken = true;
      const bytes = copyBinary(responseOf(target));
      if (bytes !== null) stream.reserve(lengthOf(bytes))?.fill(bytes);
    }
  };
}
