/**
 * The extension API for the bridge and the background, with no library: both run beside every page
 * and stay small. Firefox has it as `browser`, Chromium as `chrome`; what is used here gives
 * promises in both.
 */
import type { Runtime, Storage, Tabs } from 'webextension-polyfill';

export type { Runtime } from 'webextension-polyfill';

/** A listener gives true when it will respond later. */
type MessageListener = (
  message: unknown,
  sender: Runtime.MessageSender,
  respond: (response: unknown) => void,
) => true | undefined;

interface ExtensionApi {
  readonly runtime: Omit<Runtime.Static, 'onMessage'> & {
    readonly onMessage: { addListener(listener: MessageListener): void };
  };
  /** Only the background has it. */
  readonly tabs: Tabs.Static;
  readonly storage: Storage.Static;
  /** Only content scripts have it. https://developer.chrome.com/docs/extensions/reference/api/dom */
  readonly dom?: { openOrClosedShadowRoot?(element: Element): ShadowRoot | null };
}

function isExtensionApi(value: unknown): value is ExtensionApi {
  return typeof value === 'object' && value !== null && 'runtime' in value;
}

function findApi(): ExtensionApi {
  const candidates: readonly unknown[] = [
    Reflect.get(globalThis, 'browser'),
    Reflect.get(globalThis, 'chrome'),
  ];
  const api = candidates.find(isExtensionApi);
  if (api === undefined) throw new TypeError('The extension API exists in an extension only');
  return api;
}

const api = findApi();

export const runtime = api.runtime;
export const tabs = api.tabs;
export const storage = api.storage;

/** Gives the shadow root of an element, closed ones too where the browser lets extensions see them. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = element.shadowRoot;
  if (open !== null) return open;
  try {
    return api.dom?.openOrClosedShadowRoot?.(element) ?? null;
  } catch {
    // Chromium takes HTML elements only.
    return null;
  }
}

/** Says whether this script's extension is still there: not updated, reloaded or removed. */
export function isExtensionAlive(): boolean {
  try {
    return typeof runtime.id === 'string';
  } catch {
    return false;
  }
}
