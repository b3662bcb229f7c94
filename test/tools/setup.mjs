// @ts-check
/**
 * What every command needs first. Runs on a machine that has only Node: nothing here may import a
 * package before `ensurePackages` has returned.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '../..');

/** npm writes this file last, so its time is the time of the installation. */
const INSTALLED = join(root, 'node_modules', '.package-lock.json');

/** @param {readonly string[]} parameters */
function npm(parameters) {
  const program = process.env['npm_execpath'] ?? '';
  // npm is a script for Node; started as such it needs no shell, which Windows would want for npm.cmd.
  const direct = /\.[cm]?js$/.test(program);
  return spawnSync(
    direct ? process.execPath : 'npm',
    direct ? [program, ...parameters] : parameters,
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !direct && process.platform === 'win32',
    },
  ).status;
}

/**
 * Installs the packages where they are missing or older than package-lock.json, and says so.
 * @throws {Error} where npm fails, with what to do
 */
export function ensurePackages() {
  const wanted = statSync(join(root, 'package-lock.json')).mtimeMs;
  if (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= wanted) return;
  console.log('Installing the packages: npm ci');
  if (npm(['ci', '--include=dev']) !== 0) {
    throw new Error(
      'npm ci failed. Check the network and what npm said above, then run this again.',
    );
  }
}

/**
 * Runs the command of one of the installed packages, with its output in this terminal.
 * @param {string} program path below node_modules, as the package's `bin` says
 * @param {readonly string[]} parameters
 * @param {Readonly<Record<string, string>>} environment added to this process's own
 * @returns {number} its exit code; 1 where a signal ended it
 */
export function runPackage(program, parameters, environment = {}) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', program), ...parameters],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    },
  );
  return status ?? 1;
}
