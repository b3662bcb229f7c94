/**
 * Watches for controls that become usable: enabled, shown, or put into the page enabled. A
 * MutationObserver of the isolated world runs in the same turn as the page's change, so the time is
 * that of the change. It is told of each shadow root, open ones and, where the browser lets
 * extensions see them, closed ones.
 *
 * What it cannot see: a shadow root that is attached to an element some time after that was put into the
 * page; and, on a page that had no shadow root before, one deep inside of what is put into it, since to
 * look at each element costs more than all the rest. A control that is taken out and put in again in a
 * turn of many changes is not told again.
 */
import type { ControlActionRecord } from '../core/records.ts';
import { shadowRootOf } from '../platform/native.ts';
import { describeTarget } from './describe-target.ts';
import { createHiddenControls } from './hidden-controls.ts';
import { platformTimer } from '../transport.ts';
import { whenIdle } from './idle.ts';

const CONTROL = 'button,input[type=submit],input[type=button],input[type=image],[role=button]';
/** What `CONTROL` matches and more: each is searched for by itself, which is five times as fast. */
const CANDIDATES = ['button', 'input', '[role=button]'];
/** `open` shows a dialog. */
const OBSERVED_ATTRIBUTES = ['disabled', 'aria-disabled', 'inert', 'hidden', 'open'];
const OBSERVED: MutationObserverInit = {
  subtree: true,
  attributeFilter: OBSERVED_ATTRIBUTES,
  attributeOldValue: true,
};
/** While there are controls that styles hide. */
const OBSERVED_STYLES: MutationObserverInit = {
  ...OBSERVED,
  attributeFilter: [...OBSERVED_ATTRIBUTES, 'class', 'style'],
};
/** What makes everything inside of it unusable; what `disabled` does, `:disabled` tells. */
const CONTAINER = '[inert],[hidden],[aria-disabled=true],dialog:not([open])';
/** A change that brings more controls than this is a page being drawn, not a control lighting up. */
const MAXIMUM = 20;
/**
 * In a turn with more mutations than this, what was put in is looked for in the whole page: each node
 * that is taken from a mutation costs this world some microseconds, and a look at a hundred nodes one.
 */
