/**
 * Says in words which control an event was for: its role, its accessible name, and how a test
 * would find it again. Runs in the isolated world, where the page's patches do not reach.
 */
import type { ActionTarget } from '../core/records.ts';

const INTERACTIVE = [
  'button',
  'a[href]',
  'input',
  'select',
  'textarea',
  'summary',
  'label',
  'form',
  '[contenteditable]',
  '[role=button]',
  '[role=link]',
  '[role=menuitem]',
  '[role=option]',
  '[role=tab]',
  '[role=checkbox]',
  '[role=radio]',
  '[role=switch]',
].join(',');

/** Between the selector of a host and that of what is in its shadow root. */
const INTO_SHADOW = ' >>> ';
const MAXIMUM_NAME = 80;
const MAXIMUM_STEPS = 5;

const ROLES: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  form: 'form',
  select: 'combobox',
  summary: 'button',
  textarea: 'textbox',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

/** The nearest control around an element, itself included; through open shadow roots. */
export function controlAround(element: Element): Element {
  const closest = element.closest(INTERACTIVE);
  if (closest !== null) return closest;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? controlAround(root.host) : element;
}

/** Describes a control. */
export function describeTarget(control: Element): ActionTarget {
  return {
    role: roleOf(control),
    name: nameOf(control),
    selector: selectorOf(control),
    testId: testIdOf(control),
  };
}

/** The role that the author gave it or that its element has; null for none. */
function roleOf(control: Element): string | null {
  const explicit = control.getAttribute('role');
  if (explicit !== null && explicit !== '') return explicit;
  if (control instanceof HTMLInputElement) return INPUT_ROLES[control.type] ?? 'textbox';
  return ROLES[control.localName] ?? null;
}

/** The accessible name as far as attributes and text give it; what was typed is never read. */
function nameOf(control: Element): string | null {
  const root = control.getRootNode();
  const labelledBy = (control.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) =>
      id !== '' && (root instanceof Document || root instanceof ShadowRoot)
        ? (root.getElementById(id)?.textContent ?? '')
        : '',
    )
    .join(' ');
  const candidates = [
    labelledBy,
    control.getAttribute('aria-label'),
    buttonText(control),
    labelText(control),
    control.getAttribute('alt'),
    hasOwnText(control) ? control.textContent : null,
    control.getAttribute('title'),
    control.getAttribute('placeholder'),
  ];
  for (const candidate of candidates) {
    const text = (candidate ?? '').replaceAll(/\s+/g, ' ').trim();
    if (text !== '') return text.slice(0, MAXIMUM_NAME);
  }
  return null;
}

function buttonText(control: Element): string | null {
  if (!(control instanceof HTMLInputElement)) return null;
  const isButton =
    control.type === 'submit' || control.type === 'button' || control.type === 'reset';
  return isButton ? control.value : null;
}

function labelText(control: Element): string | null {
  const labels =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
      ? control.labels
      : null;
  return labels?.[0]?.textContent ?? null;
}

/** A field's text is what the user typed, and a form's is everything in it. */
function hasOwnText(control: Element): boolean {
  const isField = control.matches('input,textarea,select,[contenteditable],[role=textbox]');
  return !isField && control.localName !== 'form';
}

function testIdOf(control: Element): string | null {
  const closest = control.closest('[data-testid]');
  if (closest !== null) return closest.getAttribute('data-testid');
  const root = control.getRootNode();
  return root instanceof ShadowRoot ? testIdOf(root.host) : null;
}

/**
 * A short selector: an id or test id where there is one, otherwise the path from the nearest. Of a
 * control in a shadow root it is several, joined by ` >>> `: each but the last finds a host, in whose
 * shadow root the next one is to be looked for. `my-card >>> #confirm` is `#confirm` in the shadow root
 * of `my-card`. No selector of its own has that sign: ids are escaped.
 */
function selectorOf(control: Element): string {
  const root = control.getRootNode();
  const own = selectorWithin(control);
  return root instanceof ShadowRoot ? `${selectorOf(root.host)}${INTO_SHADOW}${own}` : own;
}

function selectorWithin(control: Element): string {
  const steps: string[] = [];
  let element: Element | null = control;
  while (element !== null && steps.length < MAXIMUM_STEPS) {
    const anchor = anchorOf(element);
    steps.unshift(anchor ?? stepOf(element));
    if (anchor !== null) break;
    element = element.parentElement;
  }
  return steps.join(' > ');
}

function anchorOf(element: Element): string | null {
  if (element.id !== '') return `#${CSS.escape(element.id)}`;
  const testId = element.getAttribute('data-testid');
  return testId === null ? null : `[data-testid="${CSS.escape(testId)}"]`;
}

function stepOf(element: Element): string {
  const name = CSS.escape(element.localName);
  const siblings = element.parentNode?.children ?? [];
  const alike = Array.from(siblings).filter((sibling) => sibling.localName === element.localName);
  return alike.length > 1 ? `${name}:nth-of-type(${alike.indexOf(element) + 1})` : name;
}
