/**
 * Watches for controls that become usable: enabled, shown, or put into the page enabled. A
 * MutationObserver of the isolated world runs in the same turn as the page's change, so the time is
 * that of the change. It is told of each shadow root, open ones and, where the browser lets
 * extensions see them, closed ones.
 *
 * What it cannot see: controls that only styles make unusable, and a shadow root that is attached to an
 * element some time after that was put into the page.
 */
import type { ControlActionRecord } from '../core/records.ts';
import { shadowRootOf } from '../platform/native.ts';
import { describeTarget } from './describe-target.ts';

const CONTROL = 'button,input[type=submit],input[type=button],input[type=image],[role=button]';
const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  // `open` shows a dialog.
  attributeFilter: ['disabled', 'aria-disabled', 'inert', 'hidden', 'open'],
  attributeOldValue: true,
};
/** What makes everything inside of it unusable; what `disabled` does, `:disabled` tells. */
const CONTAINER = '[inert],[hidden],[aria-disabled=true],dialog:not([open])';
/** A change that brings more controls than this is a page being drawn, not a control lighting up. */
const MAXIMUM = 20;

type How = NonNullable<ControlActionRecord['how']>;
type Found = Map<Element, How>;

/**
 * Reports controls of `page` that become usable to `report` until the function that it gives back is
 * called. `now` is the clock of the page's records.
 */
export function watchControls(
  page: Document,
  now: () => number,
  report: (record: ControlActionRecord) => void,
): () => void {
  const observer = new MutationObserver((mutations) => {
    const found: Found = new Map();
    for (const mutation of mutations) {
      if (mutation.type === 'attributes') changed(mutation, found);
      else for (const node of mutation.addedNodes) inserted(node, found);
      if (found.size > MAXIMUM) return;
    }
    if (found.size === 0) return;
    const t = now();
    for (const [control, how] of found) {
      if (!isUsable(control)) continue;
      report({ type: 'action', t, kind: 'control-enabled', how, target: describeTarget(control) });
    }
  });

  function inserted(node: Node, found: Found): void {
    // Text is what most of a stream becomes.
    if (!(node instanceof Element)) return;
    if (node.matches(CONTROL)) found.set(node, 'inserted');
    else for (const control of controlsIn(node)) found.set(control, 'inserted');
    for (const root of shadowRootsOf(node)) {
      for (const control of controlsIn(root)) found.set(control, 'inserted');
    }
  }

  /** The shadow roots in an element, itself included, and those in them; they are observed from now on. */
  function shadowRootsOf(element: Element): readonly ShadowRoot[] {
    const roots: ShadowRoot[] = [];
    const search = (host: Element): void => {
      const root = hasShadowRoot(host) ? shadowRootOf(host) : null;
      if (root === null) return;
      roots.push(root);
      observer.observe(root, OBSERVED);
      for (const inner of root.querySelectorAll('*')) search(inner);
    };
    search(element);
    if (element.firstElementChild !== null) {
      for (const inner of element.getElementsByTagName('*')) search(inner);
    }
    return roots;
  }

  observer.observe(page, OBSERVED);
  if (page.documentElement !== null) shadowRootsOf(page.documentElement);
  return () => observer.disconnect();
}

/** An open root can be on many an element; a closed one is looked for on custom elements only. */
function hasShadowRoot(element: Element): boolean {
  return element.shadowRoot !== null || element.localName.includes('-');
}

function changed({ target, attributeName, oldValue }: MutationRecord, found: Found): void {
  if (!(target instanceof Element) || attributeName === null) return;
  const value = target.getAttribute(attributeName);
  if (attributeName === 'open') {
    const isShown = oldValue === null && value !== null && target.localName === 'dialog';
    if (isShown) for (const control of controlsIn(target)) found.set(control, 'shown');
    return;
  }
  const isAria = attributeName === 'aria-disabled';
  const was = isAria ? oldValue === 'true' : oldValue !== null;
  const is = isAria ? value === 'true' : value !== null;
  if (!was || is) return;
  const how = attributeName === 'hidden' ? 'shown' : 'attribute';
  if (target.matches(CONTROL)) found.set(target, how);
  else for (const control of controlsIn(target)) found.set(control, how);
}

function controlsIn(parent: Element | ShadowRoot): readonly Element[] {
  // A leaf is the common case while text streams in, and needs no search.
  if (parent.firstElementChild === null) return [];
  return Array.from(parent.querySelectorAll(CONTROL)).slice(0, MAXIMUM + 1);
}

function isUsable(control: Element): boolean {
  if (!control.isConnected || control.matches(':disabled')) return false;
  for (let element = control; ;) {
    if (element.closest(CONTAINER) !== null) return false;
    const root = element.getRootNode();
    if (!(root instanceof ShadowRoot)) return true;
    element = root.host;
  }
}