const BULK = 32;
/** So many elements are looked at for shadow roots at a time. */
const SLICE = 2000;
/** The next of them follow when the page is idle, and within this time (ms). */
const SLICE_WAIT = 200;
/** After a turn of many changes the page is searched once more, this long (ms) later. */
const SEARCH_AGAIN = 1000;

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
  let hasShadowRoots = false;
  let callOffSearch: (() => void) | null = null;
  /** Controls that have been in the page. */
  const known = new WeakSet(page.querySelectorAll(CONTROL));
  /** The page and its shadow roots. */
  const watched = new Set<Document | ShadowRoot>();
  let watchesStyles = false;

  const hidden = createHiddenControls((controls) => {
    tell(new Map(controls.map((control) => [control, 'shown'])));
  });

  function observe(root: Document | ShadowRoot): void {
    changes.observe(root, watchesStyles ? OBSERVED_STYLES : OBSERVED);
  }

  /** Watches the page or a shadow root, with the controls that styles hide in it. */
  function watch(root: Document | ShadowRoot): void {
    watched.add(root);
    insertions.observe(root, { subtree: true, childList: true });
    observe(root);
    for (const control of root.querySelectorAll(CONTROL)) hidden.isShown(control);
    watchStylesWhileHidden();
  }

  function tell(found: Found): void {
    if (found.size === 0 || found.size > MAXIMUM) return;
    const t = now();
    for (const [control, how] of found) {
      if (!isUsable(control) || !hidden.isShown(control)) continue;
      report({ type: 'action', t, kind: 'control-enabled', how, target: describeTarget(control) });
    }
    watchStylesWhileHidden();
  }

  function watchStylesWhileHidden(): void {
    if (watchesStyles === hidden.hasSome()) return;
    watchesStyles = hidden.hasSome();
    watched.forEach(observe);
  }

  // Two, since of a turn that only puts much in no record needs to be looked at.
  const changes = new MutationObserver((mutations) => look(mutations, insertions.takeRecords()));
  const insertions = new MutationObserver((mutations) => look(changes.takeRecords(), mutations));

  /** Both of a turn at once: a control is told once, whatever happened to it. */
  function look(changed: readonly MutationRecord[], inserted: readonly MutationRecord[]): void {
    const found: Found = new Map();
    for (const mutation of changed) {
      if (isStyle(mutation)) hidden.stylesChanged();
      else changedBy(mutation, found);
    }
    if (inserted.length > BULK && !hasShadowRoots) insertedSomewhere(found);
    else insertedBy(inserted, found);
    for (const control of found.keys()) known.add(control);
    tell(found);
  }

  function insertedBy(mutations: readonly MutationRecord[], found: Found): void {
    for (const { addedNodes } of mutations) {
      if (found.size > MAXIMUM) return;
      for (const node of addedNodes) insertedNode(node, found);
    }
  }

  function insertedNode(node: Node, found: Found): void {
    // Text is what most of a stream becomes.
    if (!(node instanceof Element)) return;
    if (node.matches(CONTROL)) found.set(node, 'inserted');
    else for (const control of controlsIn(node)) found.set(control, 'inserted');
    for (const root of rootsIn(node)) {
      for (const control of controlsIn(root)) found.set(control, 'inserted');
    }
  }

  function insertedSomewhere(found: Found): void {
    for (const selector of CANDIDATES) {
      for (const candidate of page.querySelectorAll(selector)) {
        if (!known.has(candidate) && candidate.matches(CONTROL)) found.set(candidate, 'inserted');
      }
    }
    callOffSearch ??= platformTimer(() => search(elements()), SEARCH_AGAIN);
  }

  function elements(): TreeWalker {
    return page.createTreeWalker(page, NodeFilter.SHOW_ELEMENT);
  }

  /** The shadow roots of what was put into the page; they are observed from now on. */
  function rootsIn(element: Element): readonly ShadowRoot[] {
    const roots = rootsOf(element);
    if (!hasShadowRoots || element.firstElementChild === null) return roots;
    return [...roots, ...Array.from(element.getElementsByTagName('*')).flatMap(rootsOf)];
  }

  /** The shadow root of an element, and those in it. */
  function rootsOf(host: Element): readonly ShadowRoot[] {
    const root = hasShadowRoot(host) ? shadowRootOf(host) : null;
    if (root === null) return [];
    hasShadowRoots = true;
    watch(root);
    return [root, ...Array.from(root.querySelectorAll('*')).flatMap(rootsOf)];
  }

  /** Looks for the shadow roots that are there already, a slice at a time. */
  function search(walker: TreeWalker): void {
    callOffSearch = null;
    for (let count = 0; count < SLICE; count += 1) {
      const node = walker.nextNode();
      if (node === null) return;
      if (node instanceof Element) rootsOf(node);
    }
    callOffSearch = whenIdle(() => search(walker), SLICE_WAIT);
  }

  watch(page);
  search(elements());
  // Popovers, which have no attribute that changes.
  page.addEventListener('toggle', hidden.stylesChanged, true);
  return () => {
    callOffSearch?.();
    hidden.stop();
    page.removeEventListener('toggle', hidden.stylesChanged, true);
    changes.disconnect();
    insertions.disconnect();
  };
}

/** An open root can be on many an element; a closed one is looked for on custom elements only. */
function hasShadowRoot(element: Element): boolean {
  return element.shadowRoot !== null || element.localName.includes('-');
}

function isStyle({ attributeName }: MutationRecord): boolean {
  return attributeName === 'class' || attributeName === 'style';
}

function changedBy({ target, attributeName, oldValue }: MutationRecord, found: Found): void {
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
  if (parent.firstElementChild === null || parent.querySelector(CONTROL) === null) return [];
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
