/**
 * Bundles the pages as an app's own build would: browser conditions, modules, nothing minified, so
 * that the names of the clients' errors stay readable.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';

const FOLDERS = ['pages', 'patchers'].map((name) => join(import.meta.dirname, name));

export interface Bundle {
  /** Where the modules are; each page has its file's name. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Builds all pages into a folder of their own. */
export async function bundlePages(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'midstream-clients-'));
  const input: Record<string, string> = {};
  for (const parent of FOLDERS) {
    for (const file of await readdir(parent)) input[basename(file, '.ts')] = join(parent, file);
  }
  await build({
    configFile: false,
    logLevel: 'error',
    base: '/modules/',
    build: {
      outDir: folder,
      minify: false,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
