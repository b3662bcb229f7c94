/**
 * The built-ins that the page script uses, taken before any script of the page has run. From then
 * on a page may patch every one of them: it can neither see our use nor break it.
 *
 * Rules for all files in this folder, which keep that true:
 *   - call methods through these functions, never on the object;
 *   - write to own arrays with `append`, never with push;
 *   - no for-of, spread or array destructuring: they run the page's Array.prototype[Symbol.iterator];
 *   - no regular expressions and no await: both look up what a page may replace.
 */

export const apply = Reflect.apply;
export type Native = (...parameters: unknown[]) => unknown;

/** Calls a built-in for the page. What it gives is the page's: only natives look inside. */
export const callNative: (native: Native, self: unknown, parameters: unknown[]) => unknown =
  Reflect.apply;

export const construct = Reflect.construct;
export const defineProperty = Reflect.defineProperty;
export const getOwnPropertyDescriptor = Reflect.getOwnPropertyDescriptor;
export const getPrototypeOf = Reflect.getPrototypeOf;
export const ownKeys = Reflect.ownKeys;

const bind = Reflect.get(Function.prototype, 'bind');
const call = Reflect.get(Function.prototype, 'call');

// These give `any`: the annotation of each constant below is a claim about a built-in, which must be
// true, since nothing checks it.

/** Turns a method into a function that takes its receiver first. */
function uncurry(method: unknown) {
  return apply(bind, call, [method]);
}

type Claimed = ReturnType<typeof uncurry>;

/**
 * `JSON.parse`, on an object that no page can reach: such a call is as fast as the page's own. A stack names
 * the receiver by its tag, so that a SyntaxError says `JSON.parse` as it does natively.
 */
export const privateJson: { readonly parse: (text: unknown) => unknown } = createPrivateJson();

function createPrivateJson() {
  const json: object = JSON;
  const parse: Claimed = getOwnPropertyDescriptor(json, 'parse')?.value;
  return { __proto__: null, parse, [Symbol.toStringTag]: 'JSON' };
}

/** A method of a prototype, which takes its receiver first. */
export function methodOf(owner: object, key: PropertyKey): Claimed {
  return uncurry(getOwnPropertyDescriptor(owner, key)?.value);
}

/** The getter of an accessor, which takes its receiver. */
export function getterOf(owner: object, key: PropertyKey): Claimed {
  return uncurry(getOwnPropertyDescriptor(owner, key)?.get);
}

/** A WeakMap whose methods no page can patch. */
export interface PrivateMap<Key extends object, Value> {
  readonly get: (key: unknown) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  readonly delete: (key: unknown) => void;
}

const NativeWeakMap = WeakMap;
const weakMapGet = methodOf(WeakMap.prototype, 'get');
const weakMapSet = methodOf(WeakMap.prototype, 'set');
const weakMapDelete = methodOf(WeakMap.prototype, 'delete');

/** Makes an empty map from objects, which it does not keep alive, to values. */
export function createPrivateMap<Key extends object, Value>(): PrivateMap<Key, Value> {
  const map = new NativeWeakMap<Key, Value>();
  return {
    get: (key) => weakMapGet(map, key),
    set: (key, value) => weakMapSet(map, key, value),
    delete: (key) => weakMapDelete(map, key),
  };
}

const createObject = Object.create;

/** Makes an empty record that inherits nothing. */
export function createDictionary<Value>(): Record<string, Value> {
  return createObject(null);
}

/** Adds to the end of an own array; a setter that a page put on Array.prototype does not see it. */
export function append<Item>(list: Item[], item: Item): void {
  // A descriptor is read with its inherited keys: with a prototype, a polluted one would show.
  const descriptor = {
    __proto__: null,
    value: item,
    writable: true,
    enumerable: true,
    configurable: true,
  };
  defineProperty(list, list.length, descriptor);
}

// Text
export const indexOf: (text: string, part: string, from?: number) => number = methodOf(
  String.prototype,
  'indexOf',
);
export const slice: (text: string, start: number, end?: number) => string = methodOf(
  String.prototype,
  'slice',
);
export const toLowerCase: (text: string) => string = methodOf(String.prototype, 'toLowerCase');
export const toUpperCase: (text: string) => string = methodOf(String.prototype, 'toUpperCase');

