/** What a page can ask of the patched functions themselves. */
import type { Probe } from './probe.ts';

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
