/**
 * End-to-end tests: the built extension in a real Chromium, its panel in a real DevTools window,
 * against servers that stream. No retries: a test that fails sometimes is a bug.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/devtools',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
});
