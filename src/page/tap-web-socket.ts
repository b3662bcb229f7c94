/**
 * The tap on WebSocket. The page keeps its native socket; our listeners are the first on it. What it
 * sends is part of the stream, and an action too: over a socket an app confirms as well as by a
 * request. Sockets may talk all day, so no more than a limit is recorded of each.
 */
import type { StreamEndReason } from '../core/records.ts';
import { copyBinary, lengthOf } from './bytes.ts';
import { takeInitiatorStack } from './call-stack.ts';
import type { Failures } from './failures.ts';
import { isObject, type Hooks } from './hooks.ts';
import { createInOrder, type InOrder } from './in-order.ts';
import { bodyText } from './outgoing.ts';
import { argumentOf } from './page-values.ts';
import {
  callNative,
  createPrivateMap,
  getterOf,
  indexOf,
  messageData,
  methodOf,
  whenSettled,
} from './primordials.ts';
import type { RecordedStream, RecordedStreams } from './recorded-streams.ts';
import type { Requests } from './requests.ts';
import { encodeText, isTakenBy, listenFirst, prototypeOf } from './transport-built-ins.ts';

/** How many bytes of one socket are recorded, both directions together. */
const MAXIMUM_SOCKET = 16 * 1024 * 1024;

const OPEN = 1;
/** The codes of a close that needs no words (RFC 6455, 7.4.1): normal, and none given. */
const PLAIN_CODES = ' 1000 1005 ';
const RESPONSE = { status: 101 } as const;

interface Socket {
  readonly url: string;
  readonly stream: RecordedStream;
  /** A message in a Blob takes time to read, and those after it wait: in our record only. */
  readonly order: InOrder;
  isClosedByPage: boolean;
}

type Direction = 'in' | 'out';

/** Hooks the WebSocket of this realm. */
export function tapWebSocket(
  hooks: Hooks,
  streams: RecordedStreams,
  requests: Requests,
  failures: Failures,
): void {
  const prototype = prototypeOf('WebSocket');
  if (prototype === null) return;
  const sockets = createPrivateMap<object, Socket>();
  const urlOf: (self: object) => string = getterOf(prototype, 'url');
  const readyState: (self: object) => number = getterOf(prototype, 'readyState');
  const record = createMessageRecorder();
  const endOf = createEndReader();

  function follow(target: object, socket: Socket): void {
    const { stream, order } = socket;
    const listen = (type: string, react: (event: Event) => void): void =>
      listenFirst(target, type, (event) => {
        failures.guard(`WebSocket ${type}`, () => react(event));
      });
    listen('open', () => stream.open(RESPONSE));
    listen('message', (event) => record(socket, messageData(event), 'in'));
    listen('close', (event) => {
      const { reason, message } = endOf(event, socket.isClosedByPage);
      order.add(() => stream.end(reason, message));
    });
  }

  hooks.constructorOf(globalThis, 'WebSocket', (instance) => {
    failures.guard('WebSocket', () => {
      const url = urlOf(instance);
      const stream = streams.begin({
        transport: 'websocket',
        request: { method: 'GET', url, headers: [], body: null },
        requestId: requests.nextId(),
        stack: takeInitiatorStack(),
        limit: () => MAXIMUM_SOCKET,
      });
      const socket = { url, stream, order: createInOrder(), isClosedByPage: false };
      sockets.set(instance, socket);
      stream.open(undefined);
      follow(instance, socket);
    });
  });

  hooks.method(prototype, 'send', (native, self, parameters) => {
    const socket = sockets.get(self);
    // A socket that is closing takes messages too, and drops them.
    const isSent = socket !== undefined && isObject(self) && readyState(self) === OPEN;
    const result = callNative(native, self, parameters);
    if (isSent) {
      failures.guard('WebSocket.send', () => {
        if (!socket.stream.isRecorded()) return;
        const data = argumentOf(parameters, 0);
        const isKept = typeof data === 'string' && !socket.stream.isFull();
        const body = isKept ? bodyText(data) : null;
        const request = { method: 'SEND', url: socket.url, headers: [], body };
        requests.report('websocket', request, requests.nextId(), takeInitiatorStack());
        record(socket, data, 'out');
      });
    }
    return result;
  });

  hooks.method(prototype, 'close', (native, self, parameters) => {
    const result = callNative(native, self, parameters);
    const socket = sockets.get(self);
    if (socket !== undefined) socket.isClosedByPage = true;
    return result;
  });
}

/** Gives what records one message of a socket. */
function createMessageRecorder(): (socket: Socket, data: unknown, direction: Direction) => void {
  const blobSize: (self: unknown) => number = getterOf(Blob.prototype, 'size');
  const blobBuffer: (self: unknown) => Promise<ArrayBuffer> = methodOf(
    Blob.prototype,
    'arrayBuffer',
  );

  return ({ stream, order }, data, direction) => {
    const bytes = typeof data === 'string' ? encodeText(data) : copyBinary(data);
    if (bytes !== null) {
      const slot = stream.reserve(lengthOf(bytes), direction);
      if (slot !== null) order.add(() => slot.fill(bytes));
      return;
    }
    if (!isTakenBy(blobSize, data)) {
      order.add(() => stream.gap('unreadable-message', 1, 0));
      return;
    }
    const size = blobSize(data);
    if (direction === 'out') {
      order.add(() => stream.gap('blob-sent', 1, size));
      return;
    }
    const slot = stream.reserve(size, direction);
    if (slot === null) return;
    const settle = order.hold();
    void whenSettled(
      blobBuffer(data),
      (buffer) => {
        const copy = copyBinary(buffer);
        settle(() => (copy === null ? undefined : slot.fill(copy)));
      },
      () => settle(() => stream.gap('unreadable-message', 1, size)),
    );
  };
}

/** Gives what reads a close event. */
function createEndReader(): (
  event: Event,
  isClosedByPage: boolean,
) => { readonly reason: StreamEndReason; readonly message: string | undefined } {
  const { prototype } = CloseEvent;
  const wasClean: (event: Event) => boolean = getterOf(prototype, 'wasClean');
  const codeOf: (event: Event) => number = getterOf(prototype, 'code');
  const reasonOf: (event: Event) => string = getterOf(prototype, 'reason');

  return (event, isClosedByPage) => {
    const code = codeOf(event);
    const words = reasonOf(event);
    const isPlain = indexOf(PLAIN_CODES, ` ${code} `) >= 0 && words === '';
    const message = `Closed with code ${code}${words === '' ? '' : `: ${words}`}`;
    return {
      reason: isClosedByPage ? 'cancel' : wasClean(event) ? 'eof' : 'error',
      message: isPlain ? undefined : message,
    };
  };
}
