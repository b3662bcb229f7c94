/** What a page can ask of XMLHttpRequest. */
/* oxlint-disable unicorn/prefer-add-event-listener, unicorn/consistent-function-scoping -- pages use both ways to listen, and a probe has nothing from outside of itself */
import type { Probe } from './probe.ts';

export const xmlHttpRequestProbes = {
  'XMLHttpRequest reads as native and has its own shape': () => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, 'XMLHttpRequest');
    const request = new XMLHttpRequest();
    return [
      String(XMLHttpRequest),
      Reflect.ownKeys(XMLHttpRequest).map(String),
      [descriptor?.writable, descriptor?.enumerable, descriptor?.configurable],
      XMLHttpRequest.prototype.constructor === XMLHttpRequest,
      Reflect.ownKeys(XMLHttpRequest.prototype).map((key) => {
        const member = Reflect.getOwnPropertyDescriptor(XMLHttpRequest.prototype, key);
        const parts: readonly unknown[] = [member?.value, member?.get, member?.set];
        return [String(key), parts.map(String), member?.enumerable, member?.configurable];
      }),
      Reflect.ownKeys(request),
      Object.prototype.toString.call(request),
      request.onreadystatechange,
      request.upload.onprogress,
    ];
  },
  'events come in order with their state': async () => {
    const request = new XMLHttpRequest();
    const seen: unknown[] = [];
    const note = (event: Event): void => {
      const isProgress = event instanceof ProgressEvent;
      const loaded = isProgress ? [event.loaded, event.total, event.lengthComputable] : null;
      seen.push([
        event.type,
        request.readyState,
        event.isTrusted,
        event.target === request,
        loaded,
      ]);
    };
    const types = ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'abort'];
    for (const type of types) request.addEventListener(type, note);
    const done = new Promise((resolve) => {
      request.addEventListener('loadend', resolve);
    });
    request.open('GET', '/json');
    request.send();
    await done;
    return [
      seen,
      request.status,
      request.statusText,
      request.responseURL === `${location.origin}/json`,
    ];
  },
  'text grows to the whole and is read at any time': async (origin) => {
    const request = new XMLHttpRequest();
    let isGrowing = true;
    let last = '';
    request.onprogress = () => {
      isGrowing &&= request.responseText.startsWith(last);
      last = request.responseText;
    };
    const done = new Promise((resolve) => {
      request.onloadend = resolve;
    });
    request.open('GET', `${origin}/sse`);
    request.send();
    await done;
    const names = request.getAllResponseHeaders().replaceAll(/: .*/g, '');
    return [isGrowing, request.responseText, request.response === request.responseText, names];
  },
  'each response type gives and refuses the same': async () => {
    const facts: unknown[] = [];
    const types: readonly XMLHttpRequestResponseType[] = [
      '',
      'text',
      'json',
      'arraybuffer',
      'blob',
      'document',
    ];
    for (const type of types) {
      for (const path of ['/json', '/sse']) {
        const request = new XMLHttpRequest();
        const errors: string[] = [];
        const tagOf = (value: object): string => Object.prototype.toString.call(value);
        const attempt = (read: () => unknown): unknown => {
          try {
            const value = read();
            return typeof value === 'object' && value !== null ? tagOf(value) : value;
          } catch (error) {
            return String(error);
          }
        };
        const done = new Promise((resolve) => {
          request.onloadend = resolve;
        });
        request.onreadystatechange = () => {
          const isLoading = request.readyState === 3 && errors.length === 0;
          if (!isLoading) return;
          const readText = (): string => request.responseText;
          const setType = (): string => (request.responseType = 'text');
          errors.push(String(attempt(readText)), String(attempt(setType)));
        };
        request.open('GET', path);
        request.responseType = type;
        request.send();
        await done;
        const isSame = request.response === request.response;
        facts.push([
          type,
          path,
          // What has arrived when the first part is there is up to the network.
          errors.map((text) => (text.includes('Error') ? text : typeof text)),
          attempt(() => request.responseText),
          attempt(() => request.responseXML),
          attempt(() => request.response),
          isSame,
          request.response instanceof ArrayBuffer && request.response.byteLength,
        ]);
      }
    }
    return facts;
  },
  'abort, failure and timeout end it as natively': async (origin) => {
    const facts: unknown[] = [];
    for (const way of ['abort', 'cut', 'timeout', 'refused', 'again'] as const) {
      const request = new XMLHttpRequest();
      const seen: string[] = [];
      const types = ['readystatechange', 'abort', 'error', 'timeout', 'load', 'loadend'];
      for (const type of types) {
        request.addEventListener(type, () => void seen.push(`${type} ${request.readyState}`));
      }
      const ended = new Promise((resolve) => {
        request.addEventListener('loadend', resolve);
      });
      const started = new Promise((resolve) => {
        request.addEventListener('progress', resolve, { once: true });
      });
      request.open(
        'GET',
        way === 'refused' ? 'http://localhost:1/' : `${origin}/open?id=xhr-${way}`,
      );
      if (way === 'timeout') request.timeout = 1500;
      request.send();
      if (way !== 'refused') await started;
      if (way === 'abort') request.abort();
      if (way === 'cut') await fetch(`${origin}/cut?id=xhr-cut`);
      if (way === 'again') {
        request.open('GET', '/json');
        request.send();
      }
      await ended;
      facts.push([
        way,
        seen.filter((text, index) => text !== seen[index - 1]),
        request.status,
        request.readyState,
        request.responseText,
      ]);
    }
    return facts;
  },
  'wrong states and arguments are refused with native words': () =>
    [
      (request: XMLHttpRequest) => request.send(),
      (request: XMLHttpRequest) => request.setRequestHeader('a', 'b'),
      (request: XMLHttpRequest) => request.open('a b', '/'),
      (request: XMLHttpRequest) => request.open('CONNECT', '/'),
      (request: XMLHttpRequest) => request.open('GET', 'http://%'),
      (request: XMLHttpRequest) => Reflect.apply(Reflect.get(request, 'open'), request, ['GET']),
      (request: XMLHttpRequest) => {
        request.open('GET', '/json');
        request.setRequestHeader('a b', 'c');
      },
      (request: XMLHttpRequest) => {
        request.open('GET', '/json', false);
        request.responseType = 'json';
      },
      () => Reflect.apply(XMLHttpRequest, undefined, []),
    ].map((attempt) => {
      try {
        return String(attempt(new XMLHttpRequest()));
      } catch (error) {
        return String(error);
      }
    }),
  'a request that blocks gives its text': () => {
    const request = new XMLHttpRequest();
    const seen: string[] = [];
    const note = (event: Event): void => void seen.push(`${event.type} ${request.readyState}`);
    for (const type of ['readystatechange', 'load', 'loadend']) {
      request.addEventListener(type, note);
    }
    request.open('GET', '/sse', false);
    request.send();
    return [seen, request.responseText];
  },
  'conversions and headers of the page run as often as natively': async () => {
    const runs: string[] = [];
    const text = (name: string, value: string): { toString: () => string } => ({
      toString() {
        runs.push(name);
        return value;
      },
    });
    const request = new XMLHttpRequest();
    const call = (name: string, parameters: readonly unknown[]): unknown =>
      Reflect.apply(Reflect.get(request, name), request, parameters);
    call('open', [text('method', 'POST'), text('address', '/echo')]);
    call('setRequestHeader', [text('name', 'x-a'), text('value', 'b')]);
    const done = new Promise((resolve) => {
      request.onloadend = resolve;
    });
    call('send', [text('body', 'sent')]);
    await done;
    return [runs, request.responseText];
  },
  'XMLHttpRequest can be extended, and a request used again': async () => {
    class Extended extends XMLHttpRequest {
      override get status(): number {
        return super.status + 1000;
      }
    }
    const request = new Extended();
    const facts: unknown[] = [request instanceof XMLHttpRequest, request.constructor === Extended];
    for (const path of ['/json', '/sse', '/empty']) {
      const done = new Promise((resolve) => {
        request.onloadend = resolve;
      });
      request.open('GET', path);
      request.send();
      await done;
      facts.push([request.status, request.responseText]);
    }
    return facts;
  },
} satisfies Record<string, Probe>;
