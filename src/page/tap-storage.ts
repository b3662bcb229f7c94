/**
 * The tap on what a page stores: web storage, IndexedDB, cookies and the clipboard. Most pages store
 * text of a stream on purpose, so nothing is hooked before the user has asked for it in the settings
 * and a stream is open; then hooks are put in, and from then on switched off whenever one of the two
 * is not so.
 *
 * What it does not see: `localStorage.key = text`, which calls nothing that could be hooked.
 */
import type { StorageActionRecord, StorageArea } from '../core/records.ts';
import { takeInitiatorStack } from './call-stack.ts';
import type { Failures } from './failures.ts';
import { isObject, type HookGroup } from './hooks.ts';
import { argumentOf } from './page-values.ts';
import {
  callNative,
  createDictionary,
  getOwnPropertyDescriptor,
  getterOf,
  indexOf,
  now,
  ownKeys,
  slice,
} from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';
import type { Recording } from './recording.ts';

export interface StorageTap {
  /** What the setting is. */
  readonly set: (isWanted: boolean) => void;
}

const MAXIMUM_TEXT = 16 * 1024;
/** A page that stores so often is known to do so. */
const MAXIMUM_REPORTS = 500;
const MAXIMUM_FIELDS = 200;
const MAXIMUM_DEPTH = 8;

type Store = (area: StorageArea, key: string, text: string | null) => void;

const writeJson = JSON.stringify;

/** Prepares the tap of this realm, with hooks of a group of their own; it hooks nothing yet. */
export function tapStorage(
  createGroup: () => HookGroup,
  queue: RecordQueue,
  recording: Recording,
  failures: Failures,
): StorageTap {
  const hookStorage = prepareHooks(failures, store);
  let isWanted = false;
  let group: HookGroup | null = null;
  let reports = 0;

  function store(area: StorageArea, key: string, text: string | null): void {
    if (text === null || text === '' || reports >= MAXIMUM_REPORTS) return;
    reports += 1;
    const stack = takeInitiatorStack()();
    const cause = queue.cause();
    const kept = slice(text, 0, MAXIMUM_TEXT);
    const record: StorageActionRecord = {
      type: 'action',
      t: now(),
      kind: 'storage',
      area,
      key,
      text: kept,
      ...(stack === undefined ? {} : { stack }),
      ...(cause === undefined ? {} : { cause }),
    };
    queue.add(record, kept.length);
  }

  function follow(areOpen: boolean): void {
    failures.guard('storage', () => {
      const isOn = isWanted && areOpen;
      if (isOn && group === null) {
        group = createGroup();
        hookStorage(group);
      } else group?.setOn(isOn);
    });
  }

  recording.onOpenStreams(follow);
  return {
    set(wanted) {
      isWanted = wanted;
      follow(recording.hasOpenStreams());
    },
  };
}

/** Takes what is to be hooked while it is the browser's; what comes back hooks it. */
function prepareHooks(failures: Failures, store: Store): (group: HookGroup) => void {
  const areaOf = createAreas();
  const storages = Storage.prototype;
  const documents = Document.prototype;
  const objectStores = IDBObjectStore.prototype;
  const storeName: (self: unknown) => string = getterOf(objectStores, 'name');
  // Only pages of secure contexts have it.
  const clipboards = 'Clipboard' in globalThis ? Clipboard.prototype : null;

  return (group) => {
    group.method(storages, 'setItem', (native, self, parameters) => {
      const result = callNative(native, self, parameters);
      failures.guard('setItem', () => {
        const area = areaOf(self);
        if (area !== null)
          store(area, textOf(argumentOf(parameters, 0)) ?? '', textOf(argumentOf(parameters, 1)));
      });
      return result;
    });

    group.setter(documents, 'cookie', (native, self, parameters) => {
      const result = callNative(native, self, parameters);
      failures.guard('cookie', () => {
        const text = textOf(argumentOf(parameters, 0));
        if (text === null) return;
        const end = indexOf(text, ';');
        const pair = end < 0 ? text : slice(text, 0, end);
        const equals = indexOf(pair, '=');
        store('cookie', equals < 0 ? '' : slice(pair, 0, equals), slice(pair, equals + 1));
      });
      return result;
    });

    if (clipboards !== null) {
      group.method(clipboards, 'writeText', (native, self, parameters) => {
        failures.guard('writeText', () =>
          store('clipboard', '', textOf(argumentOf(parameters, 0))),
        );
        return callNative(native, self, parameters);
      });
    }

    const hookStore = (method: 'add' | 'put'): void => {
      group.method(objectStores, method, (native, self, parameters) => {
        const result = callNative(native, self, parameters);
        // A value with a Proxy in it was refused by now: what is read below is plain.
        failures.guard(`IDBObjectStore.${method}`, () =>
          store('indexedDB', storeName(self), storedText(argumentOf(parameters, 0))),
        );
        return result;
      });
    };
    hookStore('add');
    hookStore('put');
  };
}

/** Gives what tells the two web storages apart. Where a page may not have one, its getter throws. */
function createAreas(): (storage: unknown) => StorageArea | null {
  const page = globalThis;
  const local: (self: unknown) => unknown = getterOf(page, 'localStorage');
  const session: (self: unknown) => unknown = getterOf(page, 'sessionStorage');
  const isOf = (getter: (self: unknown) => unknown, storage: unknown): boolean => {
    try {
      return getter(page) === storage;
    } catch {
      return false;
    }
  };
  return (storage) => {
    if (isOf(local, storage)) return 'localStorage';
    return isOf(session, storage) ? 'sessionStorage' : null;
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The fields of a value that was stored as an object, as JSON; null where none is text. */
function storedText(root: unknown): string | null {
  let fields = 0;
  let hasText = false;
  const copy = copyOf(root, 0);
  return hasText ? writeJson(copy) : null;

  /** Lists become objects too: an array would have the page's Array.prototype, and its `toJSON`. */
  function copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      hasText = true;
      return value;
    }
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (!isObject(value) || depth > MAXIMUM_DEPTH) return null;
    const object = createDictionary<unknown>();
    const keys = ownKeys(value);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (typeof key !== 'string') continue;
      fields += 1;
      if (fields > MAXIMUM_FIELDS) break;
      object[key] = copyOf(getOwnPropertyDescriptor(value, key)?.value, depth + 1);
    }
    return object;
  }
}
