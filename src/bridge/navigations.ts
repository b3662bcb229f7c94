/**
 * Watches for navigations that leave the document, by the Navigation API: links, back, reload, forms
 * sent by GET, and what scripts do. Forms sent by POST are requests: see form-posts.ts.
 * https://developer.mozilla.org/en-US/docs/Web/API/NavigateEvent
 *
 * What surprises: whether a script of the page takes a navigation over (`intercept()`), and the
 * document stays, is known only after all listeners have run. So each is looked at again a little
 * later; the next document takes longer than that.
 */
import type { NavigationActionRecord } from '../core/records.ts';
import { controlAround, describeTarget } from './describe-target.ts';

interface Leaving {
  readonly event: NavigateEvent;
  readonly record: NavigationActionRecord;
  readonly from: string;
}

/** A link to another scheme, as `mailto:`, opens another program and leaves the document alone. */
const DOCUMENT_ADDRESS = /^(?:https?|file|about|blob|data):/;

/**
 * Reports navigations of `page` that leave its document to `report` until the function that it gives
 * back is called. `now` is the clock of the page's records.
 */
export function watchNavigations(
  page: Window,
  now: () => number,
  report: (record: NavigationActionRecord) => void,
): () => void {
  // Not every browser that loads this has it.
  const navigation = 'navigation' in page ? page.navigation : null;
  let leaving: Leaving | null = null;

  function onNavigate(event: Event): void {
    if (!(event instanceof NavigateEvent) || !leavesDocument(event)) return;
    settle();
    const { destination, navigationType, userInitiated } = event;
    const source = 'sourceElement' in event ? event.sourceElement : null;
    leaving = {
      event,
      from: page.location.href,
      record: {
        type: 'action',
        t: now(),
        kind: 'navigation',
        url: destination.url,
        navigation: navigationType,
        userInitiated,
        ...(source instanceof Element ? { target: describeTarget(controlAround(source)) } : {}),
      },
    };
    // In the turn of the script that did it, all listeners have run by the next microtask.
    if (userInitiated) setTimeout(settle, 0);
    else queueMicrotask(settle);
  }

  function settle(): void {
    if (leaving === null) return;
    const { event, record, from } = leaving;
    leaving = null;
    const isTakenOver = navigation?.transition !== null || page.location.href !== from;
    if (!event.defaultPrevented && !isTakenOver) report(record);
  }

  navigation?.addEventListener('navigate', onNavigate);
  return () => {
    settle();
    navigation?.removeEventListener('navigate', onNavigate);
  };
}

function leavesDocument(event: NavigateEvent): boolean {
  const { destination, downloadRequest, formData, hashChange } = event;
  if (hashChange || destination.sameDocument || !DOCUMENT_ADDRESS.test(destination.url))
    return false;
  return downloadRequest === null && formData === null;
}
