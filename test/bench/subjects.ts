/**
 * The browsers that the bench of the page compares, each with an empty page: as it is, with the extension
 * while nobody records, recorded without DevTools, with DevTools but no extension, and recorded with the
 * panel open.
 */
import type { CDPSession, Page, Worker } from '@playwright/test';
import { launchAlways, launchNative, launchUnrecorded } from '../fidelity/browsers.ts';
import { openDevtools, openDevtoolsWindow } from '../support/devtools-window.ts';

export const MODES = ['bare', 'dormant', 'always', 'devtools', 'armed'] as const;
export type Mode = (typeof MODES)[number];

export interface Subject {
  readonly page: Page;
  /** Opens the empty page anew, which empties the panel too, and collects garbage. */
  readonly reset: () => Promise<void>;
  /** Milliseconds that the page's main thread has worked so far. */
  readonly threadTime: () => Promise<number>;
  /** Bytes that the page's JavaScript holds, in all worlds, after a collection. */
  readonly heap: () => Promise<number>;
  /** Bytes that the page's bridge has posted to the background since the last time it was asked. */
  readonly posted: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Browser {
  readonly page: Page;
  readonly close: () => Promise<void>;
  readonly open?: (url: string) => Promise<void>;
  readonly worker?: Worker;
}

async function openBrowser(mode: Mode): Promise<Browser> {
  switch (mode) {
    case 'bare':
      return launchNative();
    case 'dormant':
      return launchUnrecorded();
    case 'always':
      return launchAlways();
    case 'devtools':
      return openDevtools({ extension: null });
    case 'armed': {
      const browser = await openDevtoolsWindow();
      const [worker] = browser.context.serviceWorkers();
      if (worker === undefined) throw new TypeError('The extension has no background');
      return { ...browser, worker };
    }
    default:
      return mode satisfies never;
  }
}

/** Runs in the background: counts what comes through ports, as the JSON that the browser makes of it. */
const COUNT = `
  globalThis.posted = 0;
  globalThis.lastPosted = 0;
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender.tab === undefined) return;
    port.onMessage.addListener((message) => {
      globalThis.posted += JSON.stringify(message).length;
      globalThis.lastPosted = Date.now();
    });
  });
`;

/** Runs in the background: a bridge sends while its page idles, so what it has posted is known once it rests. */
const TAKE_COUNT = `
  new Promise((resolve) => {
    const begun = Date.now();
    const look = () => {
      if (Date.now() - Math.max(begun, globalThis.lastPosted) < 300) return setTimeout(look, 50);
      resolve(globalThis.posted);
      globalThis.posted = 0;
    };
    look();
  });
`;

async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  if (found === undefined) throw new TypeError('The browser tells no time of the thread');
  return found.value * 1000;
}

/** Starts the browser of a mode on the page at `url`. */
export async function openSubject(mode: Mode, url: string): Promise<Subject> {
  const { page, close, open, worker } = await openBrowser(mode);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await worker?.evaluate(COUNT);
  return {
    page,
    close,
    async reset() {
      await (open ?? ((address: string) => page.goto(address)))(url);
      await session.send('HeapProfiler.collectGarbage');
    },
    threadTime: () => threadTime(session),
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
      return usedSize + backingStorageSize;
    },
    async posted() {
      const bytes: unknown = await worker?.evaluate(TAKE_COUNT);
      return typeof bytes === 'number' ? bytes : 0;
    },
  };
}
