/** How a page sees what goes wrong: wrong arguments, aborts, cuts, rejections. */
import type { Probe } from './probe.ts';

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
