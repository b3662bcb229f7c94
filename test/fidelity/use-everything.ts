/**
 * A page that replaces every built-in and pollutes every prototype, and then uses all that is tapped.
 */
// oxlint-disable unicorn/consistent-function-scoping, max-lines-per-function -- it is sent to the page, whole

/**
 * Runs in the page: replaces all that the page script could use by what notes its use, then uses
 * everything that is tapped through functions from before.
 * @returns the uses that were noted, sorted
 */
export async function useEverything(origin: string): Promise<string> {
  const { apply, construct, getOwnPropertyDescriptor, defineProperty, ownKeys } = Reflect;
  const take = (
    owner: object,
    key: PropertyKey,
  ): ((self: unknown, ...rest: unknown[]) => unknown) => {
    const found = getOwnPropertyDescriptor(owner, key);
    const used = found?.get ?? found?.value;
    if (typeof used !== 'function') throw new TypeError(`There is no ${String(key)}`);
    return (self, ...rest) => apply(used, self, rest);
  };
  const uses = {
    fetch: take(globalThis, 'fetch'),
    body: take(Response.prototype, 'body'),
    text: take(Response.prototype, 'text'),
    clone: take(Response.prototype, 'clone'),
    getReader: take(ReadableStream.prototype, 'getReader'),
    read: take(ReadableStreamDefaultReader.prototype, 'read'),
    cancel: take(ReadableStreamDefaultReader.prototype, 'cancel'),
    values: take(ReadableStream.prototype, 'values'),
    tee: take(ReadableStream.prototype, 'tee'),
    pipeTo: take(ReadableStream.prototype, 'pipeTo'),
    pipeThrough: take(ReadableStream.prototype, 'pipeThrough'),
    open: take(XMLHttpRequest.prototype, 'open'),
    header: take(XMLHttpRequest.prototype, 'setRequestHeader'),
    send: take(XMLHttpRequest.prototype, 'send'),
    responseText: take(XMLHttpRequest.prototype, 'responseText'),
    beacon: take(Navigator.prototype, 'sendBeacon'),
    parse: take(JSON, 'parse'),
    listen: take(EventTarget.prototype, 'addEventListener'),
    socketSend: take(WebSocket.prototype, 'send'),
    socketClose: take(WebSocket.prototype, 'close'),
    sourceClose: take(EventSource.prototype, 'close'),
  };
  const next = take(Object.getPrototypeOf(new ReadableStream().values()), 'next');
  const {
    XMLHttpRequest: Xhr,
    EventSource: Source,
    WebSocket: Socket,
    Request: Query,
  } = globalThis;
  const { TransformStream: Transform, WritableStream: Sink, Promise: Later } = globalThis;
  const self = globalThis;
  const { navigator: agent } = globalThis;
  const socketOrigin = origin.replace('http', 'ws');
  const write = JSON.stringify;
  const box = Object;
  const part = (value: unknown, key: PropertyKey): unknown =>
    getOwnPropertyDescriptor(box(value), key)?.value;
  const found: string[] = [];
  const note = (name: string): void => {
    const at = {
      __proto__: null,
      value: name,
      writable: true,
      enumerable: true,
      configurable: true,
    };
    defineProperty(found, found.length, at);
  };

  // Every function and getter of every class, but for what `await` itself reads of a promise.
  const names = [
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'Promise',
    'WeakMap',
    'WeakSet',
    'Map',
    'Set',
    'RegExp',
    'Error',
    'TypeError',
    'ArrayBuffer',
    'DataView',
    'Uint8Array',
    'Reflect',
    'JSON',
    'Math',
    'Date',
    'Performance',
    'EventTarget',
    'Event',
    'MessageEvent',
    'CloseEvent',
    'MessagePort',
    'MessageChannel',
    'Headers',
    'Request',
    'Response',
    'ReadableStream',
    'ReadableStreamDefaultReader',
    'ReadableStreamBYOBReader',
    'ReadableByteStreamController',
    'ReadableStreamBYOBRequest',
    'WritableStream',
    'AbortSignal',
    'URL',
    'URLSearchParams',
    'FormData',
    'Blob',
    'TextEncoder',
    'TextDecoder',
    'DOMException',
    'Node',
    'XMLHttpRequest',
    'EventSource',
    'WebSocket',
    'Navigator',
  ] as const;
  const spy = (owner: object, label: string): void => {
    for (const key of ownKeys(owner)) {
      const property = getOwnPropertyDescriptor(owner, key);
      if (property?.configurable !== true || key === 'prototype') continue;
      const name = `${label}.${String(key)}`;
      if (name === 'Promise.prototype.constructor' || name === 'Promise.Symbol(Symbol.species)')
        continue;
      const { get, value } = property;
      if (typeof get === 'function') {
        defineProperty(owner, key, {
          ...property,
          get(this: unknown) {
            note(name);
            return apply(get, this, []);
          },
        });
      } else if (typeof value === 'function' && key !== 'constructor') {
        const replacement = function (this: unknown, ...rest: unknown[]): unknown {
          note(name);
          return new.target === undefined
            ? apply(value, this, rest)
            : construct(value, rest, new.target);
        };
        defineProperty(owner, key, { ...property, value: replacement });
      }
    }
  };
  const owners = names.map((name) => [name, Reflect.get(globalThis, name)] as const);
  const typed = Object.getPrototypeOf(Uint8Array);
  for (const [name, owner] of owners) {
    if (typeof owner === 'function') {
      defineProperty(owner, Symbol.hasInstance, {
        configurable: true,
        value(this: Function, value: unknown) {
          note(`${name}.hasInstance`);
          return apply(isInstance, this.prototype, [value]);
        },
      });
    }
  }
  function isInstance(this: object, value: unknown): boolean {
    for (let at: object | null = Object(value); at !== null; at = getPrototype(at))
      if (at === this) return true;
    return false;
  }
  const getPrototype = Reflect.getPrototypeOf;
  spy(typed.prototype, 'TypedArray.prototype');
  for (const [name, owner] of owners) {
    if (typeof owner === 'function') spy(owner.prototype, `${name}.prototype`);
    spy(owner, name);
  }
  const keys = [
    '0',
    '1',
    '2',
    'type',
    'then',
    'get',
    'set',
    'value',
    'writable',
    'enumerable',
    'configurable',
    'stream',
    'bytes',
    'records',
    'record',
    'recording',
    'token',
    'answers',
    'upTo',
    't',
    'method',
    'headers',
    'body',
    'signal',
    'done',
    'ports',
    'data',
    'apply',
    'construct',
    'preventCancel',
    'mode',
    'stack',
    'message',
    'cause',
    'url',
    'pull',
    'start',
    'size',
    'highWaterMark',
    'transfer',
    'capture',
    'once',
    'passive',
    'isTrusted',
    'toJSON',
    'status',
    'statusText',
  ];
  for (const key of keys) {
    for (const [owner, label] of [
      [Object.prototype, 'Object'],
      [Array.prototype, 'Array'],
    ] as const) {
      if (getOwnPropertyDescriptor(owner, key) !== undefined) continue;
      const attributes: PropertyDescriptor & { __proto__: null } = {
        __proto__: null,
        configurable: true,
        get() {
          note(`get ${label}.prototype.${key}`);
          return undefined;
        },
        set(value: unknown) {
          note(`set ${label}.prototype.${key}`);
          defineProperty(this, key, {
            __proto__: null,
            value,
            writable: true,
            enumerable: true,
            configurable: true,
          } as PropertyDescriptor);
        },
      };
      defineProperty(owner, key, attributes);
    }
  }

  const own = <Kind extends object>(value: Kind): Kind => ({ __proto__: null, ...value });
  const drain = async (reader: unknown): Promise<void> => {
    for (;;) {
      const result = await uses.read(reader);
      if (part(result, 'done') === true) return;
    }
  };
  found.length = 0;
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    note(`-- ${name}`);
    await work();
  };
  await step('reader', async () => {
    const response = await uses.fetch(self, `${origin}/sse`);
    await drain(uses.getReader(uses.body(response)));
  });
  await step('accessors', async () => {
    const init = {
      __proto__: null,
      get method() {
        return 'POST';
      },
      get body() {
        return 'x';
      },
    };
    const response = await uses.fetch(self, `${origin}/sse`, init);
    await drain(uses.getReader(uses.body(response)));
  });
  await step('cancel', async () => {
    const response = await uses.fetch(self, `${origin}/sse`);
    const reader = uses.getReader(uses.body(response));
    await uses.read(reader);
    await uses.cancel(reader);
  });
  await step('iterator', async () => {
    const response = await uses.fetch(self, `${origin}/sse`);
    const iterator = uses.values(uses.body(response));
    for (;;) {
      const result = await next(iterator);
      if (part(result, 'done') === true) return;
    }
  });
  await step('text', async () => uses.text(await uses.fetch(self, `${origin}/sse`)));
  await step('clone', async () => {
    const response = await uses.fetch(self, `${origin}/sse`);
    const copy = uses.clone(response);
    await uses.text(copy);
    await uses.text(response);
  });
  await step('tee', async () => {
    const response = await uses.fetch(self, `${origin}/sse`);
    const branches = uses.tee(uses.body(response));
    await drain(uses.getReader(part(branches, 0)));
    await drain(uses.getReader(part(branches, 1)));
  });
  await step('request', async () => {
    const query = new Query(`${origin}/sse`, own({ method: 'POST', body: 'y' }));
    await uses.text(await uses.fetch(self, query));
  });
  await step(
    'xhr',
    () =>
      new Later((resolve) => {
        const request = new Xhr();
        uses.listen(request, 'loadend', () => {
          uses.responseText(request);
          resolve(null);
        });
        uses.open(request, 'POST', `${origin}/sse`);
        uses.header(request, 'x-a', 'b');
        uses.send(request, 'z');
      }),
  );
  await step(
    'eventsource',
    () =>
      new Later((resolve) => {
        const source = new Source(`${origin}/events`);
        uses.listen(source, 'end', () => {
          uses.sourceClose(source);
          resolve(null);
        });
        uses.listen(source, 'delta', () => {});
      }),
  );
  await step(
    'websocket',
    () =>
      new Later((resolve) => {
        const socket = new Socket(`${socketOrigin}/socket`);
        uses.listen(socket, 'open', () => uses.socketSend(socket, 'hello'));
        uses.listen(socket, 'message', () => uses.socketClose(socket));
        uses.listen(socket, 'close', () => resolve(null));
      }),
  );
  await step('beacon', async () => uses.beacon(agent, `${origin}/echo`, 'beacon'));
  await step('parse', async () => {
    try {
      uses.parse(JSON, '{"a": 5');
    } catch {
      /* expected */
    }
  });
  await step('pipes', async () => {
    const piped = uses.pipeThrough(
      uses.body(await uses.fetch(self, `${origin}/sse`)),
      new Transform(),
    );
    await drain(uses.getReader(piped));
    await uses.pipeTo(uses.body(await uses.fetch(self, `${origin}/sse`)), new Sink());
  });
  return write(found);
}
