/** Bundles the pages as an app's own build would, with nothing minified, so that stacks stay readable. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { galleryCases } from './cases.ts';

export interface GalleryBundle {
  /** Where the modules are, each named `<case>-<kind>.js`. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

function sourceOf(name: string, kind: string): string {
  const file = join(import.meta.dirname, 'pages', name, kind);
  return existsSync(`${file}.tsx`) ? `${file}.tsx` : `${file}.ts`;
}

/** Builds all pages into a folder of their own. */
export async function bundleGallery(): Promise<GalleryBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'midstream-gallery-'));
  const pages = galleryCases.flatMap(({ name, pages: kinds }) =>
    Object.keys(kinds).map((kind) => [`${name}-${kind}`, sourceOf(name, kind)] as const),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    base: '/modules/',
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      minify: false,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(pages),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
