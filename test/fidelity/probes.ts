/**
 * What a page can ask about fetch, responses and streams. Each probe runs in the page and gives
 * plain data; the browser with the extension must give what the browser without it gives.
 */

/** A probe gets the origin of the server and gives data that can be compared. */
export type Probe = (origin: string) => unknown;

export const identityProbes = {
  'fetch reads as native code': () => [
    Function.prototype.toString.call(fetch),
    String(fetch),
    String(Reflect.get(Function.prototype, 'toString')),
  ],
  'fetch has its own shape': () => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, 'fetch');
    return [
      fetch.name,
      fetch.length,
      Reflect.ownKeys(fetch).map(String),
      'prototype' in fetch,
      descriptor?.enumerable,
      descriptor?.configurable,
      descriptor?.writable,
    ];
  },
  'fetch is not a constructor': () => {
    try {
      return String(Reflect.construct(fetch, []));
    } catch (error) {
      return String(error);
    }
  },
  'every method and accessor of the patched classes reads as native': () =>
    [
      Request,
      Response,
      ReadableStream,
      ReadableStreamDefaultReader,
      ReadableStreamBYOBReader,
      XMLHttpRequest,
      Navigator,
      Object.getPrototypeOf(new ReadableStream().values()).constructor,
    ].map((owner) => [
      String(owner),
      owner.name,
      owner.length,
      owner.prototype?.constructor === owner,
      Reflect.ownKeys(owner.prototype ?? {}).map((key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(owner.prototype, key);
        const member: unknown = descriptor?.value ?? descriptor?.get;
        return typeof member === 'function'
          ? [String(key), String(member), member.name, member.length, descriptor?.enumerable]
          : [String(key), typeof member];
      }),
    ]),
  'values and the async iterator are one function': () =>
    ReadableStream.prototype.values === ReadableStream.prototype[Symbol.asyncIterator],
  'nothing is added to the window or the document': () => [
    Object.getOwnPropertyNames(globalThis).filter((name) => /midstream|obs/i.test(name)),
    Object.getOwnPropertySymbols(globalThis).length,
    document.documentElement.outerHTML,
  ],
} satisfies Record<string, Probe>;

export const responseProbes = {
  'a response keeps what the network gave it': async (origin) => {
    const response = await fetch(`${origin}/redirect`);
    const descriptor = Reflect.getOwnPropertyDescriptor(Response.prototype, 'url');
    const kept = [
      response.url === `${origin}/sse`,
      response.type,
      response.redirected,
      response.status,
      response.statusText,
      response.ok,
      response instanceof Response,
      Object.getPrototypeOf(response) === Response.prototype,
      Reflect.ownKeys(response),
      descriptor?.get?.call(response) === response.url,
      response.body === response.body,
      response.body instanceof ReadableStream,
      response.clone().url === response.url,
    ];
    await response.body?.cancel();
    return kept;
  },
  'headers of a response are immutable': async (origin) => {
    const response = await fetch(`${origin}/json`);
    try {
      response.headers.set('x-a', 'b');
      return 'mutable';
    } catch (error) {
      return String(error);
    }
  },
  'an empty response has no body': async (origin) => (await fetch(`${origin}/empty`)).body,
  'fetch gives a native promise': async (origin) => {
    const promise = fetch(`${origin}/json`);
    const facts = [promise instanceof Promise, promise.constructor === Promise];
    const response = await promise;
    const json = response.json();
    return [...facts, json instanceof Promise, Reflect.ownKeys(promise), await json];
  },
  'a body can be read once': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const before = response.bodyUsed;
    const reading = response.text();
    const during = [response.bodyUsed, response.body?.locked];
    await reading;
    const errors: string[] = [];
    await response.text().catch((error: unknown) => errors.push(String(error)));
    try {
      response.clone();
    } catch (error) {
      errors.push(String(error));
    }
    return [before, during, errors];
  },
  'a body that the page holds stays the same after text': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const body = response.body;
    const text = await response.text();
    return [response.body === body, body?.locked, text.length];
  },
  'text, json, bytes, blob and arrayBuffer give the whole body': async (origin) => {
    const text = await (await fetch(`${origin}/sse`)).text();
    const blob = await (await fetch(`${origin}/sse`)).blob();
    const buffer = await (await fetch(`${origin}/sse`)).arrayBuffer();
    const json: unknown = await (await fetch(`${origin}/json`)).json();
    return [text, blob.size, blob.type, buffer.byteLength, json];
  },
  'the native sinks take a response': async (origin) => {
    const cache = await caches.open('probe');
    await cache.put('/kept', await fetch(`${origin}/sse`));
    const kept = await cache.match('/kept');
    const module = await WebAssembly.compileStreaming(fetch(`${origin}/module.wasm`));
    const again = new Response((await fetch(`${origin}/sse`)).body);
    let cloned = 'cloned';
    try {
      structuredClone(await fetch(`${origin}/json`));
    } catch (error) {
      cloned = String(error);
    }
    return [
      kept?.url === `${origin}/sse`,
      await kept?.text(),
      module instanceof WebAssembly.Module,
      await again.text(),
      cloned,
    ];
  },
} satisfies Record<string, Probe>;

