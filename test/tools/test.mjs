// @ts-check
/**
 * `npm test`: installs what is missing, builds, and runs every check and every test. Flags go to
 * Playwright, so `npm test -- --grep reload` runs the end-to-end tests about reloading after the
 * checks.
 */
import { ensurePackages } from './setup.mjs';

try {
  ensurePackages();
  const { ensureBrowser } = await import('./browser.mjs');
  const { createSteps, runCommand, runPlaywright } = await import('./steps.mjs');
  const { runChecks } = await import('./checks.mjs');
  await ensureBrowser();
  const steps = createSteps();
  steps.run('build', () =>
    runCommand('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn']),
  );
  runChecks(steps);
  steps.run('rules of the add-on stores', () =>
    runCommand('addons-linter/bin/addons-linter', ['dist/extension', '--self-hosted']),
  );
  steps.run('end-to-end tests', () => runPlaywright(process.argv.slice(2)));
  process.exitCode = steps.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
