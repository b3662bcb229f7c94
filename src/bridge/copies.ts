/**
 * Watches for text that is copied to the clipboard by a `copy` event: by the user, or by
 * `document.execCommand('copy')`. What `navigator.clipboard` writes is seen in the page's world.
 */
import type { StorageActionRecord } from '../core/records.ts';

const MAXIMUM_TEXT = 16 * 1024;

/**
 * Reports what is copied on `page` to `report`, as long as `isWanted` says so, until the function that
 * it gives back is called. `now` is the clock of the page's records.
 */
export function watchCopies(
  page: Window,
  now: () => number,
  isWanted: () => boolean,
  report: (record: StorageActionRecord) => void,
): () => void {
  function onCopy(event: ClipboardEvent): void {
    if (!isWanted()) return;
    // A page that writes something else than the selection says so by this.
    const text = event.defaultPrevented
      ? (event.clipboardData?.getData('text/plain') ?? '')
      : (page.getSelection()?.toString() ?? '');
    if (text === '') return;
    report({
      type: 'action',
      t: now(),
      kind: 'storage',
      area: 'clipboard',
      key: '',
      text: text.slice(0, MAXIMUM_TEXT),
    });
  }

  // After the page's own listeners, which set what is copied.
  page.addEventListener('copy', onCopy, { passive: true });
  return () => page.removeEventListener('copy', onCopy);
}
