// @ts-check
/** `npm run bench`: builds, measures, and prints ratios inside one run. Goals that are missed are said, and are no failure. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { ensureBrowser } from '../tools/browser.mjs';
import { benchCore } from './core.mjs';

const root = resolve(import.meta.dirname, '../..');
execFileSync(
  process.execPath,
  [resolve(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
  { cwd: root, stdio: 'inherit' },
);
const core = await import(pathToFileURL(resolve(root, 'dist/node/core.js')).href);

await ensureBrowser();
/** @type {{ module: typeof import('./page.ts') }} */
const { module: page } = await runnerImport(resolve(root, 'test/bench/page.ts'), {
  configFile: false,
  root,
  logLevel: 'error',
});

const results = [...benchCore(core), ...(await page.benchPage())];
console.log('');
for (const { name, value, goal, met } of results) {
  console.log(
    `${met ? 'met   ' : 'missed'}  ${value.toFixed(2).padStart(6)}  (goal ${goal})  ${name}`,
  );
}
