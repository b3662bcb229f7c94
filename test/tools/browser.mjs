// @ts-check
/**
 * Finds a browser that loads an unpacked extension, and installs one where there is none.
 *
 * Branded Chrome has refused --load-extension since version 137, so it does not count; Chromium and
 * Chrome for Testing do. Chromium from a snap is left out too: it sees neither this folder nor a
 * profile under /tmp.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readSync, closeSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Where a download would hang for ever: long enough for a slow line, short enough to notice. */
const INSTALL_TIMEOUT = 10 * 60_000;

/** @returns {string[]} where a browser may be on this kind of system, best first */
function usualPlaces() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'),
    ]);
  }
  if (platform === 'win32') {
    const folders = [env['LOCALAPPDATA'], env['ProgramFiles'], env['ProgramFiles(x86)']];
    return folders.flatMap((folder) =>
      folder === undefined
        ? []
        : [
            join(folder, 'Chromium', 'Application', 'chrome.exe'),
            join(folder, 'Google', 'Chrome for Testing', 'Application', 'chrome.exe'),
          ],
    );
  }
  const names = ['chromium', 'chromium-browser', 'ungoogled-chromium', 'chrome-for-testing'];
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @param {string} file a program that exists */
function isSnap(file) {
  if (realpathSync(file).includes('/snap')) return true;
  // Ubuntu's /usr/bin/chromium-browser is a script that starts the snap.
  const start = Buffer.alloc(4096);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, start, 0, start.length, 0);
  closeSync(descriptor);
  const text = start.toString('latin1', 0, length);
  return text.startsWith('#!') && text.includes('/snap/bin/');
}

/** @param {string} file a program that exists; one whose libraries are missing does not run */
function runs(file) {
  // On Windows, asking for the version opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** @returns {Promise<string | null>} Playwright's own Chromium, where it is installed */
async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) && runs(file) ? file : null;
}

/**
 * Finds a browser without changing anything. Packages must be installed.
 * @returns {Promise<string | null>} the path of its program: MIDSTREAM_BROWSER, else the system's,
 *   else Playwright's; null where there is none
 * @throws {Error} where MIDSTREAM_BROWSER names no file
 */
export async function findBrowser() {
  const wanted = process.env['MIDSTREAM_BROWSER'];
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return wanted;
    throw new Error(`MIDSTREAM_BROWSER is ${wanted}, and there is no such file.`);
  }
  const system = usualPlaces().find((file) => existsSync(file) && !isSnap(file) && runs(file));
  return system ?? findPlaywrightBrowser();
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 */
function install(command, parameters) {
  console.log(`Installing a browser: ${command} ${parameters.join(' ')}`);
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: INSTALL_TIMEOUT,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

function installWithPlaywright() {
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  return install(process.execPath, [program, 'install', 'chromium']);
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return install('apt-get', ['update']) && install('apt-get', ['install', '--yes', 'chromium']);
}

/**
 * Finds a browser, and installs one where there is none: Playwright's, else the system's package.
 * Says in one line what it does. What is found is put in MIDSTREAM_BROWSER for what runs after.
 * @returns {Promise<string>} the path of its program
 * @throws {Error} where all fails, with what to do
 */
export async function ensureBrowser() {
  let browser = await findBrowser();
  for (const attempt of [installWithPlaywright, installWithApt]) {
    if (browser === null && attempt()) browser = await findBrowser();
  }
  if (browser === null) {
    throw new Error(
      'No browser could be found or installed. Install Chromium or Chrome for Testing ' +
        '(branded Chrome refuses to load unpacked extensions), or set MIDSTREAM_BROWSER to its program.',
    );
  }
  console.log(`Browser: ${browser}`);
  process.env['MIDSTREAM_BROWSER'] = browser;
  return browser;
}
