/**
 * The fixtures of the end-to-end tests: a server that the test steers, and a browser with DevTools
 * that is watched for errors. A test that leaves an error behind, in the page or in the extension,
 * has failed.
 */
import { expect, test as base, type Page } from '@playwright/test';
import {
  openDevtools,
  openDevtoolsWindow,
  type DevtoolsBrowser,
  type DevtoolsOptions,
  type DevtoolsWindow,
} from './devtools-window.ts';
import { panelOf, type Panel } from './panel.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

interface Midstream extends DevtoolsWindow {
  /** The panel's parts, by what a user sees. */
  readonly view: Panel;
}

interface Fixtures {
  readonly server: StreamServer;
  /** A browser with the panel in front, closed after the test. */
  readonly midstream: Midstream;
  /** Starts a browser whose panel has not been shown; closed after the test. */
  readonly launch: (options?: DevtoolsOptions) => Promise<DevtoolsBrowser>;
  readonly devtoolsOptions: DevtoolsOptions;
}

/** What the browser itself says about a connection that a test has cut. */
function isNetworkNotice(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.includes('net::ERR_');
}

/**
 * Collects the errors of a page under test: exceptions and what its console shows as an error.
 * @returns the list, which goes on growing
 */
function watchPage(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`page: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isNetworkNotice(message.text()))
      errors.push(`page console: ${message.text()}`);
  });
  return errors;
}

/** Collects the errors of the extension's pages in a DevTools window; DevTools' own are not ours. */
export function watchDevtools(devtools: Page): string[] {
  const errors: string[] = [];
  devtools.on('pageerror', (error) => {
    const place = error.stack ?? error.message;
    if (place.includes('chrome-extension://')) errors.push(`extension: ${place}`);
  });
  devtools.on('console', (message) => {
    const ours = message.location().url.startsWith('chrome-extension://');
    if (ours && message.type() === 'error') errors.push(`extension console: ${message.text()}`);
  });
  return errors;
}

export const test = base.extend<Fixtures>({
  devtoolsOptions: [{}, { option: true }],

  // Playwright reads the names of the fixtures that are needed from a destructured parameter.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startStreamServer();
    await use(server);
    await server.close();
  },

  midstream: async ({ devtoolsOptions }, use) => {
    const window = await openDevtoolsWindow(devtoolsOptions);
    const pageErrors = watchPage(window.page);
    const extensionErrors = watchDevtools(window.devtools);
    await use({ ...window, view: panelOf(window.panel) });
    await window.close();
    expect([...pageErrors, ...extensionErrors]).toEqual([]);
  },

  launch: async ({ devtoolsOptions }, use) => {
    const opened: { readonly browser: DevtoolsBrowser; readonly errors: string[][] }[] = [];
    await use(async (options) => {
      const browser = await openDevtools({ ...devtoolsOptions, ...options });
      opened.push({ browser, errors: [watchPage(browser.page), watchDevtools(browser.devtools)] });
      return browser;
    });
    for (const { browser } of opened) await browser.close();
    expect(opened.flatMap(({ errors }) => errors.flat())).toEqual([]);
  },
});

export { expect } from '@playwright/test';
