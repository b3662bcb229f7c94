/**
 * The tap on EventSource. The page keeps its native object; our listeners are the first on it, so
 * an event is recorded before the page reacts to it.
 *
 * An EventSource shows events, not bytes: each is recorded as the text that gives the same event.
 * What cannot be seen here: comments, `retry`, how the network cut the text, and events of a type
 * that the page does not listen to.
 */
import { lengthOf } from './bytes.ts';
import { takeInitiatorStack } from './call-stack.ts';
import { eventText } from './event-text.ts';
import type { Failures } from './failures.ts';
import { isObject, type Hooks } from './hooks.ts';
import { argumentOf } from './page-values.ts';
import {
  callNative,
  createDictionary,
  createPrivateMap,
  getterOf,
  messageData,
  type PrivateMap,
} from './primordials.ts';
import type { RecordedStream, RecordedStreams } from './recorded-streams.ts';
import type { Requests } from './requests.ts';
import { encodeText, isTakenBy, listenFirst, prototypeOf } from './transport-built-ins.ts';

/** What the standard's readyState says (HTML, 9.2). */
const CLOSED = 2;
const RESPONSE = { status: 200, headers: [['content-type', 'text/event-stream']] } as const;

interface Source {
  readonly stream: RecordedStream;
  /** Records the events of a type from now on. */
  readonly listen: (type: string) => void;
  /** The page has closed it. */
  readonly close: () => void;
}

/** Hooks the EventSource of this realm, and addEventListener, from which event types are learned. */
export function tapEventSource(
  hooks: Hooks,
  streams: RecordedStreams,
  requests: Requests,
  failures: Failures,
): void {
  const prototype = prototypeOf('EventSource');
  if (prototype === null) return;
  const sources = createPrivateMap<object, Source>();
  const urlOf: (source: object) => string = getterOf(prototype, 'url');
  const follow = createFollower(prototype, failures);

  hooks.constructorOf(globalThis, 'EventSource', (instance) => {
    failures.guard('EventSource', () => {
      const stream = streams.begin({
        transport: 'eventsource',
        request: { method: 'GET', url: urlOf(instance), headers: [], body: null },
        requestId: requests.nextId(),
        stack: takeInitiatorStack(),
        limit: () => Infinity,
      });
      sources.set(instance, follow(instance, stream));
    });
  });

  hooks.method(prototype, 'close', (native, self, parameters) => {
    const result = callNative(native, self, parameters);
    failures.guard('EventSource.close', () => sources.get(self)?.close());
    return result;
  });

  tapListening(hooks, sources, failures);
}

function tapListening(hooks: Hooks, sources: PrivateMap<object, Source>, failures: Failures): void {
  hooks.method(EventTarget.prototype, 'addEventListener', (native, self, parameters) => {
    failures.guard('addEventListener', () => {
      const type = argumentOf(parameters, 0);
      if (typeof type === 'string' && isObject(argumentOf(parameters, 1)))
        sources.get(self)?.listen(type);
    });
    return callNative(native, self, parameters);
  });
}

/** Gives what attaches the listeners to one instance. */
function createFollower(
  prototype: object,
  failures: Failures,
): (target: object, stream: RecordedStream) => Source {
  const readyState: (source: object) => number = getterOf(prototype, 'readyState');
  const lastEventId: (event: Event) => string = getterOf(MessageEvent.prototype, 'lastEventId');

  return (target, stream) => {
    const known = createDictionary<true>();
    let knownId = '';
    let isLost = false;

    function opened(): void {
      isLost = false;
      stream.open(RESPONSE);
    }

    function failed(): void {
      // What never opened is shown too, without a response.
      if (!stream.isOpen()) stream.open(undefined);
      if (readyState(target) === CLOSED) stream.end('error', 'The connection failed');
      else {
        isLost = true;
        stream.gap('reconnecting', 0, 0);
      }
    }

    /** What was lost, and given up then, had not ended by the page's wish. */
    function close(): void {
      if (isLost) stream.end('error', 'The connection was lost');
      else stream.end('cancel');
    }

    function received(type: string, event: Event): void {
      const data = messageData(event);
      if (typeof data !== 'string') return;
      const id = lastEventId(event);
      const bytes = encodeText(eventText({ type, data, lastEventId: id }, knownId));
      knownId = id;
      stream.reserve(lengthOf(bytes))?.fill(bytes);
    }

    function listen(type: string): void {
      if (known[type] === true) return;
      known[type] = true;
      listenFirst(target, type, (event) => {
        failures.guard('EventSource event', () => {
          if (!stream.isRecorded()) return;
          if (isTakenBy(messageData, event)) received(type, event);
          else if (type === 'open') opened();
          else if (type === 'error') failed();
        });
      });
    }

    listen('open');
    listen('message');
    listen('error');
    return { stream, listen, close };
  };
}
