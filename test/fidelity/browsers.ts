/**
 * Browsers for comparison: as it is, with the built extension, and with DevTools open besides, so
 * that the tab is recorded. What was recorded is read where the devtools page hands it to a panel.
 */
import { resolve } from 'node:path';
import type { SessionRecord, StreamChunkRecord } from '../../src/core/records.ts';
import { RECORD_ALWAYS, isPanelMessage, type PanelMessage } from '../../src/protocol.ts';
import { stopBackground } from '../support/background.ts';
import { findBrowser } from '../tools/browser.mjs';

// Playwright hides DevTools windows unless this is set before it is loaded.
process.env['PW_CHROMIUM_ATTACH_TO_OTHER'] = '1';
const { chromium, expect } = await import('@playwright/test');
type Context = Awaited<ReturnType<typeof chromium.launchPersistentContext>>;
type Page = ReturnType<Context['pages']>[number];
type Frame = ReturnType<Page['frames']>[number];

const EXTENSION = process.env['MIDSTREAM_EXTENSION'] ?? resolve('dist/extension');
const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
] as const;

async function launch(extra: readonly string[]): Promise<Context> {
  const executablePath = await findBrowser();
  return chromium.launchPersistentContext('', {
    headless: false,
    args: [...ARGUMENTS, ...extra],
    ...(executablePath === null ? {} : { executablePath }),
  });
}

export interface Browser {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

export interface RecordingBrowser extends Browser {
  /** Loads an address and waits until its document is recorded; what came before is forgotten. */
  readonly open: (url: string) => Promise<void>;
  /** What was recorded since `open`, as a panel gets it. */
  readonly messages: () => Promise<readonly PanelMessage[]>;
  readonly records: () => Promise<readonly SessionRecord[]>;
  /** Stops the extension's background, as the browser does at will. */
  readonly stopBackground: () => Promise<void>;
  /** Switches recording, as the panel's button does. */
  readonly record: (recording: boolean) => Promise<void>;
}

const WITH_EXTENSION = [
  `--disable-extensions-except=${EXTENSION}`,
  `--load-extension=${EXTENSION}`,
] as const;

/** Starts a browser without the extension. */
export async function launchNative(): Promise<Browser> {
  return launchPlain([]);
}

export interface UnrecordedBrowser extends Browser {
  /** Loads an address and waits until its document knows whether it is recorded. */
  readonly open: (url: string) => Promise<void>;
}

/** Starts a browser with the extension, in which nobody records. */
export async function launchUnrecorded(): Promise<UnrecordedBrowser> {
  const browser = await launchPlain(WITH_EXTENSION);
  return {
    ...browser,
    async open(url) {
      await browser.page.goto(url);
      await expect.poll(() => browser.page.evaluate(isHooked)).toBe(false);
    },
  };
}

/** Starts a browser with the extension that records always, without DevTools. */
export async function launchAlways(): Promise<UnrecordedBrowser> {
  const context = await launch(WITH_EXTENSION);
  const [page = await context.newPage()] = context.pages();
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  await worker.evaluate(`chrome.storage.local.set({ ${RECORD_ALWAYS}: true })`);
  return {
    page,
    close: () => context.close(),
    async open(url) {
      await page.goto(url);
      await expect.poll(() => page.evaluate(isHooked)).toBe(true);
    },
  };
}

/** Runs in the page: whether a hook runs code of ours, which stands in the stack of an error then. */
function isHooked(): boolean {
  try {
    Reflect.apply(Reflect.get(EventTarget.prototype, 'addEventListener'), {}, ['x', null]);
  } catch (error) {
    return error instanceof Error && error.stack?.includes('extension://') === true;
  }
  return true;
}

async function launchPlain(extra: readonly string[]): Promise<Browser> {
  const context = await launch(extra);
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, close: () => context.close() };
}

/** Starts a browser with the extension and DevTools. */
export async function launchRecording(): Promise<RecordingBrowser> {
  const context = await launch(['--auto-open-devtools-for-tabs', ...WITH_EXTENSION]);
  const page = context.pages().find((candidate) => !isDevTools(candidate));
  if (page === undefined) throw new TypeError('The browser opened no page');
  let devtools: Frame | undefined;
  await expect
    .poll(
      () => {
        devtools = context.pages().filter(isDevTools).flatMap(framesOf).find(isDevToolsPage);
        return devtools !== undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  const frame = devtools;
  if (frame === undefined) throw new TypeError('The devtools page is missing');
  await frame.evaluate(actAsPanel);

  async function messages(): Promise<readonly PanelMessage[]> {
    const received: unknown = await frame?.evaluate(() => Reflect.get(globalThis, 'received'));
    if (!Array.isArray(received)) throw new TypeError('The panel received no list');
    return received.filter((message) => isPanelMessage(message));
  }
  return {
    page,
    close: () => context.close(),
    async open(url) {
      await frame.evaluate(() => Reflect.set(globalThis, 'received', []));
      await page.goto(url);
      await expect
        .poll(async () => (await messages()).some((message) => message.type === 'navigated'), {
          timeout: 30_000,
        })
        .toBe(true);
      await frame.evaluate(() => Reflect.set(globalThis, 'received', []));
    },
    messages,
    async records() {
      const all = await messages();
      return all.flatMap((message) => (message.type === 'records' ? message.records : []));
    },
    stopBackground: () => stopBackground(context, page),
    async record(recording) {
      await frame.evaluate((value) => {
        const command: unknown = Reflect.get(globalThis, 'command');
        if (typeof command === 'function') command({ type: 'record', recording: value });
      }, recording);
    },
  };
}

function isDevTools(page: Page): boolean {
  return page.url().startsWith('devtools://');
}

function framesOf(page: Page): readonly Frame[] {
  return page.frames();
}

function isDevToolsPage(frame: Frame): boolean {
  return frame.url().endsWith('/devtools.html') && frame.url().startsWith('chrome-extension://');
}

/** Runs in the devtools page: listens as a panel would, and keeps what comes. */
function actAsPanel(): void {
  const chrome: { devtools: { inspectedWindow: { tabId: number } } } = Reflect.get(
    globalThis,
    'chrome',
  );
  const link = new BroadcastChannel(`midstream-panel-${chrome.devtools.inspectedWindow.tabId}`);
  Reflect.set(globalThis, 'received', []);
  const command = (message: unknown): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    link.postMessage(message);
  };
  Reflect.set(globalThis, 'command', command);
  link.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const received: unknown = Reflect.get(globalThis, 'received');
    if (Array.isArray(received)) received.push(data);
    // Under load the devtools page's own script runs after this one.
    if (Reflect.get(Object(data), 'type') === 'recorder-ready') command({ type: 'panel-ready' });
  });
  command({ type: 'panel-ready' });
}

/** The body that was recorded, of all streams together. */
export function bodyOf(records: readonly SessionRecord[]): string {
  return Buffer.concat(records.filter(isChunk).map(bytesOf)).toString('utf8');
}

function isChunk(record: SessionRecord): record is StreamChunkRecord {
  return record.type === 'stream-chunk';
}

function bytesOf(record: StreamChunkRecord): Buffer {
  return record.text === undefined
    ? Buffer.from(record.base64 ?? '', 'base64')
    : Buffer.from(record.text, 'utf8');
}
