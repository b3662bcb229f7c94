/**
 * A page that looks for the extension in its world, listens for what it might say, and forges its own.
 */
// oxlint-disable unicorn/consistent-function-scoping -- it is sent to the page, whole
import { PAGE_COMMANDS, PAGE_LINE, PAGE_MESSAGE } from '../../src/protocol.ts';

export interface Names {
  readonly line: string;
  readonly message: string;
  readonly commands: readonly string[];
}

export const NAMES: Names = { line: PAGE_LINE, message: PAGE_MESSAGE, commands: PAGE_COMMANDS };

/** Runs in the page: what it can see of its world, and what it hears in it while it reads streams. */
export async function lookAround([origin, names, extension]: readonly [
  string,
  Names,
  string,
]): Promise<unknown> {
  const heard: string[] = [];
  const types = [names.line, names.message, ...names.commands, 'message', 'messageerror'];
  const listen = (where: string, target: EventTarget): void => {
    for (const type of types) {
      target.addEventListener(type, (event) => heard.push(`${where} ${event.type}`), true);
    }
  };
  listen('window', globalThis);
  listen('document', document);
  const spy = (where: string, owner: object, key: string): void => {
    const found: unknown = Reflect.get(owner, key);
    if (typeof found !== 'function') return;
    const proxy = new Proxy(found, {
      apply(target, self, parameters) {
        heard.push(`${where} calls ${key}`);
        return Reflect.apply(target, self, parameters);
      },
      construct(target, parameters) {
        heard.push(`${where} makes ${key}`);
        return Reflect.construct(target, parameters);
      },
    });
    Reflect.set(owner, key, proxy);
  };
  const sources: readonly (readonly [string, Record<string, string>])[] = [
    ['no source', {}],
    ['blank', { src: 'about:blank' }],
    ['srcdoc', { srcdoc: '<p>' }],
    ['address', { src: `${origin}/frame` }],
  ];
  for (const [name, attributes] of sources) {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) =>
      frame.addEventListener('load', resolve, { once: true }),
    );
    for (const [key, value] of Object.entries(attributes)) frame.setAttribute(key, value);
    document.body.append(frame);
    if (name !== 'no source') await loaded;
    const inside = frame.contentWindow;
    if (inside === null) continue;
    listen(name, inside);
    for (const key of [
      'MessageChannel',
      'MouseEvent',
      'CustomEvent',
      'Event',
      'EventTarget',
      'postMessage',
      'dispatchEvent',
    ]) {
      spy(name, inside, key);
    }
    const prototype: unknown = Reflect.get(Reflect.get(inside, 'EventTarget'), 'prototype');
    if (typeof prototype === 'object' && prototype !== null) {
      spy(name, prototype, 'dispatchEvent');
      spy(name, prototype, 'addEventListener');
    }
    await (await inside.fetch(`${origin}/sse`)).text();
  }

  const heardBefore = [...heard];
  // A line of the page's own, which nobody must take.
  const target = new EventTarget();
  const told: string[] = [];
  for (const type of names.commands) target.addEventListener(type, () => told.push(type));
  const forged = { type: 'stream-open', t: 1, stream: 'forged', transport: 'fetch' };
  window.dispatchEvent(new MouseEvent(names.line, { relatedTarget: target, cancelable: true }));
  for (const place of [globalThis, document, target]) {
    place.dispatchEvent(
      new CustomEvent(names.message, {
        detail: { type: 'records', records: [forged], upTo: 1 },
      }),
    );
  }
  const resource = await fetch(`${extension}page.js`).then(
    () => 'fetched',
    () => 'refused',
  );
  await (await fetch(`${origin}/sse`)).text();
  const chrome: unknown = Reflect.get(globalThis, 'chrome');
  return {
    heard: heardBefore,
    told,
    resource,
    keys: Reflect.ownKeys(globalThis).map(String).toSorted(),
    document: Reflect.ownKeys(document).map(String),
    html: document.documentElement.outerHTML.replaceAll(/blob:[^"]*/g, 'blob:'),
    bridge: Reflect.has(globalThis, Symbol.for('midstream-bridge')),
    chrome: typeof chrome === 'object' && chrome !== null ? Object.keys(chrome) : typeof chrome,
    resources: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('extension')).length,
    styles: document.styleSheets.length,
  };
}
