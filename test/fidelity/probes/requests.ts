/** Requests as they leave the page, and the same functions in frames. */
import type { Probe } from './probe.ts';

export const requestProbes = {
  'each request is timed once': async (origin) => {
    for (const path of ['sse', 'json', 'sse'])
      await (await fetch(`${origin}/${path}?timed`)).text();
    const entries = performance.getEntriesByType('resource');
    return entries.flatMap((entry) =>
      entry instanceof PerformanceResourceTiming && entry.name.includes('timed')
        ? [[entry.name.replace(origin, ''), entry.initiatorType, entry.responseStatus]]
        : [],
    );
  },
  'the body of a Request is used by its fetch and no sooner': async (origin) => {
    const request = new Request(`${origin}/echo`, { method: 'POST', body: 'once' });
    const before = request.bodyUsed;
    const pending = fetch(request);
    const facts = [before, request.bodyUsed, await (await pending).text()];
    const again = await fetch(request).catch(String);
    return [...facts, again, request.constructor === Request];
  },
  'a stream is not sent without duplex': async (origin) => {
    const body = new Blob(['streamed']).stream();
    return fetch(`${origin}/echo`, { method: 'POST', body }).catch(String);
  },
  'a clone of a Request is sent as well': async (origin) => {
    const request = new Request(`${origin}/echo`, { method: 'POST', body: 'cloned' });
    const clone = request.clone();
    return [await (await fetch(clone)).text(), await (await fetch(request)).text()];
  },
  'the functions of a frame are its own': async (origin) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner: unknown = frame.contentWindow;
    if (typeof inner !== 'object' || inner === null) return 'no frame';
    const facts: unknown[] = [];
    for (const name of ['fetch', 'Response', 'EventSource', 'WebSocket', 'XMLHttpRequest']) {
      const own: unknown = Reflect.get(inner, name);
      facts.push([name, own === Reflect.get(globalThis, name), String(own)]);
    }
    const response = await frame.contentWindow?.fetch(`${origin}/json`);
    facts.push(response instanceof Response, await response?.text());
    const crossed = await Reflect.apply(Reflect.get(inner, 'fetch'), window, [`${origin}/json`]);
    facts.push(crossed instanceof Response);
    frame.remove();
    return facts;
  },
  'a beacon tells whether it was taken': (origin) => {
    const error = ((): string => {
      try {
        return String(navigator.sendBeacon('http://%'));
      } catch (reason) {
        return String(reason);
      }
    })();
    return [navigator.sendBeacon(`${origin}/echo`, 'x'), error];
  },
  'the functions of a frame read as native here too': () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentWindow } = frame;
    const own: unknown = contentWindow === null ? null : Reflect.get(contentWindow, 'fetch');
    const text = Function.prototype.toString.call(own);
    frame.remove();
    return text;
  },
} satisfies Record<string, Probe>;
