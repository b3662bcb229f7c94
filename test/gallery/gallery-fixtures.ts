/**
 * One browser with the panel in front, one server with all pages, and core as it is built for Node:
 * they serve all tests of a worker, since loading a page clears the panel.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type * as Core from '../../src/core/index.ts';
import { openDevtoolsWindow } from '../support/devtools-window.ts';
import { watchDevtools } from '../support/fixtures.ts';
import { panelOf, type Panel } from '../support/panel.ts';
import { bundleGallery } from './bundle.ts';
import { startGalleryServer, type GalleryServer } from './server.ts';

interface Recorded {
  readonly page: Page;
  readonly panel: Panel;
  readonly extensionErrors: readonly string[];
}

interface WorkerFixtures {
  readonly server: GalleryServer;
  readonly recorded: Recorded;
  /** Reads a session file with `dist/node/core.js`. */
  readonly inspectSession: (session: unknown) => Core.Report;
}

interface Fixtures {
  readonly page: Page;
  readonly panel: Panel;
}

const BUILD = resolve(import.meta.dirname, '../../dist');
const EXTENSION = process.env['MIDSTREAM_EXTENSION'] ?? join(BUILD, 'extension');

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // Playwright reads the names of the fixtures that are needed from a destructured parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const bundle = await bundleGallery();
      const server = await startGalleryServer({ folder: bundle.folder });
      await use(server);
      await server.close();
      await bundle.remove();
    },
    { scope: 'worker' },
  ],

  recorded: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const window = await openDevtoolsWindow();
      const extensionErrors = watchDevtools(window.devtools);
      const { page, panel } = window;
      await use({ page, panel: panelOf(panel), extensionErrors });
      await window.close();
    },
    { scope: 'worker' },
  ],

  inspectSession: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      // The build for Node lies beside that of the extension.
      const file = pathToFileURL(join(EXTENSION, '../node/core.js')).href;
      const core: typeof Core = await import(file);
      await use(core.inspectSession);
    },
    { scope: 'worker' },
  ],

  page: async ({ recorded }, use) => {
    await use(recorded.page);
    expect(recorded.extensionErrors).toEqual([]);
  },

  panel: async ({ recorded }, use) => {
    await use(recorded.panel);
  },
});

export { expect } from '@playwright/test';
