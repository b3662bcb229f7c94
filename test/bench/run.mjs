// @ts-check
/**
 * `npm run bench`: builds, measures, and prints ratios inside one run. Goals that are missed are said, and are no
 * failure. `npm run bench -- core insertions` measures just those.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { ensureBrowser } from '../tools/browser.mjs';
import { benchCore } from './core.mjs';

const root = resolve(import.meta.dirname, '../..');
/** @type {{ module: typeof import('./page.ts') }} */
const { module: page } = await runnerImport(resolve(root, 'test/bench/page.ts'), {
  configFile: false,
  root,
  logLevel: 'error',
});

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'core' && !page.isTaskName(name));
if (unknown.length > 0) {
  console.error(
    `No such measurement: ${unknown.join(', ')}. There are core, ${page.TASK_NAMES.join(', ')}.`,
  );
  process.exit(1);
}
const names = asked.length === 0 ? page.TASK_NAMES : asked.filter(page.isTaskName);
const hasCore = asked.length === 0 || asked.includes('core');
execFileSync(
  process.execPath,
  [resolve(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'warn'],
  { cwd: root, stdio: 'inherit' },
);
const core = await import(pathToFileURL(resolve(root, 'dist/node/core.js')).href);

await ensureBrowser();

const results = [
  ...(hasCore ? benchCore(core) : []),
  ...(names.length > 0 ? await page.benchPage(names) : []),
];
console.log('');
for (const { name, value, goal, met } of results) {
  console.log(
    `${met ? 'met   ' : 'missed'}  ${value.toFixed(2).padStart(6)}  (goal ${goal})  ${name}`,
  );
}
