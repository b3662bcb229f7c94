// @ts-check
/**
 * `npm start`: installs what is missing, builds, and starts the demo agent in a browser with the
 * extension loaded and its panel open. With no display it drives the demo itself.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, root, runPackage } from './setup.mjs';

const HELP = `Starts the demo agent in a browser with Midstream in its DevTools.

  npm start                      you drive: ask, click Confirm too early, look at the panel
  npm start -- --headless        drives itself, prints what the panel shows, writes out/
                                 (this is also what happens where there is no display)

  --fixed                        the demo without its bug: nothing to flag
  --format <name>                openai-chat (as a rule) or anthropic-messages
  --port <number>                of the demo's server; any free one as a rule
  --help                         this text
`;

/** @returns {boolean} whether a window would be seen by anybody */
function hasDisplay() {
  const { env, platform } = process;
  if (env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false') return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      headless: { type: 'boolean', default: false },
      fixed: { type: 'boolean', default: false },
      format: { type: 'string', default: 'openai-chat' },
      port: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const port = Number(values.port);
  if (!['openai-chat', 'anthropic-messages'].includes(values.format))
    throw new Error(`--format is openai-chat or anthropic-messages, and not ${values.format}.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port is a number from 0 to 65535, and not ${values.port}.`);
  return { ...values, port };
}

async function start() {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  ensurePackages();
  const { ensureBrowser } = await import('./browser.mjs');
  await ensureBrowser();
  console.log('Building the extension: dist/extension');
  if (runPackage('vite/bin/vite.js', ['build', '--app', '--logLevel', 'warn']) !== 0)
    throw new Error('The build failed.');

  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../demo/start.ts') }} */
  const { module } = await runnerImport(join(root, 'test/demo/start.ts'), {
    configFile: false,
    root,
    logLevel: 'error',
  });
  const demo = { format: options.format, fixed: options.fixed, port: options.port };
  return options.headless || !hasDisplay()
    ? module.driveDemo({ ...demo, folder: join(root, 'out') })
    : module.showDemo(demo);
}

try {
  process.exitCode = await start();
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) console.error('The port is taken. Choose another with --port, or leave it out.');
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
