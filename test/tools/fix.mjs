// @ts-check
/** `npm run fix`: the linter's fixes, the formatter, and the generated table of the README. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const readme = resolve(root, 'README.md');

const { module } = await runnerImport(resolve(root, 'test/support/format-table.ts'));
const before = readFileSync(readme, 'utf8');
const after = module.withFormatTable(before);
if (after !== before) {
  writeFileSync(readme, after);
  console.log('README.md: wrote the table of formats.');
}
for (const [tool, ...parameters] of [['oxlint/bin/oxlint', '--fix'], ['oxfmt/bin/oxfmt']]) {
  execFileSync(process.execPath, [resolve(root, 'node_modules', String(tool)), ...parameters], {
    cwd: root,
    stdio: 'inherit',
  });
}
