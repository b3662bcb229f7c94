/** What the repository promises about itself. Each failure says what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatTable } from './support/format-table.ts';
import { captureFiles } from './support/read-capture.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

describe('the repository', () => {
  test('has a README whose table of formats is that of the registry (npm run fix writes it)', () => {
    expect(read('README.md')).toContain(formatTable());
  });

  test('keeps ARCHITECTURE.md within 120 lines', () => {
    expect(read('ARCHITECTURE.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  test('has no secret in a capture (replace it by an invented one)', () => {
    const secret =
      /\bsk-[A-Za-z0-9_-]{20,}|\bAIza[0-9A-Za-z_-]{35}|Bearer [A-Za-z0-9._-]{20,}|AKIA[0-9A-Z]{16}/;
    for (const name of captureFiles(join(ROOT, 'test/fixtures'))) {
      expect(read(join('test/fixtures', name)), name).not.toMatch(secret);
    }
  });

  test('ships no dependency beyond the ones it was designed with (a new one needs a reason in the README)', () => {
    const manifest: unknown = JSON.parse(read('package.json'));
    expect(manifest).toMatchObject({ dependencies: expect.anything() });
    const dependencies = Object(manifest).dependencies;
    expect(Object.keys(dependencies).toSorted()).toEqual([
      '@preact/signals',
      'preact',
      'webextension-polyfill',
    ]);
  });

  test('pins every dependency to one version', () => {
    const { dependencies, devDependencies } = Object(JSON.parse(read('package.json')));
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test('has a lock file that names no download address (npm writes none with its public registry)', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"');
  });
});
