/**
 * Built-ins that several taps of transports use, taken before any script of the page has run. What
 * only one tap uses it takes itself when it is installed, which is just as early.
 */
import { getOwnPropertyDescriptor, methodOf } from './primordials.ts';
import { isObject } from './hooks.ts';

const encoder = new TextEncoder();
const nativeEncode: (self: TextEncoder, text: string) => Uint8Array = methodOf(
  TextEncoder.prototype,
  'encode',
);

/** The UTF-8 bytes of a text, in a buffer of their own. */
export function encodeText(text: string): Uint8Array {
  return nativeEncode(encoder, text);
}

const addListener: (
  self: object,
  type: string,
  listener: (event: Event) => void,
  capture: boolean,
) => void = methodOf(EventTarget.prototype, 'addEventListener');

/**
 * Listens to events that the browser makes; one that the page dispatches has brought nothing. As a
 * capturing listener that is added early it runs before those of the page.
 */
export function listenFirst(target: object, type: string, listener: (event: Event) => void): void {
  // The accessor of isTrusted is the event's own and cannot be replaced.
  const whenTrusted = (event: Event): void => {
    if (event.isTrusted) listener(event);
  };
  addListener(target, type, whenTrusted, true);
}

/** The prototype of a constructor of this realm; null where the browser has none. */
export function prototypeOf(name: string): object | null {
  const constructor: unknown = getOwnPropertyDescriptor(globalThis, name)?.value;
  const prototype: unknown = isObject(constructor)
    ? getOwnPropertyDescriptor(constructor, 'prototype')?.value
    : null;
  return isObject(prototype) ? prototype : null;
}

/** Says whether a native getter takes a value, which only an object of the getter's class is. */
export function isTakenBy(getter: (self: unknown) => unknown, value: unknown): boolean {
  try {
    getter(value);
    return true;
  } catch {
    return false;
  }
}