// Promises. `then` reads the promise's constructor, as any use of a promise does.
export const whenSettled: <Value, Result>(
  promise: Promise<Value>,
  fulfilled: (value: Value) => Result,
  rejected: (reason: unknown) => Result,
) => Promise<Result> = methodOf(Promise.prototype, 'then');
export const NativePromise = Promise;

// Bytes
const typedArrayPrototype: object = getPrototypeOf(Uint8Array.prototype) ?? {};
export const isView: (value: unknown) => value is ArrayBufferView = Reflect.get(
  ArrayBuffer,
  'isView',
);
export const typedArrayName: (view: unknown) => string | undefined = getterOf(
  typedArrayPrototype,
  Symbol.toStringTag,
);
export const typedArrayBuffer: (view: unknown) => ArrayBuffer = getterOf(
  typedArrayPrototype,
  'buffer',
);
export const typedArrayOffset: (view: unknown) => number = getterOf(
  typedArrayPrototype,
  'byteOffset',
);
export const typedArrayLength: (view: unknown) => number = getterOf(
  typedArrayPrototype,
  'byteLength',
);
export const dataViewBuffer: (view: unknown) => ArrayBuffer = getterOf(
  DataView.prototype,
  'buffer',
);
export const dataViewOffset: (view: unknown) => number = getterOf(DataView.prototype, 'byteOffset');
export const dataViewLength: (view: unknown) => number = getterOf(DataView.prototype, 'byteLength');
export const NativeUint8Array = Uint8Array;
export const bufferLength: (value: unknown) => number = getterOf(
  ArrayBuffer.prototype,
  'byteLength',
);

// Time
const clock = performance;
const nativeNow: (self: unknown) => number = methodOf(Performance.prototype, 'now');
const { timeOrigin } = clock;

/** The time in epoch milliseconds, on the clock that gestures are stamped with too. */
export function now(): number {
  return timeOrigin + nativeNow(clock);
}

// Streams
export const NativeReadableStream = ReadableStream;
export const NativeDefaultReader = ReadableStreamDefaultReader;
export const NativeByobReader = ReadableStreamBYOBReader;
export const streamLocked: (self: unknown) => boolean = getterOf(
  ReadableStream.prototype,
  'locked',
);
export const streamGetReader: (
  self: ReadableStream<Uint8Array>,
) => ReadableStreamDefaultReader<Uint8Array> = methodOf(ReadableStream.prototype, 'getReader');
export const readerRead: (
  self: ReadableStreamDefaultReader<Uint8Array>,
) => Promise<ReadableStreamReadResult<Uint8Array>> = methodOf(
  ReadableStreamDefaultReader.prototype,
  'read',
);
export const readerCancel: (
  self: ReadableStreamDefaultReader<Uint8Array>,
  reason: unknown,
) => Promise<void> = methodOf(ReadableStreamDefaultReader.prototype, 'cancel');
export const readerClosed: (self: unknown) => Promise<unknown> = getterOf(
  ReadableStreamDefaultReader.prototype,
  'closed',
);
export const byobReaderClosed: (self: unknown) => Promise<unknown> = getterOf(
  ReadableStreamBYOBReader.prototype,
  'closed',
);
export const readerReleaseLock: (self: ReadableStreamDefaultReader<Uint8Array>) => void = methodOf(
  ReadableStreamDefaultReader.prototype,
  'releaseLock',
);
export const byteControllerEnqueue: (
  self: ReadableByteStreamController,
  chunk: Uint8Array,
) => void = methodOf(ReadableByteStreamController.prototype, 'enqueue');
export const byteControllerClose: (self: ReadableByteStreamController) => void = methodOf(
  ReadableByteStreamController.prototype,
  'close',
);
export const byteControllerError: (self: ReadableByteStreamController, reason: unknown) => void =
  methodOf(ReadableByteStreamController.prototype, 'error');
export const byteControllerRequest: (self: unknown) => ReadableStreamBYOBRequest | null = getterOf(
  ReadableByteStreamController.prototype,
  'byobRequest',
);
export const byobRespond: (self: ReadableStreamBYOBRequest, bytes: number) => void = methodOf(
  ReadableStreamBYOBRequest.prototype,
  'respond',
);
export const writableLocked: (self: unknown) => boolean = getterOf(
  WritableStream.prototype,
  'locked',
);

