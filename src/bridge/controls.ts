/**
 * Watches for controls that become usable: enabled, shown, or put into the page enabled. A
 * MutationObserver of the isolated world runs in the same turn as the page's change, so the time is
 * that of the change.
 *
 * What it cannot see: the inside of shadow roots, and controls that only styles make unusable.
 */
import type { ControlActionRecord } from '../core/records.ts';
import { describeTarget } from './describe-target.ts';

const CONTROL = 'button,input[type=submit],input[type=button],[role=button]';
const ATTRIBUTES = ['disabled', 'aria-disabled', 'inert', 'hidden'];
/** What may make everything inside of it unusable. */
const CONTAINER = 'fieldset[disabled],[inert],[hidden],[aria-disabled=true]';
/** A change that brings more controls than this is a page being drawn, not a control lighting up. */
const MAXIMUM = 20;

type Report = (record: ControlActionRecord) => void;

/**
 * Reports controls of `page` that become usable to `report` until the function that it gives back is
 * called. `now` is the clock of the page's records.
 */
export function watchControls(page: Document, now: () => number, report: Report): () => void {
  const observer = new MutationObserver((mutations) => {
    const found = new Map<Element, NonNullable<ControlActionRecord['how']>>();
    for (const mutation of mutations) {
      if (mutation.type === 'attributes') changed(mutation, found);
      else for (const node of mutation.addedNodes) inserted(node, found);
      if (found.size > MAXIMUM) return;
    }
    const t = now();
    for (const [control, how] of found) {
      if (!isUsable(control)) continue;
      report({ type: 'action', t, kind: 'control-enabled', how, target: describeTarget(control) });
    }
  });
  observer.observe(page, {
    subtree: true,
    childList: true,
    attributeFilter: ATTRIBUTES,
    attributeOldValue: true,
  });
  return () => observer.disconnect();
}

function changed(
  mutation: MutationRecord,
  found: Map<Element, 'attribute' | 'inserted' | 'shown'>,
): void {
  const { target, attributeName, oldValue } = mutation;
  if (!(target instanceof Element) || attributeName === null) return;
  const value = target.getAttribute(attributeName);
  const was = attributeName === 'aria-disabled' ? oldValue === 'true' : oldValue !== null;
  const is = attributeName === 'aria-disabled' ? value === 'true' : value !== null;
  if (!was || is) return;
  const how = attributeName === 'hidden' || attributeName === 'inert' ? 'shown' : 'attribute';
  if (target.matches(CONTROL)) found.set(target, how);
  else for (const control of controlsIn(target)) found.set(control, how);
}

function inserted(node: Node, found: Map<Element, 'attribute' | 'inserted' | 'shown'>): void {
  if (!(node instanceof Element)) return;
  if (node.matches(CONTROL)) found.set(node, 'inserted');
  else for (const control of controlsIn(node)) found.set(control, 'inserted');
}

function controlsIn(element: Element): readonly Element[] {
  // A leaf is the common case while text streams in, and needs no search.
  if (element.firstElementChild === null) return [];
  return Array.from(element.querySelectorAll(CONTROL)).slice(0, MAXIMUM + 1);
}

function isUsable(control: Element): boolean {
  if (!control.isConnected || control.matches(':disabled')) return false;
  return control.closest(CONTAINER) === null;
}
