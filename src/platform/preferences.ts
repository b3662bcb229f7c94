/** What the user has set for all tabs, in the extension's local storage. Nothing else is stored. */
import { RECORD_ALWAYS } from '../protocol.ts';
import { browser } from './browser.ts';

interface PreferenceStore {
  /** Whether to record also while DevTools is closed. */
  readonly readRecordAlways: () => Promise<boolean>;
  readonly writeRecordAlways: (always: boolean) => Promise<void>;
}

/** Returns the store of this extension. Its promises reject where the browser refuses storage. */
export function createPreferenceStore(): PreferenceStore {
  const { local } = browser.storage;
  return {
    async readRecordAlways() {
      const settings = await local.get(RECORD_ALWAYS);
      return settings[RECORD_ALWAYS] === true;
    },
    writeRecordAlways: (always) => local.set({ [RECORD_ALWAYS]: always }),
  };
}
