/**
 * Two browsers side by side, one without the extension and one that records with the panel in
 * front, and a server for both. They serve all tests of a worker: loading a page clears the panel.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { openDevtools, openDevtoolsWindow } from '../support/devtools-window.ts';
import { watchDevtools } from '../support/fixtures.ts';
import { panelOf, type Panel } from '../support/panel.ts';
import { bundlePages } from './bundle.ts';
import type { ClientResult, ClientTask } from './pages/client-page.ts';
import { startReplayServer, type ReplayServer, type Reply } from './replay-server.ts';

/** What a run of a client was, for the page, the server and the console. */
export interface Outcome {
  readonly result: ClientResult;
  /** All that the console shows and all that nobody caught, but for the browser's words on the network. */
  readonly console: readonly string[];
}

export interface RunOptions {
  /** Modules that the page loads, in this order; the last that offers a client is run. */
  readonly modules: readonly string[];
  readonly reply: Reply;
}

/** A page, and what its console and its uncaught errors have said since the last run began. */
interface WatchedPage {
  readonly page: Page;
  readonly lines: string[];
}

interface RecordedPage extends WatchedPage {
  readonly panel: Panel;
  /** Errors of the extension's own pages. */
  readonly extensionErrors: readonly string[];
}

interface WorkerFixtures {
  readonly server: ReplayServer;
  readonly native: WatchedPage;
  readonly recorded: RecordedPage;
}

interface Fixtures {
  /** Both pages, the one without the extension first. */
  readonly pages: readonly Page[];
  /** Runs a client without the extension. */
  readonly runNative: (options: RunOptions) => Promise<Outcome>;
  /** Runs a client in the page that is recorded. */
  readonly runRecorded: (options: RunOptions) => Promise<Outcome>;
  /** The panel, with its report. */
  readonly panel: Panel;
}

/** What the browser itself says of a reply with an error status. */
function isNetworkNotice(text: string): boolean {
  return text.startsWith('Failed to load resource');
}

function watch(page: Page): WatchedPage {
  const lines: string[] = [];
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (!isNetworkNotice(message.text())) lines.push(`${message.type()}: ${message.text()}`);
  });
  return { page, lines };
}

async function run(
  { page, lines }: WatchedPage,
  server: ReplayServer,
  { modules, reply }: RunOptions,
): Promise<Outcome> {
  lines.length = 0;
  const { address, closed } = server.offer(reply);
  await page.goto(server.page(modules));
  const task: ClientTask = { address, leaves: reply.type === 'held' };
  const result = await page.evaluate((given) => runClient(given), task);
  // A client that leaves has to reach the server, which keeps a held reply open for ever.
  if (reply.type !== 'unasked') await closed;
  // What nobody caught is told after the task in which it happened.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  return { result, console: [...lines] };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // Playwright reads the names of the fixtures that are needed from a destructured parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const bundle = await bundlePages();
      const server = await startReplayServer(bundle.folder);
      await use(server);
      await server.close();
      await bundle.remove();
    },
    { scope: 'worker' },
  ],

  native: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const browser = await openDevtools({ extension: null });
      await use(watch(browser.page));
      await browser.close();
    },
    { scope: 'worker' },
  ],

  recorded: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const window = await openDevtoolsWindow();
      const extensionErrors = watchDevtools(window.devtools);
      await use({ ...watch(window.page), panel: panelOf(window.panel), extensionErrors });
      await window.close();
    },
    { scope: 'worker' },
  ],

  pages: async ({ native, recorded }, use) => {
    await use([native.page, recorded.page]);
  },

  runNative: async ({ native, server }, use) => {
    await use((options) => run(native, server, options));
  },

  runRecorded: async ({ recorded, server }, use) => {
    await use((options) => run(recorded, server, options));
    expect(recorded.extensionErrors).toEqual([]);
  },

  panel: async ({ recorded }, use) => {
    await use(recorded.panel);
  },
});

export { expect } from '@playwright/test';
