/**
 * One build for all worlds: `vite build --app` writes dist/extension (panel, devtools page and
 * background as modules; page script and bridge as classic scripts without imports) and
 * dist/node/core.js. Output stays readable: reviewers and users can check what they load.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const root = import.meta.dirname;
const development = process.argv.includes('--watch');

function readJson(name: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(resolve(root, name), 'utf8'));
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} holds no object`);
  return { ...value };
}

const version = readJson('package.json')['version'];

function manifest(): Plugin {
  return {
    name: 'midstream-manifest',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.addWatchFile(resolve(root, 'manifest.json'));
    },
    generateBundle() {
      const source = { ...readJson('manifest.json'), version };
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.json',
        source: `${JSON.stringify(source, null, 2)}\n`,
      });
    },
  };
}

function classicScript(name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist/extension',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      sourcemap: development,
      rolldownOptions: {
        input: `src/${name}/main.ts`,
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  };
}

export default defineConfig({
  root,
  publicDir: 'src/static',
  base: './',
  plugins: [manifest()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { __VERSION__: JSON.stringify(version) },
  environments: {
    client: {
      build: {
        outDir: 'dist/extension',
        emptyOutDir: true,
        minify: false,
        sourcemap: development,
        modulePreload: false,
        rolldownOptions: {
          input: {
            panel: 'panel/panel.html',
            devtools: 'src/devtools/devtools.html',
            background: 'src/background/main.ts',
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            assetFileNames: '[name][extname]',
            // What the panel and the devtools page share has a name that says so.
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
          },
        },
      },
    },
    page: classicScript('page'),
    bridge: classicScript('bridge'),
    node: {
      consumer: 'server',
      build: {
        outDir: 'dist/node',
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: 'src/core/index.ts',
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'core.js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'page', 'bridge', 'node']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
    },
  },
});
