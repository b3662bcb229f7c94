/**
 * A page that looks for the extension, or tries to mislead it, finds nothing and changes nothing: it
 * replaces every built-in, pollutes every prototype, listens for every message and forges its own.
 * What it finds is compared with what it finds in a browser without the extension.
 */
import { expect, test } from '@playwright/test';
import type { SessionRecord } from '../../src/core/records.ts';
import {
  bodyOf,
  launchNative,
  launchRecording,
  type Browser,
  type RecordingBrowser,
} from './browsers.ts';
import { lookAround, NAMES } from './look-around.ts';
import { EVENTS, startStreamServer, type StreamServer } from './stream-server.ts';
import { useEverything } from './use-everything.ts';

/** The named events that the page listens to, up to where it closes the source. */
const HEARD_EVENTS =
  'data: plain\n\nid: 7\nevent: delta\ndata: first\ndata:  second\n\ndata: last\n\nevent: end\ndata: \n\n';

let server: StreamServer;
let native: Browser;
let recording: RecordingBrowser;

test.beforeAll(async () => {
  server = await startStreamServer();
  [native, recording] = await Promise.all([launchNative(), launchRecording()]);
});

test.afterAll(async () => {
  await Promise.all([native.close(), recording.close()]);
  await server.close();
});

/** Runs a function in a page without Playwright's own script, which uses what the page has replaced. */
async function evaluatePlainly(
  page: Browser['page'],
  run: (origin: string) => Promise<string>,
  origin: string,
): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const expression = `(${run.toString()})(${JSON.stringify(origin)})`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
  return JSON.parse(String(result.value));
}

/** What each stream was, how it ended, and its body. */
function outcomesOf(records: readonly SessionRecord[]): readonly (readonly unknown[])[] {
  return records.flatMap((open) => {
    if (open.type !== 'stream-open') return [];
    const own = records.filter((record) => 'stream' in record && record.stream === open.stream);
    const end = own.find((record) => record.type === 'stream-end');
    const path = new URL(open.request?.url ?? '').pathname;
    return [[open.transport, path, end?.reason, bodyOf(own)]];
  });
}

/** What was noted in each step, each once: how often depends on how the network cuts. */
function noteNames(notes: unknown): Record<string, readonly string[]> {
  if (!Array.isArray(notes)) return {};
  const steps: Record<string, string[]> = {};
  let step: string[] = [];
  for (const note of notes.map(String)) {
    if (note.startsWith('-- ')) steps[note] = step = [];
    else if (!step.includes(note)) step.push(note);
  }
  return Object.fromEntries(Object.entries(steps).map(([name, found]) => [name, found.toSorted()]));
}

test('built-ins that the page has replaced and prototypes that it has polluted are never used', async () => {
  await native.page.goto(server.origin);
  const expected = await evaluatePlainly(native.page, useEverything, server.origin);
  await recording.open(server.origin);
  const seen = await evaluatePlainly(recording.page, useEverything, server.origin);
  expect(noteNames(seen)).toEqual(noteNames(expected));

  await expect
    .poll(async () => outcomesOf(await recording.records()))
    .toEqual([
      ...['eof', 'eof', 'cancel', 'eof', 'eof', 'eof', 'eof', 'eof'].map((end) => [
        'fetch',
        '/sse',
        end,
        // Of what was cancelled there is as much as had come.
        end === 'eof' ? EVENTS : expect.any(String),
      ]),
      ['xhr', '/sse', 'eof', EVENTS],
      ['eventsource', '/events', 'cancel', HEARD_EVENTS],
      ['websocket', '/socket', 'cancel', 'hellohello'],
      ['websocket', '/socket', 'cancel', 'hellohello'],
      ['fetch', '/sse', 'eof', EVENTS],
      ['fetch', '/sse', 'eof', EVENTS],
    ]);
});

/** Which listeners of the page's world a window and its document have. */
async function listenersOf(page: Browser['page']): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const expression of ['window', 'document', 'document.documentElement']) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    });
    found.push(...listeners.map(({ type }) => `${expression} ${type}`));
  }
  await session.detach();
  return found.toSorted();
}

test('the page finds no trace of the extension, hears nothing of it and can tell it nothing', async () => {
  const worker = recording.page.context().serviceWorkers()[0];
  const extension = new URL('/', worker?.url()).href;
  const { origin } = server;
  await native.page.goto(origin);
  const listeners = await listenersOf(native.page);
  const expected = await native.page.evaluate(lookAround, [origin, NAMES, extension] as const);
  await recording.open(origin);
  expect(await listenersOf(recording.page)).toEqual(listeners);
  const seen = await recording.page.evaluate(lookAround, [origin, NAMES, extension] as const);
  expect(seen).toEqual(expected);
  expect(seen).toMatchObject({ heard: [], told: [], resource: 'refused', bridge: false });

  const openings = async (): Promise<number> =>
    (await recording.records()).filter(({ type }) => type === 'stream-open').length;
  await expect.poll(openings).toBe(5);
  expect(JSON.stringify(await recording.records())).not.toContain('forged');
});
