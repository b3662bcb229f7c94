/**
 * Tests in a real Chromium with the built extension, against servers that stream: `devtools` is
 * about the panel in a real DevTools window, `fidelity` about what a page could notice, `clients`
 * about pages with the providers' own clients, `gallery` about agent pages that act too early or do
 * not. No retries: a test that fails sometimes is a bug.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  projects: [
    { name: 'devtools', testDir: 'test/devtools' },
    { name: 'fidelity', testDir: 'test/fidelity' },
    { name: 'clients', testDir: 'test/clients' },
    { name: 'gallery', testDir: 'test/gallery' },
  ],
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
});
