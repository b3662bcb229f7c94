/**
 * Watches what the user does: clicks, Enter and submits, by passive listeners on the window that
 * the page cannot see and that run before its own.
 */
import type { GestureActionRecord } from '../core/records.ts';
import { shadowRootOf } from '../platform/native.ts';
import { controlAround, describeTarget } from './describe-target.ts';
import { createGestureFilter, type GestureEvent } from './gesture-filter.ts';
import { createGestureSources } from './gesture-source.ts';

const CLICKS_ON_ENTER =
  'button,a[href],summary,input[type=submit],input[type=button],input[type=reset],input[type=image]';

const OPTIONS = { capture: true, passive: true } as const;

/**
 * Reports the gestures on `page` to `report` until the function that it gives back is called. `now`
 * is the clock of the page's records.
 */
export function watchGestures(
  page: Window,
  now: () => number,
  report: (record: GestureActionRecord) => void,
): () => void {
  const isFirst = createGestureFilter();
  const sources = createGestureSources();

  function take(event: Event, name: GestureEvent['event'], element: unknown): void {
    if (!(element instanceof Element)) return;
    const control = controlAround(element);
    const labelled = control instanceof HTMLLabelElement ? control.control : null;
    const gesture: GestureEvent = {
      event: name,
      t: event.timeStamp,
      trusted: event.isTrusted,
      detail: event instanceof UIEvent ? event.detail : 0,
      control,
      labelled,
      form: formOf(control),
      clicksOnEnter: control.matches(CLICKS_ON_ENTER),
    };
    if (!isFirst(gesture)) return;
    const by = sources.sourceOf(gesture, isUserActive(page));
    report({
      type: 'action',
      t: now(),
      kind: 'gesture',
      event: name,
      trusted: event.isTrusted,
      ...(by === undefined ? {} : { by }),
      target: describeTarget(labelled ?? control),
    });
  }

  function onClick(event: MouseEvent): void {
    take(event, 'click', innermost(event));
  }
  function onKey(event: KeyboardEvent): void {
    if (event.isTrusted && (event.key === 'Enter' || event.key === ' ')) {
      sources.key(event.timeStamp);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    onKey(event);
    // Enter that ends the composition of a word is typing.
    if (event.key !== 'Enter' || event.isComposing || event.repeat) return;
    take(event, 'enter', innermost(event));
  }
  function onSubmit(event: SubmitEvent): void {
    take(event, 'submit', event.submitter ?? event.composedPath()[0]);
  }

  page.addEventListener('click', onClick, OPTIONS);
  page.addEventListener('keydown', onKeyDown, OPTIONS);
  // Space clicks when it is let go.
  page.addEventListener('keyup', onKey, OPTIONS);
  page.addEventListener('submit', onSubmit, OPTIONS);
  return () => {
    page.removeEventListener('click', onClick, OPTIONS);
    page.removeEventListener('keydown', onKeyDown, OPTIONS);
    page.removeEventListener('keyup', onKey, OPTIONS);
    page.removeEventListener('submit', onSubmit, OPTIONS);
  };
}

/**
 * The element that an event is for. Events do not tell what is inside of a closed shadow root: there it
 * is what lies under the pointer, or has the focus.
 */
function innermost(event: MouseEvent | KeyboardEvent): EventTarget | undefined {
  let element = event.composedPath()[0];
  while (event.isTrusted && element instanceof Element && element.localName.includes('-')) {
    const root = shadowRootOf(element);
    const isPointed = event instanceof MouseEvent && event.detail > 0;
    const inner = isPointed
      ? root?.elementFromPoint(event.clientX, event.clientY)
      : root?.activeElement;
    if (inner === null || inner === undefined || inner === element) break;
    element = inner;
  }
  return element;
}

/** Not every browser that loads this tells. */
function isUserActive({ navigator }: Window): boolean {
  return 'userActivation' in navigator && navigator.userActivation.isActive;
}

function formOf(control: Element): HTMLFormElement | null {
  if (control instanceof HTMLFormElement) return control;
  if (
    control instanceof HTMLButtonElement ||
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  ) {
    return control.form;
  }
  return null;
}
