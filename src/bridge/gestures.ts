/**
 * Watches what the user does: clicks, Enter and submits, by passive listeners on the window that
 * the page cannot see and that run before its own.
 */
import type { GestureActionRecord } from '../core/records.ts';
import { controlAround, describeTarget } from './describe-target.ts';
import { createGestureFilter } from './gesture-filter.ts';

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

  function take(event: Event, name: GestureActionRecord['event'], element: unknown): void {
    if (!(element instanceof Element)) return;
    const control = controlAround(element);
    const labelled = control instanceof HTMLLabelElement ? control.control : null;
    const begins = isFirst({
      event: name,
      t: event.timeStamp,
      trusted: event.isTrusted,
      detail: event instanceof UIEvent ? event.detail : 0,
      control,
      labelled,
      form: formOf(control),
      clicksOnEnter: control.matches(CLICKS_ON_ENTER),
    });
    if (!begins) return;
    report({
      type: 'action',
      t: now(),
      kind: 'gesture',
      event: name,
      trusted: event.isTrusted,
      target: describeTarget(labelled ?? control),
    });
  }

  function onClick(event: MouseEvent): void {
    take(event, 'click', event.composedPath()[0]);
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Enter that ends the composition of a word is typing.
    if (event.key !== 'Enter' || event.isComposing || event.repeat) return;
    take(event, 'enter', event.composedPath()[0]);
  }
  function onSubmit(event: SubmitEvent): void {
    take(event, 'submit', event.submitter ?? event.composedPath()[0]);
  }

  page.addEventListener('click', onClick, OPTIONS);
  page.addEventListener('keydown', onKeyDown, OPTIONS);
  page.addEventListener('submit', onSubmit, OPTIONS);
  return () => {
    page.removeEventListener('click', onClick, OPTIONS);
    page.removeEventListener('keydown', onKeyDown, OPTIONS);
    page.removeEventListener('submit', onSubmit, OPTIONS);
  };
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
