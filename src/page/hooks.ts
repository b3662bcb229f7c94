/**
 * Puts a hook in front of a native function so that a page cannot tell: the hook is a Proxy of the
 * native one, which keeps its name, length, own keys and "is not a constructor", and
 * Function.prototype.toString gives the native's text for it.
 *
 * Nothing is ever un-hooked: another script may have wrapped ours meanwhile. Hooks are switched off
 * instead, by taking the trap away: then no code of ours runs, nor shows in the stack of an error.
 */
import {
  append,
  apply,
  construct,
  createPrivateMap,
  defineProperty,
  getOwnPropertyDescriptor,
  type Native,
} from './primordials.ts';

/**
 * Runs in place of the native function. It must call `native` with the same receiver and the very
 * same arguments, and let what native throws through; its own work it must guard itself.
 */
export type Hook = (native: Native, self: unknown, parameters: unknown[]) => unknown;

/** Runs after a native constructor has made `instance` from `parameters`. It must not throw. */
export type ConstructorHook = (instance: object, parameters: unknown[]) => void;

export interface Hooks {
  /** Hooks a method; the same function under two keys gets one hook, as natively. Absent ones are left out. */
  readonly method: (owner: object, key: PropertyKey, hook: Hook) => void;
  /** Hooks the getter of an accessor. */
  readonly getter: (owner: object, key: PropertyKey, hook: Hook) => void;
  /** Hooks a constructor that is a property of `owner`, and its prototype's `constructor`. */
  readonly constructorOf: (owner: object, key: PropertyKey, hook: ConstructorHook) => void;
  /** Switches all hooks on or off, but for those of a group. */
  readonly setOn: (isOn: boolean) => void;
}

/** Hooks that are switched by themselves. */
export interface HookGroup extends Pick<Hooks, 'method' | 'setOn'> {
  /** Hooks the setter of an accessor. */
  readonly setter: (owner: object, key: PropertyKey, hook: Hook) => void;
}

/** The hooks of a realm. */
export interface RealmHooks extends Hooks {
  /** Makes a group, switched on. */
  readonly group: () => HookGroup;
}

type Switch = (isOn: boolean) => void;

/** Handlers have no prototype: a trap that a page put on Object.prototype is not ours. */
type Handler = ProxyHandler<Native> & { __proto__: null };

/** Makes the hooks of a realm, switched on. */
export function createHooks(): RealmHooks {
  const natives = createPrivateMap<object, Native>();
  const proxies = createPrivateMap<object, Native>();
  const ownSwitches: Switch[] = [];

  function proxyOf(native: Native, handler: ProxyHandler<Native>): Native {
    const known = proxies.get(native);
    if (known !== undefined) return known;
    const proxy = new Proxy(native, handler);
    natives.set(proxy, native);
    proxies.set(native, proxy);
    return proxy;
  }

  function functionProxy(native: Native, hook: Hook, switches: Switch[]): Native {
    // The hook is the trap itself: a function in between, shared by all hooks, is one that engines cannot inline.
    const handler: Handler = { __proto__: null, apply: hook };
    append(switches, (isOn) => {
      if (isOn) handler.apply = hook;
      else delete handler.apply;
    });
    return proxyOf(native, handler);
  }

  const masking: Handler = {
    __proto__: null,
    apply: (target, self, parameters) => apply(target, natives.get(self) ?? self, parameters),
  };
  replace(Function.prototype, 'toString', 'value', (native) => proxyOf(native, masking));

  return {
    method(owner, key, hook) {
      replace(owner, key, 'value', (native) => functionProxy(native, hook, ownSwitches));
    },
    getter(owner, key, hook) {
      replace(owner, key, 'get', (native) => functionProxy(native, hook, ownSwitches));
    },
    constructorOf(owner, key, hook) {
      const trap = (target: Native, parameters: unknown[], newTarget: Native): object => {
        const instance: object = construct(target, parameters, newTarget);
        hook(instance, parameters);
        return instance;
      };
      const handler: Handler = { __proto__: null, construct: trap };
      append(ownSwitches, (isOn) => {
        if (isOn) handler.construct = trap;
        else delete handler.construct;
      });
      const proxy = replace(owner, key, 'value', (native) => proxyOf(native, handler));
      const prototype: unknown =
        proxy === null ? null : getOwnPropertyDescriptor(proxy, 'prototype')?.value;
      if (isObject(prototype)) replace(prototype, 'constructor', 'value', () => proxy ?? noop);
    },
    setOn: (isOn) => switchAll(ownSwitches, isOn),
    group() {
      const switches: Switch[] = [];
      return {
        method(owner, key, hook) {
          replace(owner, key, 'value', (native) => functionProxy(native, hook, switches));
        },
        setter(owner, key, hook) {
          replace(owner, key, 'set', (native) => functionProxy(native, hook, switches));
        },
        setOn: (isOn) => switchAll(switches, isOn),
      };
    },
  };
}

function replace(
  owner: object,
  key: PropertyKey,
  part: 'value' | 'get' | 'set',
  wrap: (native: Native) => Native,
): Native | null {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  const native: unknown = descriptor?.[part];
  if (descriptor === undefined || !isNative(native)) return null;
  const proxy = wrap(native);
  defineProperty(owner, key, { ...descriptor, [part]: proxy });
  return proxy;
}

function switchAll(switches: readonly Switch[], isOn: boolean): void {
  for (let index = 0; index < switches.length; index += 1) switches[index]?.(isOn);
}

function noop(): void {}

function isNative(value: unknown): value is Native {
  return typeof value === 'function';
}

/** Says whether a value is an object or a function, so that it can be a key of a private map. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
