/** What a page can ask of EventSource. */
/* oxlint-disable unicorn/prefer-add-event-listener -- pages use both ways to listen */
import type { Probe } from './probe.ts';

export const eventSourceProbes = {
  'EventSource reads as native and has its own shape': () => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, 'EventSource');
    const { prototype } = EventSource;
    return [
      String(EventSource),
      Function.prototype.toString.call(EventSource),
      EventSource.name,
      EventSource.length,
      Reflect.ownKeys(EventSource).map(String),
      [descriptor?.writable, descriptor?.enumerable, descriptor?.configurable],
      prototype.constructor === EventSource,
      Object.getPrototypeOf(EventSource) === EventTarget,
      Reflect.ownKeys(prototype).map((key) => {
        const member = Reflect.getOwnPropertyDescriptor(prototype, key);
        const part: unknown = member?.value ?? member?.get;
        const flags = [member?.writable, member?.enumerable, member?.configurable];
        return typeof part === 'function'
          ? [String(key), String(part), part.name, part.length, flags]
          : [String(key), part, flags];
      }),
      String(Reflect.get(EventTarget.prototype, 'addEventListener')),
    ];
  },
  'EventSource has its constants': () => [
    EventSource.CONNECTING,
    EventSource.OPEN,
    EventSource.CLOSED,
    EventSource.prototype.CLOSED,
  ],
  'EventSource refuses what is wrong with native words': () =>
    [
      () => Reflect.apply(EventSource, undefined, ['/events']),
      () => Reflect.construct(EventSource, []),
      () => new EventSource('http://%'),
      () => Reflect.apply(Reflect.get(EventSource.prototype, 'close'), {}, []),
    ].map((attempt) => {
      try {
        return String(attempt());
      } catch (error) {
        return [String(error), Object.getPrototypeOf(error).constructor.name];
      }
    }),
  'an EventSource takes both of its arguments': () => {
    let runs = 0;
    const options = {
      get withCredentials() {
        runs += 1;
        return true;
      },
    };
    const source = new EventSource('/events?x=1', options);
    const plain = new EventSource(new URL('/events', location.href));
    const facts = [source, plain].map(
      ({ url, withCredentials, readyState, onopen, onmessage, onerror }) => [
        url.replace(location.origin, ''),
        withCredentials,
        readyState,
        onopen,
        onmessage,
        onerror,
      ],
    );
    source.close();
    plain.close();
    return [
      facts,
      runs,
      source.readyState,
      Reflect.ownKeys(source),
      Object.prototype.toString.call(source),
    ];
  },
  'EventSource can be extended': () => {
    class Extended extends EventSource {
      extra(): string {
        return `${this.readyState}`;
      }
    }
    const extended = new Extended('/events');
    const other = Reflect.construct(EventSource, ['/events'], Extended);
    const facts = [
      extended instanceof Extended,
      extended instanceof EventSource,
      extended instanceof EventTarget,
      extended.constructor === Extended,
      extended.extra(),
      Object.getPrototypeOf(Extended) === EventSource,
      Object.getPrototypeOf(other) === Extended.prototype,
      Object.getPrototypeOf(new EventSource('/events')) === EventSource.prototype,
    ];
    extended.close();
    other.close();
    return facts;
  },
  'events come in order, trusted, with their data and ids': async () => {
    const seen: unknown[] = [];
    const source = new EventSource('/events');
    await new Promise<void>((resolve) => {
      const note = (event: Event): void => {
        const isMessage = event instanceof MessageEvent;
        seen.push([
          event.type,
          event.isTrusted,
          event.target === source,
          event.eventPhase,
          event.composedPath().length,
          Reflect.ownKeys(event),
          isMessage
            ? [event.data, event.lastEventId, event.origin === location.origin, event.source]
            : source.readyState,
        ]);
        if (event.type === 'error' && source.readyState === EventSource.CLOSED) resolve();
      };
      source.onopen = note;
      source.addEventListener('message', note);
      source.addEventListener('delta', note);
      source.addEventListener('end', note);
      source.addEventListener('error', note);
    });
    return [seen, source.readyState];
  },
  'listeners run in the order of the page, as often as it asked': async () => {
    const seen: string[] = [];
    const source = new EventSource('/events');
    const twice = (): void => void seen.push('twice');
    const removed = (): void => void seen.push('removed');
    const controller = new AbortController();
    await new Promise<void>((resolve) => {
      source.addEventListener('delta', twice);
      source.addEventListener('delta', twice);
      source.addEventListener('delta', removed);
      source.removeEventListener('delta', removed);
      source.addEventListener('delta', removed, { signal: controller.signal });
      controller.abort();
      Reflect.apply(Reflect.get(source, 'addEventListener'), source, ['delta', null]);
      source.addEventListener('delta', { handleEvent: ({ type }) => void seen.push(type) });
      source.addEventListener('delta', () => void seen.push('captured'), true);
      source.addEventListener('message', () => void seen.push('once'), { once: true });
      source.addEventListener('message', (event) => {
        seen.push('stops');
        event.stopImmediatePropagation();
      });
      source.onmessage = () => void seen.push('never');
      source.addEventListener('end', () => resolve());
    });
    source.close();
    source.dispatchEvent(new MessageEvent('delta', { data: 'own' }));
    return seen;
  },
  'nothing comes after close': async (origin) => {
    const seen: string[] = [];
    const source = new EventSource('/events');
    await new Promise<void>((resolve) => {
      source.onmessage = ({ data }) => {
        seen.push(data);
        source.close();
        resolve();
      };
    });
    await (await fetch(`${origin}/sse`)).text();
    return [seen, source.readyState];
  },
  'a source that is refused fails once and stays closed': async () => {
    const source = new EventSource('/json');
    const event = await new Promise<Event>((resolve) => {
      source.onerror = resolve;
    });
    return [event.type, event.isTrusted, event instanceof MessageEvent, source.readyState];
  },
} satisfies Record<string, Probe>;
