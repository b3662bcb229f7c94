/** What the user has set for all tabs, in the extension's local storage. Nothing else is stored. */
import { RECORD_ALWAYS, WATCH_STORAGE } from '../protocol.ts';
import { browser } from './browser.ts';

/** The flags that the user has said to be no problem. */
const DISMISSALS = 'dismissedFlags';

interface PreferenceStore {
  /** Whether to record also while DevTools is closed. */
  readonly readRecordAlways: () => Promise<boolean>;
  readonly writeRecordAlways: (always: boolean) => Promise<void>;
  /** Whether to record also what pages store and copy while a stream is open. */
  readonly readWatchStorage: () => Promise<boolean>;
  readonly writeWatchStorage: (watching: boolean) => Promise<void>;
  readonly readDismissals: () => Promise<unknown>;
  readonly writeDismissals: (dismissals: readonly unknown[]) => Promise<void>;
  /** Calls back with what is kept whenever it has changed, also from another panel. */
  readonly watchDismissals: (changed: (kept: unknown) => void) => void;
}

/** Returns the store of this extension. Its promises reject where the browser refuses storage. */
export function createPreferenceStore(): PreferenceStore {
  const { storage } = browser;
  const { local } = storage;
  const read = async (key: string): Promise<unknown> => (await local.get(key))[key];
  return {
    readRecordAlways: async () => (await read(RECORD_ALWAYS)) === true,
    writeRecordAlways: (always) => local.set({ [RECORD_ALWAYS]: always }),
    readWatchStorage: async () => (await read(WATCH_STORAGE)) === true,
    writeWatchStorage: (watching) => local.set({ [WATCH_STORAGE]: watching }),
    readDismissals: () => read(DISMISSALS),
    writeDismissals: (dismissals) => local.set({ [DISMISSALS]: dismissals }),
    watchDismissals(changed) {
      storage.onChanged.addListener((changes, area) => {
        const change = area === 'local' ? changes[DISMISSALS] : undefined;
        if (change !== undefined) changed(change.newValue);
      });
    },
  };
}
