/** What the reader has set for all tabs: it outlives the panel. And what he cannot set, as it is. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { LIMITS } from '../../src/protocol.ts';
import { strings } from '../strings.ts';
import { formatBytes, formatCount } from './format.ts';

/** Where preferences are kept. Its promises reject where that is not allowed. */
export interface PreferenceStore {
  readonly readRecordAlways: () => Promise<boolean>;
  readonly writeRecordAlways: (always: boolean) => Promise<void>;
}

export interface Preferences {
  /** Whether tabs are recorded also while DevTools is closed. */
  readonly recordAlways: ReadonlySignal<boolean>;
  readonly setRecordAlways: (always: boolean) => void;
}

/**
 * @param store null where there is none: then nothing outlives the panel
 * @param fail takes a sentence for the reader when something could not be kept
 */
export function createPreferences(
  store: PreferenceStore | null,
  fail: (text: string) => void,
): Preferences {
  const recordAlways = signal(false);
  store?.readRecordAlways().then(
    (always) => {
      recordAlways.value = always;
    },
    () => fail(strings.settingsUnread),
  );
  return {
    recordAlways,
    setRecordAlways(always) {
      const before = recordAlways.peek();
      recordAlways.value = always;
      store?.writeRecordAlways(always).catch(() => {
        recordAlways.value = before;
        fail(strings.settingsUnsaved);
      });
    },
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
