/**
 * The demo agent in a browser with the extension: for a person to drive, or driven from here where
 * nobody looks.
 */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { openDevtoolsWindow, type DevtoolsWindow } from '../support/devtools-window.ts';
import { panelOf, type Panel } from '../support/panel.ts';
import { startDemo, type Demo } from './server.ts';

export interface DemoStart {
  readonly format: string;
  /** Without the bug. */
  readonly fixed: boolean;
  /** Of the demo's server; 0 takes any free one. */
  readonly port: number;
}

export interface DemoDrive extends DemoStart {
  /** Where the screenshot and the session file go. */
  readonly folder: string;
}

/** For each step of a drive: the longest takes about five seconds. */
const STEP_TIMEOUT = 15_000;

interface Interrupt {
  /** Settles when somebody pressed Ctrl+C. */
  readonly asked: Promise<'interrupted'>;
  forget(): void;
}

function interrupted(): 'interrupted' {
  return 'interrupted';
}

function watchInterrupt(): Interrupt {
  const watch = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'].map((name) => once(process, name, watch));
  return {
    // Forgetting rejects, which tells nobody anything.
    asked: Promise.race(signals).then(interrupted, interrupted),
    forget: () => watch.abort(),
  };
}

function address(demo: Demo, options: DemoStart): string {
  const query = new URLSearchParams({ format: options.format });
  if (options.fixed) query.set('fixed', '');
  return `${demo.url}?${query}`;
}

async function withDemo(
  options: DemoStart,
  headless: boolean,
  use: (demo: Demo, browser: DevtoolsWindow) => Promise<number>,
): Promise<number> {
  const demo = await startDemo({ port: options.port });
  const interrupt = watchInterrupt();
  try {
    const browser = await openDevtoolsWindow({ headless });
    try {
      const outcome = await Promise.race([use(demo, browser), interrupt.asked]);
      return outcome === 'interrupted' ? 130 : outcome;
    } finally {
      await browser.close();
    }
  } finally {
    interrupt.forget();
    await demo.close();
  }
}

/**
 * Opens the demo in a window with DevTools on the panel, says what to do, and waits until the
 * window is closed or Ctrl+C is pressed.
 * @returns the exit code
 */
export async function showDemo(options: DemoStart): Promise<number> {
  const code = await withDemo(options, false, async (demo, { context, page }) => {
    const closed = new Promise<number>((resolve) => {
      context.once('close', () => resolve(0));
      page.once('close', () => resolve(0));
    });
    await page.goto(address(demo, options));
    console.log(`
The demo agent is at ${address(demo, options)}
with Midstream open in the DevTools beside it.

  1. Click Ask.
  2. As soon as Confirm refund lights up, click it: the page has read 50 of 5000 cents.
  3. Look at the call in the panel, and at what is flagged.

"Bug fixed" on the page shows the same without the bug. Ctrl+C, or closing the window, ends it.`);
    return closed;
  });
  // Ctrl+C is the usual way to end it, and no failure.
  return code === 130 ? 0 : code;
}

async function confirmEarly(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask' }).click();
  const confirm = page.getByRole('button', { name: 'Confirm refund' });
  // Playwright's click waits until the button is enabled, as a person would.
  await confirm.click();
  await page.locator('body[data-reply=done]').waitFor();
  await page.getByText('Refunded $').waitFor();
}

async function printPanel(panel: Panel): Promise<void> {
  const streams = await panel.streams();
  for (const stream of streams) {
    console.log(
      `\nStream ${stream.stream} · ${stream.format ?? 'unknown format'} · ${stream.status}`,
    );
    for (const call of await panel.calls(stream.stream)) {
      const end = call.terminal === null ? 'never ended' : `ended by ${call.terminal}`;
      console.log(`  Call ${call.tab} · ${call.id} · ${call.status} · ${end}`);
      console.log(`    arguments ${call.arguments}`);
    }
  }
  const flags = await panel.flags();
  console.log(flags.length === 0 ? '\nNo flags.' : `\n${flags.length} flagged:`);
  for (const flag of flags) {
    console.log(`  ⚑ ${flag.code} · ${flag.confidence}`);
    console.log(`      ${flag.title}: ${flag.sentence}`);
    for (const [field, acted, final] of flag.differences)
      console.log(`      ${field}: acted on ${acted}, final ${final}`);
  }
}

/**
 * Drives the demo without a display: asks, confirms as soon as the page allows it, and tells what
 * the panel shows. Leaves panel.png and session.json in the folder.
 * @returns the exit code: 0 when the panel saw the whole stream
 */
export async function driveDemo(options: DemoDrive): Promise<number> {
  return withDemo(options, true, async (demo, { context, page, devtools, panel: frame }) => {
    context.setDefaultTimeout(STEP_TIMEOUT);
    await page.goto(address(demo, options));
    console.log(`Asking the demo agent at ${address(demo, options)}`);
    await confirmEarly(page);
    console.log(`The page asked for ${JSON.stringify(demo.refunds)}`);

    const panel = panelOf(frame);
    const complete = frame.locator('[data-testid=stream][data-status=complete]');
    // Whether it came or not, what the panel shows is told.
    await complete.waitFor().catch(() => undefined);
    await printPanel(panel);

    await mkdir(options.folder, { recursive: true });
    await panel.showTab('Calls');
    await devtools.screenshot({ path: join(options.folder, 'panel.png') });
    const session = await panel.download('Export session');
    await writeFile(join(options.folder, 'session.json'), session);
    const shown = relative(process.cwd(), options.folder);
    console.log(`\nWrote ${join(shown, 'panel.png')} and ${join(shown, 'session.json')}.`);
    if ((await complete.count()) > 0) return 0;
    console.error('The panel did not see the stream come to its end.');
    return 1;
  });
}
