/**
 * Looks at values of the page without running any code of it. What is not there is not looked for
 * further up: a page may have put a getter on Array.prototype or Object.prototype, and a test of its
 * own on a class, for `instanceof`.
 */
import { isObject } from './hooks.ts';
import {
  NativeByobReader,
  NativeDefaultReader,
  NativePromise,
  getOwnPropertyDescriptor,
  methodOf,
} from './primordials.ts';

/** What a hooked function was called with at a position; undefined beyond the last. */
export function argumentOf(parameters: readonly unknown[], position: number): unknown {
  return position < parameters.length ? parameters[position] : undefined;
}

/** The value of an own data property; undefined for everything else, accessors included. */
export function ownValue(object: unknown, key: PropertyKey): unknown {
  if (!isObject(object)) return undefined;
  const property = getOwnPropertyDescriptor(object, key);
  // The description of an accessor has no value of its own.
  return property === undefined ? undefined : getOwnPropertyDescriptor(property, 'value')?.value;
}

const isPrototypeOf: (prototype: object, value: unknown) => boolean = methodOf(
  Object.prototype,
  'isPrototypeOf',
);
const promisePrototype = NativePromise.prototype;
const defaultReaderPrototype = NativeDefaultReader.prototype;
const byobReaderPrototype = NativeByobReader.prototype;

/** Says whether a value that a native function gave is a promise of this realm. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return isPrototypeOf(promisePrototype, value);
}

/** Says whether a native reader of this realm reads whatever it is given. */
export function isDefaultReader(value: object): boolean {
  return isPrototypeOf(defaultReaderPrototype, value);
}

/** Says whether a native reader of this realm reads into views. */
export function isByobReader(value: object): boolean {
  return isPrototypeOf(byobReaderPrototype, value);
}
