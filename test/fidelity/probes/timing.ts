/** When promises settle, which rejections nobody handled, and what stacks show. */
import type { Probe } from './probe.ts';

export const timingProbes = {
  'a read of a finished body settles in as many microtasks': async (origin) => {
    const reader = (await fetch(`${origin}/json`)).body?.getReader();
    while ((await reader?.read())?.done === false) continue;
    let ticks = 0;
    let settled = -1;
    const reading = reader?.read().then(() => {
      settled = ticks;
    });
    for (; ticks < 8; ticks += 1) await Promise.resolve();
    await reading;
    return settled;
  },
  'a body that is used already is refused in as many microtasks': async (origin) => {
    const response = await fetch(`${origin}/json`);
    await response.text();
    let ticks = 0;
    let settled = -1;
    const reading = response.json().catch(() => {
      settled = ticks;
    });
    for (; ticks < 8; ticks += 1) await Promise.resolve();
    await reading;
    return settled;
  },
  'a fetch that cannot be made rejects in as many microtasks': async () => {
    let ticks = 0;
    let settled = -1;
    const outcome = fetch('http://%').catch(() => {
      settled = ticks;
    });
    for (; ticks < 8; ticks += 1) await Promise.resolve();
    await outcome;
    return settled;
  },
  'a rejected read that the page throws away is told': async (origin) => {
    let rejections = 0;
    const listen = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      rejections += 1;
    };
    addEventListener('unhandledrejection', listen);
    const reader = (await fetch(`${origin}/open?id=thrown-away`)).body?.getReader();
    await reader?.read();
    // Held: the browser tells no rejection of a promise that it has collected.
    const held = [reader?.read()];
    await fetch(`${origin}/cut?id=thrown-away`);
    for (let count = 0; count < 3; count += 1) await (await fetch(`${origin}/json`)).text();
    removeEventListener('unhandledrejection', listen);
    return [held.length, rejections];
  },
  'rejected pipes, conversions and closed promises are told as natively': async (origin) => {
    const rejections: string[] = [];
    const listen = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      rejections.push(String(event.reason));
    };
    addEventListener('unhandledrejection', listen);
    const piped = (await fetch(`${origin}/open?id=piped`)).body;
    const closed = (await fetch(`${origin}/open?id=closed`)).body?.getReader();
    const held = [
      piped?.pipeTo(new WritableStream()),
      (await fetch(`${origin}/sse`)).json(),
      (await fetch(`${origin}/json`)).formData(),
      closed?.closed,
    ];
    await fetch(`${origin}/cut?id=piped`);
    await fetch(`${origin}/cut?id=closed`);
    while (rejections.length < 2) await (await fetch(`${origin}/json`)).text();
    for (let count = 0; count < 3; count += 1) await (await fetch(`${origin}/json`)).text();
    removeEventListener('unhandledrejection', listen);
    return [held.length, rejections.toSorted()];
  },
  'an argument error has the stack of the page alone': () => {
    const attempts = [
      () => Reflect.apply(Reflect.get(EventTarget.prototype, 'addEventListener'), {}, ['x', null]),
      () => Reflect.apply(Reflect.get(XMLHttpRequest.prototype, 'open'), {}, []),
      () => new WebSocket('mailto:a'),
      () => Reflect.apply(Reflect.get(ReadableStream.prototype, 'getReader'), {}, []),
    ];
    return attempts.map((attempt): unknown => {
      try {
        return attempt();
      } catch (error) {
        return error instanceof Error && error.stack?.includes('extension://');
      }
    });
  },
} satisfies Record<string, Probe>;