// Requests and responses
export const responseBody: (self: unknown) => ReadableStream<Uint8Array> | null = getterOf(
  Response.prototype,
  'body',
);
export const responseBodyUsed: (self: unknown) => boolean = getterOf(
  Response.prototype,
  'bodyUsed',
);
export const responseClone: (self: Response) => Response = methodOf(Response.prototype, 'clone');
export const responseHeaders: (self: unknown) => Headers = getterOf(Response.prototype, 'headers');
export const responseStatus: (self: unknown) => number = getterOf(Response.prototype, 'status');
export const responseUrl: (self: unknown) => string = getterOf(Response.prototype, 'url');
export const requestUrl: (self: unknown) => string = getterOf(Request.prototype, 'url');
export const requestMethod: (self: unknown) => string = getterOf(Request.prototype, 'method');
export const requestHeaders: (self: unknown) => Headers = getterOf(Request.prototype, 'headers');
export const requestSignal: (self: unknown) => AbortSignal = getterOf(Request.prototype, 'signal');
export const signalAborted: (self: unknown) => boolean = getterOf(AbortSignal.prototype, 'aborted');
export const headersGet: (self: Headers, name: string) => string | null = methodOf(
  Headers.prototype,
  'get',
);
export const headersForEach: (self: unknown, visit: (value: string, name: string) => void) => void =
  methodOf(Headers.prototype, 'forEach');
export const searchParametersText: (self: unknown) => string = methodOf(
  URLSearchParams.prototype,
  'toString',
);
export const searchParametersAppend: (self: URLSearchParams, name: string, value: string) => void =
  methodOf(URLSearchParams.prototype, 'append');
export const NativeURLSearchParams = URLSearchParams;
export const formDataForEach: (
  self: unknown,
  visit: (value: unknown, name: string) => void,
) => void = methodOf(FormData.prototype, 'forEach');
export const urlHref: (self: unknown) => string = getterOf(URL.prototype, 'href');
export const NativeURL = URL;
const ownDocument = document;
const nativeBaseUri: (self: unknown) => string = getterOf(Node.prototype, 'baseURI');

/** The address against which the page's relative addresses are resolved. */
export function baseUri(): string {
  return nativeBaseUri(ownDocument);
}

// Errors
export const NativeError = Error;
export const exceptionName: (self: unknown) => string = getterOf(DOMException.prototype, 'name');
export const exceptionMessage: (self: unknown) => string = getterOf(
  DOMException.prototype,
  'message',
);

// Text of bytes. With ignoreBOM the decoder keeps a byte order mark: the text gives back the very same bytes.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decode: (self: TextDecoder, view: ArrayBufferView) => string = methodOf(
  TextDecoder.prototype,
  'decode',
);

/** The text that bytes are in UTF-8, or null where they are no whole text. */
export function decodeText(view: ArrayBufferView): string | null {
  try {
    return decode(decoder, view);
  } catch {
    return null;
  }
}

// Messages
export const NativeMessageChannel = MessageChannel;
export const portPost: (self: MessagePort, message: unknown, transfer: Transferable[]) => void =
  methodOf(MessagePort.prototype, 'postMessage');
export const portStart: (self: MessagePort) => void = methodOf(MessagePort.prototype, 'start');
export const addEventListenerTo: (
  self: EventTarget,
  type: string,
  listener: (event: Event) => void,
) => void = methodOf(EventTarget.prototype, 'addEventListener');
const NativeCustomEvent = CustomEvent;
const dispatchOn: (self: EventTarget, event: Event) => boolean = methodOf(
  EventTarget.prototype,
  'dispatchEvent',
);

/** Dispatches an event that carries `detail` to whoever listens on `target`. */
export function dispatchTo(target: EventTarget, type: string, detail: unknown): void {
  // Without a prototype: a page may put `bubbles` on Object.prototype.
  const options: CustomEventInit & { __proto__: null } = { __proto__: null, detail };
  dispatchOn(target, new NativeCustomEvent(type, options));
}
export const messageData: (self: unknown) => unknown = getterOf(MessageEvent.prototype, 'data');
