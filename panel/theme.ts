/**
 * Follows the theme of DevTools, which may differ from the system's. Chromium tells by
 * `setThemeChangeHandler`, Firefox by `onThemeChanged`; where neither is there the style sheet's
 * `prefers-color-scheme` holds.
 */

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is (...values: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

function applyTheme(name: unknown): void {
  // Firefox calls its own theme "firefox" where it follows no other: the system decides then.
  const isKnown = name === 'dark' || name === 'light' || name === 'default';
  if (isKnown) document.documentElement.dataset['theme'] = name === 'dark' ? 'dark' : 'light';
  else delete document.documentElement.dataset['theme'];
}

/** Takes `devtools.panels` as the browser has it; keeps the document's `data-theme` up to date. */
export function followDevtoolsTheme(panels: unknown): void {
  if (!isObject(panels)) return;
  applyTheme(Reflect.get(panels, 'themeName'));
  const setHandler: unknown = Reflect.get(panels, 'setThemeChangeHandler');
  if (isFunction(setHandler)) {
    Reflect.apply(setHandler, panels, [applyTheme]);
    return;
  }
  const changed: unknown = Reflect.get(panels, 'onThemeChanged');
  const addListener: unknown = isObject(changed) ? Reflect.get(changed, 'addListener') : undefined;
  if (isFunction(addListener)) Reflect.apply(addListener, changed, [applyTheme]);
}
