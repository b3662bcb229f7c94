// @ts-check
/** `npm run fix`: the linter's fixes, the formatter, and the generated table of the README. */
import { spawnSync } from 'node:child_process';
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
  const program = resolve(root, 'node_modules', String(tool));
  const { status } = spawnSync(process.execPath, [program, ...parameters], {
    cwd: root,
    stdio: 'inherit',
  });
  // What could not be fixed has been said by the tool.
  if (status !== 0) process.exitCode = 1;
}
