/**
 * The tap on reading: readers, the async iterator, cancel and tee. A page keeps its native stream,
 * reader and promises. Our reaction is the first on each promise of a read, so a chunk is copied
 * before the page can transfer it, and what the page does with it comes after our record.
 */
import type { Branch, Exchanges } from './exchanges.ts';
import type { Failures } from './failures.ts';
import { isObject, type Hook, type Hooks } from './hooks.ts';
import { argumentOf, isByobReader, isDefaultReader, isPromise, ownValue } from './page-values.ts';
import {
  NativeReadableStream,
  byobReaderClosed,
  callNative,
  createPrivateMap,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  readerClosed,
  streamLocked,
  whenSettled,
  type PrivateMap,
} from './primordials.ts';

/** Follows the result of one read that the page gets. `isCurrent` says that the reader still holds its stream. */
function follow(
  promise: unknown,
  branch: Branch,
  isCurrent: () => boolean,
  exchanges: Exchanges,
  failures: Failures,
): void {
  if (!isPromise(promise)) return;
  failures.guard('read', () => {
    void whenSettled(
      promise,
      (result: unknown) => {
        failures.guard('chunk', () => {
          if (!isObject(result)) return;
          const value: unknown = getOwnPropertyDescriptor(result, 'value')?.value;
          const done: unknown = getOwnPropertyDescriptor(result, 'done')?.value;
          if (done === false) exchanges.chunk(branch, value, true);
          else exchanges.finish(branch);
        });
      },
      (reason) => {
        // A read that was pending when the page let go of its reader says nothing of the stream.
        failures.guard('read error', () => {
          if (isCurrent()) exchanges.fail(branch, reason);
        });
      },
    );
  });
}

/** Hooks the readers of this realm. */
export function tapReaders(hooks: Hooks, exchanges: Exchanges, failures: Failures): void {
  const { streams } = exchanges;
  const readers = createPrivateMap<object, Branch>();

  function take(reader: unknown, stream: unknown): void {
    failures.guard('reader', () => {
      const branch = streams.get(stream);
      if (branch === undefined || !isObject(reader)) return;
      readers.set(reader, branch);
      exchanges.readIncrementally(branch);
      // An abort between two reads rejects none of them. The promise counts as handled by the
      // standard, so that we look at it cannot be noticed.
      const closed = closedOf(reader);
      if (closed === null) return;
      void whenSettled(closed, noop, (reason) => {
        failures.guard('closed', () => {
          if (readers.get(reader) === branch) exchanges.fail(branch, reason);
        });
      });
    });
  }

  hooks.method(ReadableStream.prototype, 'getReader', (native, self, parameters) => {
    const reader = callNative(native, self, parameters);
    take(reader, self);
    return reader;
  });

  const read: Hook = (native, self, parameters) => {
    const promise = callNative(native, self, parameters);
    const branch = readers.get(self);
    if (branch !== undefined) {
      follow(promise, branch, () => readers.get(self) === branch, exchanges, failures);
    }
    return promise;
  };
  const cancel: Hook = (native, self, parameters) => {
    const branch = readers.get(self);
    if (branch !== undefined) failures.guard('cancel', () => exchanges.cancel(branch));
    return callNative(native, self, parameters);
  };
  const releaseLock: Hook = (native, self, parameters) => {
    const result = callNative(native, self, parameters);
    readers.delete(self);
    return result;
  };
  const keys = ['ReadableStreamDefaultReader', 'ReadableStreamBYOBReader'] as const;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    const constructor: unknown =
      key === undefined ? undefined : getOwnPropertyDescriptor(globalThis, key)?.value;
    const prototype: unknown = isObject(constructor)
      ? getOwnPropertyDescriptor(constructor, 'prototype')?.value
      : undefined;
    if (key === undefined || !isObject(prototype)) continue;
    hooks.method(prototype, 'read', read);
    hooks.method(prototype, 'cancel', cancel);
    hooks.method(prototype, 'releaseLock', releaseLock);
    hooks.constructorOf(globalThis, key, (reader, parameters) =>
      take(reader, argumentOf(parameters, 0)),
    );
  }

  hooks.method(ReadableStream.prototype, 'cancel', (native, self, parameters) => {
    failures.guard('cancel', () => {
      const branch = streams.get(self);
      if (branch !== undefined && !streamLocked(self)) exchanges.cancel(branch);
    });
    return callNative(native, self, parameters);
  });

  hooks.method(ReadableStream.prototype, 'tee', (native, self, parameters) => {
    const branches = callNative(native, self, parameters);
    failures.guard('tee', () => {
      const branch = streams.get(self);
      if (branch === undefined || !isObject(branches)) return;
      const { exchange, offset } = branch;
      exchange.branches -= 1;
      const first: unknown = getOwnPropertyDescriptor(branches, 0)?.value;
      const second: unknown = getOwnPropertyDescriptor(branches, 1)?.value;
      if (isStream(first)) exchanges.branchOf(first, exchange, offset);
      if (isStream(second)) exchanges.branchOf(second, exchange, offset);
    });
    return branches;
  });

  tapIterator(hooks, exchanges, failures, createPrivateMap());
}

function noop(): void {}

/** The getters reject, and do not throw, for what is no reader of their own kind. */
function closedOf(reader: object): Promise<unknown> | null {
  if (isDefaultReader(reader)) return readerClosed(reader);
  return isByobReader(reader) ? byobReaderClosed(reader) : null;
}

/** Hooks `values`, which is `[Symbol.asyncIterator]` too, and the prototype of what it gives. */
function tapIterator(
  hooks: Hooks,
  exchanges: Exchanges,
  failures: Failures,
  iterators: PrivateMap<object, { branch: Branch; keepsStream: boolean }>,
): void {
  const values: Hook = (native, self, parameters) => {
    const iterator = callNative(native, self, parameters);
    failures.guard('iterator', () => {
      const branch = exchanges.streams.get(self);
      if (branch === undefined || !isObject(iterator)) return;
      const options = argumentOf(parameters, 0);
      const preventCancel = ownValue(options, 'preventCancel');
      iterators.set(iterator, { branch, keepsStream: Boolean(preventCancel) });
      exchanges.readIncrementally(branch);
    });
    return iterator;
  };
  const prototype = getPrototypeOf(new NativeReadableStream().values());
  hooks.method(ReadableStream.prototype, 'values', values);
  hooks.method(ReadableStream.prototype, Symbol.asyncIterator, values);
  if (prototype === null) return;

  hooks.method(prototype, 'next', (native, self, parameters) => {
    const promise = callNative(native, self, parameters);
    const branch = iterators.get(self)?.branch;
    if (branch !== undefined) follow(promise, branch, () => true, exchanges, failures);
    return promise;
  });
  hooks.method(prototype, 'return', (native, self, parameters) => {
    const known = iterators.get(self);
    if (known?.keepsStream === false) {
      failures.guard('return', () => exchanges.cancel(known.branch));
    }
    return callNative(native, self, parameters);
  });
}

/** Says whether a value is a native stream of this realm or another. */
export function isStream(value: unknown): value is ReadableStream<Uint8Array> {
  try {
    return typeof streamLocked(value) === 'boolean';
  } catch {
    return false;
  }
}
