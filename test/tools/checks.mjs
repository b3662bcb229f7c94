// @ts-check
/**
 * The checks that need no browser. `npm run check` runs them alone, `npm test` before its own.
 */
import { runCommand, runVitest } from './steps.mjs';

/**
 * Runs types, lint, format, unused code and unit tests.
 * @param {import('./steps.mjs').Steps} steps where they are counted
 */
export function runChecks(steps) {
  const tsc = 'typescript/bin/tsc';
  steps.run('types', () => runCommand(tsc, ['--noEmit', '-p', '.']));
  steps.run('types of core, without a platform', () =>
    runCommand(tsc, ['--noEmit', '-p', 'src/core']),
  );
  steps.run('lint', () => runCommand('oxlint/bin/oxlint', []));
  steps.run('format', () => runCommand('oxfmt/bin/oxfmt', ['--check']));
  steps.run('unused code', () => runCommand('knip/bin/knip.js', []));
  steps.run('unit tests', () => runVitest());
}
