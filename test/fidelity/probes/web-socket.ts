/** What a page can ask of WebSocket. The server gives back each message; `close` and `cut` end it. */
/* oxlint-disable unicorn/prefer-add-event-listener -- pages use both ways to listen */
import type { Probe } from './probe.ts';

export const webSocketProbes = {
  'WebSocket reads as native and has its own shape': () => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, 'WebSocket');
    const { prototype } = WebSocket;
    return [
      String(WebSocket),
      Function.prototype.toString.call(WebSocket),
      WebSocket.name,
      WebSocket.length,
      Reflect.ownKeys(WebSocket).map(String),
      [descriptor?.writable, descriptor?.enumerable, descriptor?.configurable],
      prototype.constructor === WebSocket,
      Object.getPrototypeOf(WebSocket) === EventTarget,
      Reflect.ownKeys(prototype).map((key) => {
        const member = Reflect.getOwnPropertyDescriptor(prototype, key);
        const part: unknown = member?.value ?? member?.get;
        const flags = [member?.writable, member?.enumerable, member?.configurable];
        return typeof part === 'function'
          ? [String(key), String(part), part.name, part.length, flags]
          : [String(key), part, flags];
      }),
      [WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED],
    ];
  },
  'WebSocket refuses what is wrong with native words': (origin) => {
    const url = `${origin.replace('http', 'ws')}/socket`;
    return [
      () => Reflect.apply(WebSocket, undefined, [url]),
      () => Reflect.construct(WebSocket, []),
      () => new WebSocket('mailto:a'),
      () => new WebSocket('ws://%'),
      () => new WebSocket(`${url}#fragment`),
      () => new WebSocket(url, ['a', 'a']),
      () => new WebSocket(url, 'a b'),
      () => new WebSocket(url).send('early'),
      () => Reflect.apply(Reflect.get(WebSocket.prototype, 'send'), {}, ['']),
      () => Reflect.apply(Reflect.get(WebSocket.prototype, 'send'), new WebSocket(url), []),
      () => new WebSocket(url).close(1001),
      () => new WebSocket(url).close(4000, 'x'.repeat(200)),
    ].map((attempt) => {
      try {
        return String(attempt());
      } catch (error) {
        return [String(error), Object.getPrototypeOf(error).constructor.name];
      }
    });
  },
  'WebSocket can be extended': (origin) => {
    class Extended extends WebSocket {
      extra(): number {
        return this.readyState;
      }
    }
    const extended = new Extended(`${origin.replace('http', 'ws')}/socket`);
    const facts = [
      extended instanceof Extended,
      extended instanceof WebSocket,
      extended.constructor === Extended,
      extended.extra(),
      Object.getPrototypeOf(Extended) === WebSocket,
      Reflect.ownKeys(extended),
      Object.prototype.toString.call(extended),
      [extended.binaryType, extended.protocol, extended.extensions, extended.bufferedAmount],
      [extended.onopen, extended.onmessage, extended.onclose, extended.onerror],
    ];
    extended.close();
    return [facts, extended.readyState];
  },
  'messages come in order, trusted, in the type that the page asked for': async (origin) => {
    const facts: unknown[] = [];
    for (const type of ['blob', 'arraybuffer'] as const) {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
      socket.binaryType = type;
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      const seen: unknown[] = [];
      const all = new Promise<void>((resolve) => {
        socket.onmessage = (event) => {
          const data: unknown = event.data;
          seen.push([
            data instanceof Blob ? [data.size, data.type] : data instanceof ArrayBuffer,
            typeof data === 'string' ? data : data === event.data,
            event.isTrusted,
            event.origin === location.origin.replace('http', 'ws'),
            event.lastEventId,
            event.target === socket,
            Reflect.ownKeys(event),
          ]);
          if (seen.length === 5) resolve();
        };
      });
      socket.send('text 😀');
      socket.send(new Uint8Array([1, 2, 255]));
      socket.send(new Uint8Array([1, 2, 3, 4]).buffer);
      socket.send(new Blob(['blob']));
      socket.send('last');
      await all;
      facts.push([socket.binaryType, seen]);
      socket.close();
    }
    return facts;
  },
  'what is sent is what the page gave': async (origin) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    const runs: string[] = [];
    const odd = {
      toString() {
        runs.push('toString');
        return 'converted';
      },
    };
    const send = (data: unknown): unknown =>
      Reflect.apply(Reflect.get(socket, 'send'), socket, [data]);
    const seen: unknown[] = [];
    const all = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        seen.push(data);
        if (seen.length === 5) resolve();
      };
    });
    const returned = [odd, 5, null, '', new URLSearchParams({ a: 'b' })].map(send);
    await all;
    socket.close();
    return [seen, runs, returned];
  },
  'a close tells who closed, why and how': async (origin) => {
    const facts: unknown[] = [];
    for (const way of ['close', 'cut', 'page', 'refused'] as const) {
      const url = origin.replace('http', 'ws');
      const socket = new WebSocket(way === 'refused' ? 'ws://localhost:1/' : `${url}/socket`);
      const seen: string[] = [];
      const closed = new Promise<CloseEvent>((resolve) => {
        for (const type of ['open', 'error', 'close']) {
          socket.addEventListener(type, () => void seen.push(`${type} ${socket.readyState}`));
        }
        socket.addEventListener('close', resolve);
      });
      socket.onopen = () => {
        if (way === 'page') {
          socket.close(3000, 'mine');
          seen.push(`closing ${socket.readyState}`);
          socket.send('too late');
          seen.push(`buffered ${socket.bufferedAmount}`);
        } else socket.send(way);
      };
      const { code, reason, wasClean, isTrusted } = await closed;
      facts.push([way, seen, code, reason, wasClean, isTrusted]);
    }
    return facts;
  },
} satisfies Record<string, Probe>;
