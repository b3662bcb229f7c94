/** Follows the setting that records what a page stores and copies. */
import { isExtensionAlive, storage } from '../platform/native.ts';
import { WATCH_STORAGE } from '../protocol.ts';

/**
 * Tells `tell` what the setting is, now and whenever it changes, until the function that it gives back
 * is called, which tells that it is off.
 */
export function followStorageSetting(tell: (isOn: boolean) => void): () => void {
  let isFollowing = true;

  function onChanged(changes: Readonly<Record<string, { readonly newValue?: unknown }>>): void {
    const change = changes[WATCH_STORAGE];
    if (change !== undefined) tell(change.newValue === true);
  }

  async function read(): Promise<void> {
    const settings = await storage.local.get(WATCH_STORAGE).catch(() => ({}));
    if (isFollowing && Reflect.get(settings, WATCH_STORAGE) === true) tell(true);
  }

  storage.local.onChanged.addListener(onChanged);
  void read();
  return () => {
    isFollowing = false;
    // Where the extension is gone, so are its listeners, and asking throws.
    if (isExtensionAlive()) storage.local.onChanged.removeListener(onChanged);
    tell(false);
  };
}
