// @ts-check
/**
 * `npm run check`: everything that can be checked without a browser.
 */
import { ensurePackages } from './setup.mjs';

try {
  ensurePackages();
  const { createSteps } = await import('./steps.mjs');
  const { runChecks } = await import('./checks.mjs');
  const steps = createSteps();
  runChecks(steps);
  process.exitCode = steps.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
