/** What the reader has set for all tabs: it outlives the panel. And what he cannot set, as it is. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { LIMITS } from '../../src/protocol.ts';
import { strings } from '../strings.ts';
import { createDismissals, type Dismissals, type DismissalStore } from './dismissals.ts';
import { formatBytes, formatCount } from './format.ts';

/** Where preferences are kept. Its promises reject where that is not allowed. */
export interface PreferenceStore extends DismissalStore {
  readonly readRecordAlways: () => Promise<boolean>;
  readonly writeRecordAlways: (always: boolean) => Promise<void>;
  readonly readWatchStorage: () => Promise<boolean>;
  readonly writeWatchStorage: (watching: boolean) => Promise<void>;
}

/** Something that is on or off. */
export interface Switch {
  readonly value: ReadonlySignal<boolean>;
  readonly set: (on: boolean) => void;
}

export interface Preferences {
  /** Whether tabs are recorded also while DevTools is closed. */
  readonly recordAlways: Switch;
  /** Whether what pages store and copy is recorded too. */
  readonly watchStorage: Switch;
  readonly dismissals: Dismissals;
}

interface Kept {
  readonly read: () => Promise<boolean>;
  readonly write: (on: boolean) => Promise<void>;
}

function createSwitch(kept: Kept | null, fail: (text: string) => void): Switch {
  const value = signal(false);
  kept?.read().then(
    (on) => {
      value.value = on;
    },
    () => fail(strings.settingsUnread),
  );
  return {
    value,
    set(on) {
      const before = value.peek();
      value.value = on;
      kept?.write(on).catch(() => {
        value.value = before;
        fail(strings.settingsUnsaved);
      });
    },
  };
}

/**
 * @param store null where there is none: then nothing outlives the panel
 * @param fail takes a sentence for the reader when something could not be kept
 */
export function createPreferences(
  store: PreferenceStore | null,
  fail: (text: string) => void,
): Preferences {
  const always =
    store === null ? null : { read: store.readRecordAlways, write: store.writeRecordAlways };
  const storage =
    store === null ? null : { read: store.readWatchStorage, write: store.writeWatchStorage };
  return {
    recordAlways: createSwitch(always, fail),
    watchStorage: createSwitch(storage, fail),
    dismissals: createDismissals(store, fail),
  };
}

/** How much may be held at one place on the way to the panel. */
export interface LimitRow {
  readonly place: string;
  readonly limit: string;
}

/** Returns the limits in the order in which records pass them. */
export function limitRows(): readonly LimitRow[] {
  const { page, bridge, recorder } = LIMITS;
  const { limitPlaces, limitOf } = strings;
  return [
    { place: limitPlaces.page, limit: limitOf(formatBytes(page.bytes), formatCount(page.records)) },
    {
      place: limitPlaces.bridge,
      limit: limitOf(formatBytes(bridge.bytes), formatCount(bridge.records)),
    },
    { place: limitPlaces.recorder, limit: formatBytes(recorder.bytes) },
  ];
}
