/**
 * Watches forms that are sent by navigation, which no request hook sees: the Navigation API tells
 * them with their fields, also where a script called `form.submit()`, which fires no submit event.
 * https://developer.mozilla.org/en-US/docs/Web/API/NavigateEvent/formData
 *
 * What surprises: the event comes to the frame that the form targets, which may be another one.
 */
import type { RequestActionRecord } from '../core/records.ts';

const MAXIMUM_BODY = 256 * 1024;

/**
 * Reports forms sent by POST into `page` to `report` until the function that it gives back is called.
 * `now` is the clock of the page's records.
 */
export function watchFormPosts(
  page: Window,
  now: () => number,
  report: (record: RequestActionRecord) => void,
): () => void {
  // Not every browser that loads this has it.
  const navigation: EventTarget | undefined = 'navigation' in page ? page.navigation : undefined;

  function onNavigate(event: Event): void {
    if (!(event instanceof NavigateEvent) || event.formData === null) return;
    report({
      type: 'action',
      t: now(),
      kind: 'request',
      method: 'POST',
      url: event.destination.url,
      body: fieldsOf(event.formData).slice(0, MAXIMUM_BODY),
      initiator: 'form',
    });
  }

  navigation?.addEventListener('navigate', onNavigate);
  return () => navigation?.removeEventListener('navigate', onNavigate);
}

/** The text fields as a form sends them; files are left out. */
function fieldsOf(data: FormData): string {
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') fields.append(name, value);
  return fields.toString();
}