export const streamProbes = {
  'a reader reads, releases and reads on': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    if (body === null) return 'no body';
    const first = body.getReader();
    const facts: unknown[] = [body.locked, first instanceof ReadableStreamDefaultReader];
    try {
      body.getReader();
    } catch (error) {
      facts.push(String(error));
    }
    let bytes = (await first.read()).value?.length ?? 0;
    first.releaseLock();
    facts.push(body.locked);
    await first.read().catch((error: unknown) => facts.push(String(error)));
    const second = new ReadableStreamDefaultReader(body);
    facts.push(Object.getPrototypeOf(second) === ReadableStreamDefaultReader.prototype);
    for (;;) {
      const { done, value } = await second.read();
      if (done) break;
      bytes += value.length;
    }
    return [...facts, bytes, await second.closed];
  },
  'a byte reader fills the buffer of the page': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const reader = body?.getReader({ mode: 'byob' });
    const { value } = (await reader?.read(new Uint16Array(4))) ?? {};
    await reader?.cancel();
    return [value?.constructor.name, value?.length, value?.buffer.byteLength];
  },
  'an iterator gives the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    let bytes = 0;
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return [bytes, body?.locked];
  },
  'both branches of a tee give the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const [first, second] = body?.tee() ?? [];
    return [body?.locked, await new Response(first).text(), await new Response(second).text()];
  },
  'a clone gives the whole body': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const clone = response.clone();
    return [await clone.text(), await response.text()];
  },
  'a pipe decodes the whole body': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    let text = '';
    const decoded = body?.pipeThrough(new TextDecoderStream());
    const locked = body?.locked;
    if (decoded !== undefined) for await (const part of decoded) text += part;
    // The pipe lets go of the body after the last part is out.
    await (await fetch(`${origin}/json`)).text();
    return [text, locked, body?.locked];
  },
  'a failed pipe with preventCancel leaves the rest to the page': async (origin) => {
    const { body } = await fetch(`${origin}/flood`);
    let first = 0;
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        first += chunk.length;
        throw new Error('full');
      },
    });
    const outcome = await body?.pipeTo(sink, { preventCancel: true }).catch(String);
    const locked = body?.locked;
    const reader = body?.getReader();
    const next = await reader?.read();
    await reader?.cancel();
    return [outcome, first > 0, locked, next?.done];
  },
  'wrong arguments of a pipe give native errors and leave the body unlocked': async (origin) => {
    const { body } = await fetch(`${origin}/sse`);
    const pipeTo = Reflect.get(ReadableStream.prototype, 'pipeTo');
    const pipeThrough = Reflect.get(ReadableStream.prototype, 'pipeThrough');
    const told = await Reflect.apply(pipeTo, body, [{}]).catch(String);
    let thrown = '';
    try {
      Reflect.apply(pipeThrough, body, [{}]);
    } catch (error) {
      thrown = String(error);
    }
    const facts = [told, thrown, body?.locked];
    await body?.cancel();
    return facts;
  },
  'a stream of the page keeps its chunks': async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue('a');
        controller.enqueue({ b: 1 });
        controller.close();
      },
    });
    const response = new Response(new ReadableStream());
    const chunks: unknown[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return [chunks, response.body instanceof ReadableStream];
  },
} satisfies Record<string, Probe>;

