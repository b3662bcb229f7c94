/** What a page can ask of a response, and where it can put one. */
import type { Probe } from './probe.ts';

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
  'a response made of a body, or of a stream of the page, has that body': async (origin) => {
    const response = await fetch(`${origin}/sse`);
    const again = new Response(response.body, response);
    const facts: unknown[] = [
      again.body === response.body,
      again.url,
      again.type,
      again.status,
      again.headers.get('content-type'),
      (await again.text()).length,
      response.bodyUsed,
    ];
    const own = new ReadableStream();
    return [...facts, new Response(own).body === own];
  },
  'a body that is locked or used goes into no sink': async (origin) => {
    const locked = await fetch(`${origin}/sse`);
    const reader = locked.body?.getReader();
    const used = await fetch(`${origin}/sse`);
    await used.text();
    const cache = await caches.open('probe');
    const outcomes = [
      await locked.text().catch(String),
      locked.bodyUsed,
      await cache.put('/locked', locked).catch(String),
      await cache.put('/used', used).catch(String),
      await WebAssembly.compileStreaming(used).catch(String),
      await WebAssembly.compileStreaming(fetch(`${origin}/json`)).catch(String),
      await WebAssembly.instantiateStreaming(fetch(`${origin}/module.wasm`)).then(({ instance }) =>
        Object.keys(instance.exports),
      ),
    ];
    await reader?.cancel();
    return outcomes;
  },
  'what is no form or JSON is refused with native words': async (origin) => [
    await (await fetch(`${origin}/sse`)).formData().catch(String),
    await (await fetch(`${origin}/sse`)).json().catch(String),
    await (await fetch(`${origin}/empty`)).blob().then(({ size }) => size),
  ],
} satisfies Record<string, Probe>;
