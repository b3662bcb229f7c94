/**
 * Watches forms that are sent by navigation, which no request hook sees: the Navigation API tells
 * them with their fields, also where a script called `form.submit()`, which fires no submit event.
 * https://developer.mozilla.org/en-US/docs/Web/API/NavigateEvent/formData
 *
 * What surprises: the event comes to the frame that the form targets, which may be another one; and there
 * is none for a window that is new, a frame that was empty, or one of another origin. Such a form is told
 * when it is submitted, by its controls.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate
 */
import type { RequestActionRecord } from '../core/records.ts';
import { platformTimer } from '../transport.ts';
import { attributeOf, readFields } from './form-fields.ts';

const MAXIMUM_BODY = 256 * 1024;
const OPTIONS = { capture: true, passive: true } as const;

/**
 * Reports forms sent by POST into `page`, or from it to where nobody else tells, to `report` until the
 * function that it gives back is called. `now` is the clock of the page's records.
 */
export function watchFormPosts(
  page: Window,
  now: () => number,
  report: (record: RequestActionRecord) => void,
): () => void {
  // Not every browser that loads this has it.
  const navigation: EventTarget | undefined = 'navigation' in page ? page.navigation : undefined;

  function send(url: string, fields: URLSearchParams): void {
    const body = fields.toString().slice(0, MAXIMUM_BODY);
    report({
      type: 'action',
      t: now(),
      kind: 'request',
      method: 'POST',
      url,
      body,
      initiator: 'form',
    });
  }

  function onNavigate(event: Event): void {
    if (!(event instanceof NavigateEvent) || event.formData === null) return;
    send(event.destination.url, fieldsOf(event.formData));
  }

  function onSubmit(event: SubmitEvent): void {
    const { submitter, target: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    const asked = (name: string): string =>
      (submitter && attributeOf(submitter, `form${name}`)) ?? attributeOf(form, name) ?? '';
    if (asked('method').toLowerCase() !== 'post') return;
    const isTold = tellsNavigations(targetOf(page, asked('target')));
    if (isTold) return;
    // The page's own listeners come later: they may fill a field in, and keep the form from being sent.
    platformTimer(() => {
      const action = asked('action') || page.location.href;
      const url = URL.parse(action, page.document.baseURI);
      if (event.defaultPrevented || url === null || !isSent(url)) return;
      send(url.href, readFields(form, submitter));
    }, 0);
  }

  navigation?.addEventListener('navigate', onNavigate);
  page.addEventListener('submit', onSubmit, OPTIONS);
  return () => {
    navigation?.removeEventListener('navigate', onNavigate);
    page.removeEventListener('submit', onSubmit, OPTIONS);
  };
}

/** Takes the target that a form names; returns the window, null for one that is not there yet. */
function targetOf(page: Window, name: string): Window | null {
  switch (name.toLowerCase()) {
    case '':
    case '_self':
      return page;
    case '_parent':
      return page.parent;
    case '_top':
      return page.top;
    case '_blank':
      return null;
    default:
      return windowNamed(page, name) ?? windowNamed(page.parent, name);
  }
}

function windowNamed(page: Window, name: string): Window | null {
  try {
    const found: unknown = Reflect.get(page, name);
    return isWindow(found) ? found : null;
  } catch {
    // A page of another origin tells of its frames only.
    return null;
  }
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'window') === value;
}

/** A script as an address, or a mail program, gets no request. */
function isSent({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** Whether a form that goes there is told there. */
function tellsNavigations(target: Window | null): boolean {
  try {
    return target !== null && 'navigation' in target && target.navigation.currentEntry !== null;
  } catch {
    return false;
  }
}

/** The text fields as a form sends them; files are left out. */
function fieldsOf(data: FormData): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') fields.append(name, value);
  return fields;
}
