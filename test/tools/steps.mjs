// @ts-check
/**
 * Runs the steps of a check one after another and counts. A step counts as one, but for those that
 * run tests: they count their tests, as their own reports say.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPackage } from './setup.mjs';

/**
 * @typedef {{ readonly passed: number, readonly failed: number }} Count
 * @typedef {{ run(name: string, step: () => Count): void, close(): number }} Steps
 */

const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {Count} */
const ONE_PASSED = { passed: 1, failed: 0 };
/** @type {Count} */
const ONE_FAILED = { passed: 0, failed: 1 };

/**
 * Starts counting.
 * @returns {Steps} `run` says the step's name, runs it and says its time; `close` prints the one
 *   closing line and gives the exit code
 */
export function createSteps() {
  let passed = 0;
  let failed = 0;
  return {
    run(name, step) {
      console.log(`\n▸ ${name}`);
      const begun = performance.now();
      const count = step();
      passed += count.passed;
      failed += count.failed;
      const outcome = count.failed === 0 ? 'passed' : 'failed';
      console.log(`▸ ${name}: ${outcome}, ${seconds.format((performance.now() - begun) / 1000)} s`);
    },
    close() {
      console.log(`\n${passed} passed, ${failed} failed`);
      return failed === 0 ? 0 : 1;
    },
  };
}

/**
 * A step that is one command of an installed package.
 * @param {string} program path below node_modules
 * @param {readonly string[]} parameters
 * @returns {Count} one, passed where the command ended with 0
 */
export function runCommand(program, parameters) {
  return runPackage(program, parameters) === 0 ? ONE_PASSED : ONE_FAILED;
}

/**
 * @param {string} name of the report
 * @returns {string} its path, with no older report there
 */
function freshReport(name) {
  const folder = join(root, 'out', 'reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  rmSync(file, { force: true });
  return file;
}

/**
 * @param {string} file
 * @returns {Readonly<Record<string, unknown>>} nothing in it where there is no such report
 */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return typeof report === 'object' && report !== null ? report : {};
  } catch {
    return {};
  }
}

/**
 * @param {number} status exit code of the run
 * @param {number} passed
 * @param {number} failed
 * @returns {Count} a run that failed with no failed test counts as one failure
 */
function countTests(status, passed, failed) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

/**
 * Runs the unit tests.
 * @param {readonly string[]} parameters passed on to vitest
 * @returns {Count} its tests
 */
export function runVitest(parameters = []) {
  const file = freshReport('vitest.json');
  const status = runPackage('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...parameters,
  ]);
  const report = readReport(file);
  return countTests(
    status,
    Number(report['numPassedTests'] ?? 0),
    Number(report['numFailedTests'] ?? 0),
  );
}

/**
 * Runs the end-to-end tests.
 * @param {readonly string[]} parameters passed on to Playwright
 * @returns {Count} its tests; a flaky one has failed
 */
export function runPlaywright(parameters = []) {
  const file = freshReport('playwright.json');
  const status = runPackage(
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...parameters],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  const stats = readReport(file)['stats'];
  /** @type {Readonly<Record<string, unknown>>} */
  const counts = typeof stats === 'object' && stats !== null ? { ...stats } : {};
  const failed = Number(counts['unexpected'] ?? 0) + Number(counts['flaky'] ?? 0);
  return countTests(status, Number(counts['expected'] ?? 0), failed);
}
