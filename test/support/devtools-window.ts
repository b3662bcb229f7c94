/**
 * The built extension in a real browser with a real DevTools window, driven by Playwright, with or
 * without a display.
 *
 * Playwright has no API for DevTools. This file leans on two things that may change with a release
 * of the browser, and nothing else in the project does: Playwright shows `devtools://` targets when
 * PW_CHROMIUM_ATTACH_TO_OTHER is set, and a DevTools window can import DevTools' own modules, which
 * know the tab under inspection and can bring a panel to the front. Those modules are imported by
 * strings, as no compiler knows them.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type BrowserContext, type Frame, type Page } from '@playwright/test';
import { findBrowser } from '../tools/browser.mjs';
import { until } from './until.ts';

/** The build, or what MIDSTREAM_EXTENSION names: a release unpacked elsewhere is tested the same way. */
const BUILT_EXTENSION =
  process.env['MIDSTREAM_EXTENSION'] ?? resolve(import.meta.dirname, '../../dist/extension');

export interface DevtoolsOptions {
  /** The folder of the unpacked extension; the build when absent, none at all when null. */
  readonly extension?: string | null;
  /** A real window where false; true when absent. */
  readonly headless?: boolean;
  /** Size of the DevTools window, which is undocked without a display. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Of DevTools and so of the panel; light when absent. */
  readonly theme?: 'light' | 'dark';
  /** Keeps pages that were left, as browsers do for people; Playwright switches it off. */
  readonly backForwardCache?: boolean;
}

export interface DevtoolsTab {
  readonly page: Page;
  /** The DevTools window of that page, as a page of its own. */
  readonly devtools: Page;
  /** Brings the extension's panel to the front; the first time, this is what loads it. */
  readonly showPanel: () => Promise<Frame>;
}

export interface DevtoolsBrowser extends DevtoolsTab {
  readonly context: BrowserContext;
  /** Opens another tab, with a DevTools window of its own. */
  readonly openTab: () => Promise<DevtoolsTab>;
  /** Opens DevTools again on a tab whose DevTools window was closed. */
  readonly inspect: (page: Page) => Promise<DevtoolsTab>;
  readonly close: () => Promise<void>;
}

export interface DevtoolsWindow extends DevtoolsBrowser {
  /** The extension's panel for `page`, up and drawn. */
  readonly panel: Frame;
}

/** Names the page under inspection, and the extension's panel once DevTools knows it. */
const PROBE = `(async () => {
  const sdk = await import('./core/sdk/sdk.js');
  const ui = await import('./ui/legacy/legacy.js');
  const target = sdk.TargetManager.TargetManager.instance().primaryPageTarget();
  const views = ui.InspectorView.InspectorView.instance().tabbedPane.tabIds();
  return {
    target: target?.targetInfo()?.targetId ?? null,
    view: views.find((id) => id.startsWith('chrome-extension://')) ?? null,
  };
})()`;

function showViewScript(view: string): string {
  return `(async () => {
    const ui = await import('./ui/legacy/legacy.js');
    await ui.ViewManager.ViewManager.instance().showView(${JSON.stringify(view)});
  })()`;
}

interface Probe {
  readonly target: string | null;
  readonly view: string | null;
}

function isProbe(value: unknown): value is Probe {
  return typeof value === 'object' && value !== null && 'target' in value && 'view' in value;
}

async function probe(devtools: Page): Promise<Probe | undefined> {
  const found: unknown = await devtools.evaluate(PROBE);
  return isProbe(found) ? found : undefined;
}

function isDevtools(page: Page): boolean {
  return page.url().startsWith('devtools://devtools/bundled/devtools_app.html');
}