export const errorProbes = {
  'a wrong receiver or argument rejects as natively': async () => {
    const outcomes: string[] = [];
    for (const attempt of [
      () => Reflect.apply(fetch, {}, ['/']),
      () => Reflect.apply(fetch, undefined, []),
      () => fetch('http://%'),
      () => fetch('/', { method: 'CONNECT' }),
      () => Reflect.apply(Reflect.get(Response.prototype, 'text'), {}, []),
    ]) {
      const promise = attempt();
      outcomes.push(String(promise instanceof Promise));
      await promise.catch((error: unknown) => outcomes.push(String(error)));
    }
    return outcomes;
  },
  'an unbound fetch works': async (origin) => {
    const unbound = fetch;
    return (await unbound(`${origin}/json`)).status;
  },
  'a signal that is aborted already rejects at once with its reason': async (origin) => {
    const reason = { mine: true };
    const signal = AbortSignal.abort(reason);
    let ticks = 0;
    let settled = -1;
    const outcome = fetch(`${origin}/sse`, { signal }).catch((error: unknown) => {
      settled = ticks;
      return error === reason;
    });
    for (; ticks < 5; ticks += 1) await Promise.resolve();
    return [await outcome, settled];
  },
  'an abort reaches reads, text and closed with its reason': async (origin) => {
    const facts: unknown[] = [];
    for (const read of ['reader', 'text', 'default'] as const) {
      const controller = new AbortController();
      const response = await fetch(`${origin}/open`, { signal: controller.signal });
      const reason = { mine: true };
      const reader = read === 'text' ? undefined : response.body?.getReader();
      await reader?.read();
      const pending = reader === undefined ? response.text() : reader.read();
      if (read === 'default') controller.abort();
      else controller.abort(reason);
      await pending.catch((error: unknown) => facts.push(error === reason || String(error)));
      await reader?.closed.catch((error: unknown) => facts.push(error === reason || String(error)));
    }
    return facts;
  },
  'a cut connection fails reads and text': async (origin) => {
    const facts: unknown[] = [];
    const reader = (await fetch(`${origin}/open?id=reads`)).body?.getReader();
    await reader?.read();
    const text = (await fetch(`${origin}/open?id=text`)).text().catch(String);
    await fetch(`${origin}/cut?id=reads`);
    await reader?.read().catch((error: unknown) => facts.push(String(error)));
    await fetch(`${origin}/cut?id=text`);
    return [...facts, await text];
  },
  'a failed fetch has the stack of the page': async () => {
    const error: unknown = await fetch('http://localhost:1/').catch((reason: unknown) => reason);
    const stack = error instanceof Error ? error.stack : '';
    const descriptor =
      error instanceof Error ? Reflect.getOwnPropertyDescriptor(error, 'stack') : undefined;
    return [
      String(error),
      stack?.includes('extension://'),
      stack?.split('\n').length,
      descriptor?.enumerable,
      Object.keys(descriptor ?? {}),
    ];
  },
  'getters and conversions of the page run as often as natively': async (origin) => {
    const runs: string[] = [];
    const input = {
      toString() {
        runs.push('toString');
        return `${origin}/echo`;
      },
    };
    const init = {
      get method() {
        runs.push('method');
        return 'POST';
      },
      get body() {
        runs.push('body');
        return 'sent';
      },
      get signal() {
        runs.push('signal');
        return null;
      },
      get headers() {
        runs.push('headers');
        return {
          get accept() {
            runs.push('accept');
            return '*/*';
          },
        };
      },
    };
    const response: Response = await Reflect.apply(fetch, undefined, [input, init]);
    return [await response.text(), runs];
  },
  'a request that holds a stream is sent as it is': async (origin) => {
    const request = new Request(`${origin}/echo`, { method: 'POST', body: 'once' });
    const response = await fetch(request);
    return [await response.text(), request.bodyUsed];
  },
  'rejections that nobody handles are told once': async (origin) => {
    const rejections: string[] = [];
    const listen = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      rejections.push(String(event.reason));
    };
    addEventListener('unhandledrejection', listen);
    const handled = fetch('http://localhost:1/');
    await handled.catch(() => {});
    // Held: the browser tells no rejection of a promise that it has collected.
    const held: Promise<unknown>[] = [
      fetch('http://localhost:1/'),
      fetch('http://%'),
      (await fetch(`${origin}/open?id=unhandled`)).text(),
    ];
    await fetch(`${origin}/cut?id=unhandled`);
    // Three are expected; a fourth would come before these requests are over.
    while (rejections.length < 3) await (await fetch(`${origin}/json`)).text();
    await (await fetch(`${origin}/sse`)).text();
    removeEventListener('unhandledrejection', listen);
    return [held.length, rejections.toSorted()];
  },
} satisfies Record<string, Probe>;
