/**
 * What a form sends, read from its controls: `new FormData(form)` would fire an event in the page.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set
 *
 * What surprises: a field named “action” or “elements” hides the form's property of that name, so each is
 * read past the fields.
 */

/** Takes an element, also one that hides its methods; returns an attribute of it, null where it has none. */
export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Returns the text fields that a form sends when it is sent by `submitter`; files are left out. */
export function readFields(form: HTMLFormElement, submitter: Element | null): URLSearchParams {
  const fields = new URLSearchParams();
  const controls: unknown = Reflect.get(HTMLFormElement.prototype, 'elements', form);
  if (!(controls instanceof HTMLCollection)) return fields;
  for (const control of controls) {
    const name = attributeOf(control, 'name') ?? '';
    if (name === '' || control.matches(':disabled')) continue;
    for (const value of valuesOf(control, submitter)) fields.append(name, value);
  }
  return fields;
}

const NEVER_SENT = new Set(['file', 'reset', 'button', 'image']);

function valuesOf(control: Element, submitter: Element | null): readonly string[] {
  if (control instanceof HTMLTextAreaElement) return [control.value];
  if (control instanceof HTMLSelectElement) {
    return Array.from(control.selectedOptions, ({ value }) => value);
  }
  if (control instanceof HTMLButtonElement) return control === submitter ? [control.value] : [];
  if (!(control instanceof HTMLInputElement) || NEVER_SENT.has(control.type)) return [];
  if (control.type === 'submit') return control === submitter ? [control.value] : [];
  const isChoice = control.type === 'checkbox' || control.type === 'radio';
  return isChoice && !control.checked ? [] : [control.value];
}