async function targetId(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

async function findTab(
  context: BrowserContext,
  page: Page,
  extended: boolean,
): Promise<DevtoolsTab> {
  const target = await targetId(context, page);
  const [devtools, view] = await until('the DevTools window of the page', async () => {
    for (const candidate of context.pages().filter(isDevtools)) {
      // A window that is still starting cannot answer, and the next one may be the right one.
      const found = await probe(candidate).catch(() => undefined);
      const whole = found?.target === target && (found.view !== null || !extended);
      if (whole) return [candidate, found.view] as const;
    }
    return undefined;
  });

  return {
    page,
    devtools,
    async showPanel() {
      if (view === null) throw new Error('This browser was started without the extension.');
      await devtools.evaluate(showViewScript(view));
      const panel = await until('the frame of the panel', () =>
        devtools.frames().find((frame) => frame.url().endsWith('/panel.html')),
      );
      await panel.locator('[data-testid=status-bar]').waitFor();
      return panel;
    },
  };
}

/** A new profile: DevTools in a window of its own where nobody looks, beside the page where somebody does. */
async function createProfile(headless: boolean, theme: 'light' | 'dark'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'midstream-profile-'));
  // DevTools keeps its settings in the profile, each as JSON in a string.
  const settings = {
    currentDockState: headless ? 'undocked' : 'right',
    'inspector-view.split-view-state': { vertical: { size: 860 }, horizontal: { size: 480 } },
    'ui-theme': theme === 'dark' ? 'dark' : 'default',
  };
  const preferences = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  await mkdir(join(folder, 'Default'));
  await writeFile(
    join(folder, 'Default', 'Preferences'),
    JSON.stringify({
      devtools: { preferences },
      // Without it an unpacked extension that is reloaded is switched off.
      extensions: { ui: { developer_mode: true } },
    }),
  );
  return folder;
}

/**
 * Starts a browser with DevTools on its first tab; the extension's panel is not shown yet.
 * @returns the first tab and the browser around it; `close` also removes the profile
 * @throws when no browser is found, or DevTools does not come up
 */
export async function openDevtools(options: DevtoolsOptions = {}): Promise<DevtoolsBrowser> {
  process.env['PW_CHROMIUM_ATTACH_TO_OTHER'] = '1';
  const executablePath = await findBrowser();
  if (executablePath === null)
    throw new Error('There is no browser: npm test finds or installs one.');
  const headless = options.headless ?? true;
  const extension = options.extension === undefined ? BUILT_EXTENSION : options.extension;
  const profile = await createProfile(headless, options.theme ?? 'light');
  const removeProfile = (): Promise<void> =>
    rm(profile, { recursive: true, force: true, maxRetries: 5 });

  let context: BrowserContext;
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: false,
      viewport: null,
      // A person's Ctrl+C is answered by the caller, in order.
      handleSIGINT: false,
      ignoreDefaultArgs: [
        '--disable-extensions',
        ...(options.backForwardCache === true ? ['--disable-back-forward-cache'] : []),
      ],
      args: [
        ...(headless ? ['--headless=new', '--disable-gpu'] : []),
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...(extension === null
          ? []
          : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
        '--auto-open-devtools-for-tabs',
        '--window-size=1440,860',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    });
  } catch (error) {
    await removeProfile();
    throw error;
  }

  async function close(): Promise<void> {
    // A browser whose window somebody has closed is gone already, and says so.
    await context.close().catch(() => undefined);
    await removeProfile();
  }

  try {
    const page = await until('the first tab', () =>
      context.pages().find((candidate) => !candidate.url().startsWith('devtools://')),
    );
    const tab = await findTab(context, page, extension !== null);
    if (headless)
      await tab.devtools.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
    return {
      ...tab,
      context,
      async openTab() {
        return findTab(context, await context.newPage(), extension !== null);
      },
      async inspect(closed) {
        const session = await context.browser()?.newBrowserCDPSession();
        if (session === undefined) throw new Error('This browser gives no session of its own.');
        await session.send('Target.openDevTools', { targetId: await targetId(context, closed) });
        await session.detach();
        return findTab(context, closed, extension !== null);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a browser with DevTools on its first tab, and the extension's panel in front.
 * @returns the page under test, its DevTools window and the panel's frame in it
 * @throws when no browser is found, or the panel does not come up
 */
export async function openDevtoolsWindow(options: DevtoolsOptions = {}): Promise<DevtoolsWindow> {
  const browser = await openDevtools(options);
  try {
    return { ...browser, panel: await browser.showPanel() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
