/**
 * Nothing is lost: whatever stops or starts again in the middle of a stream, and however much it
 * brings.
 */
import type { BrowserContext, Frame, JSHandle, Page } from '@playwright/test';
import { stopBackground } from '../support/background.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading, type Reading } from '../support/page-reader.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';
import type { ServedStream } from '../support/stream-server.ts';
import { until } from '../support/until.ts';

const MIB = 1024 * 1024;

/** Numbered events, of which so many make a chunk. */
const PER_CHUNK = 100;

function eventsText(from: number, to: number): string {
  let text = '';
  for (let index = from; index < to; index += 1) text += `data: {"index":${index}}\n\n`;
  return text;
}

async function sendEvents(stream: ServedStream, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += PER_CHUNK) {
    await stream.send(eventsText(start, Math.min(start + PER_CHUNK, to)));
  }
}

/** Waits until the page has read numbered events up to one. */
async function waitForEvents(page: Page, reading: JSHandle<Reading>, count: number): Promise<void> {
  const last = `"index":${count - 1}}\n\n`;
  await page.waitForFunction(([state, end]) => state.text.endsWith(end), [reading, last] as const);
}

/** What the panel has of its only stream: all of the numbered events, in order and once, or not. */
function wholeness(panel: Frame, count: number): Promise<readonly unknown[]> {
  return panel.evaluate((wanted) => {
    const { streams } = midstream.report();
    const [stream] = streams;
    if (stream === undefined) return [];
    let text = '';
    for (let index = 0; index < wanted; index += 1) text += `data: {"index":${index}}\n\n`;
    const isWhole = atob(midstream.body(stream.stream)) === text;
    return [streams.length, stream.status, stream.frames, isWhole];
  }, count);
}

/** Loads the panel's frame again, as its own "Reload frame" does. */
async function reopenPanel(panel: Frame): Promise<Frame> {
  const { timeOrigin } = await panel.evaluate(() => ({ timeOrigin: performance.timeOrigin }));
  await panel.evaluate(() => setTimeout(() => location.reload(), 0));
  const fresh = await until('the new document of the panel', async () => {
    const frame = panel
      .page()
      .frames()
      .find((candidate) => candidate.url().endsWith('/panel.html'));
    const origin = await frame?.evaluate(() => performance.timeOrigin);
    return origin !== undefined && origin !== timeOrigin ? frame : undefined;
  });
  await fresh.getByTestId('status-bar').waitFor();
  return fresh;
}

test('all of 2,000 events arrive, in order and once, though the background is stopped five times', async ({
  midstream: { context, page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/stopped');
  const stream = await server.stream('/stream/stopped');
  for (let count = 0; count < 2000; count += 400) {
    await sendEvents(stream, count, count + 400);
    await waitForEvents(page, reading, count + 400);
    await stopBackground(context, page);
  }
  stream.end();
  await finishReading(page, reading);
  await expect.poll(() => wholeness(panel, 2000)).toEqual([1, 'complete', 2000, true]);
});

test('all of 2,000 events are in a panel that is opened again in the middle of them', async ({
  midstream: { page, panel: first },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/reopened');
  const stream = await server.stream('/stream/reopened');
  let panel = first;
  for (let count = 0; count < 2000; count += 1000) {
    await sendEvents(stream, count, count + 500);
    await waitForEvents(page, reading, count + 500);
    const reopening = reopenPanel(panel);
    await sendEvents(stream, count + 500, count + 1000);
    panel = await reopening;
  }
  stream.end();
  await finishReading(page, reading);
  await expect.poll(() => wholeness(panel, 2000)).toEqual([1, 'complete', 2000, true]);
});

test('a panel that is opened again has what a preserved log had, and nothing that was cleared', async ({
  midstream: { page, panel: first },
  server,
}) => {
  async function readOne(name: string): Promise<void> {
    const reading = await startReading(page, `/stream/${name}`);
    await createReply(await server.stream(`/stream/${name}`), 'openai-chat', REFUND).finish();
    await finishReading(page, reading);
  }
  await page.goto(server.url);
  await readOne('cleared');
  await expect(first.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  await first.getByRole('button', { name: 'Clear' }).click();
  await first.getByRole('checkbox', { name: 'Preserve log' }).check();
  await readOne('preserved');
  await page.reload();
  await readOne('last');
  await expect(first.getByTestId('stream')).toHaveCount(2);

  const panel = await reopenPanel(first);
  await expect(panel.getByTestId('stream')).toHaveCount(2);
  await expect(panel.getByTestId('stream').first()).toContainText('/stream/preserved');
  await expect(panel.getByTestId('stream').last()).toContainText('/stream/last');
});

test('a stream goes on in a DevTools that is closed and opened again, and says that its beginning is missing', async ({
  launch,
  server,
}) => {
  const { page, devtools, showPanel, inspect } = await launch();
  const before = await showPanel();
  await before.getByRole('button', { name: 'Settings' }).click();
  await before.getByRole('checkbox', { name: 'Record always' }).check();
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/reopened');
  const stream = await server.stream('/stream/reopened');
  const reply = createReply(stream, 'openai-chat', REFUND);
  await reply.send(2);
  await expect(before.getByTestId('fragment')).toHaveCount(2);
  await devtools.close();

  await reply.send(1);
  const panel = await (await inspect(page)).showPanel();
  await reply.finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  await expect(panel.getByTestId('stream-note')).toContainText('the rest of a stream');
});

async function reloadExtension(context: BrowserContext): Promise<void> {
  const worker = await until('the background', () => context.serviceWorkers().at(-1));
  const gone = worker.waitForEvent('close');
  await worker
    .evaluate(() => {
      const chrome: { runtime: { reload(): void } } = Reflect.get(globalThis, 'chrome');
      chrome.runtime.reload();
    })
    .catch(() => undefined);
  await gone;
}

test('a page whose extension is reloaded goes on in silence, and is recorded once it is reloaded', async ({
  launch,
  server,
}) => {
  const { context, page, devtools, showPanel, inspect } = await launch();
  await showPanel();
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/through');
  const stream = await server.stream('/stream/through');
  await sendEvents(stream, 0, 100);
  await waitForEvents(page, reading, 100);
  await reloadExtension(context);
  await sendEvents(stream, 100, 200);
  await page.evaluate(() => fetch('/', { method: 'POST' }).then((response) => response.text()));
  stream.end();
  expect(await finishReading(page, reading)).toBe(eventsText(0, 200));

  await devtools.close();
  const panel = await (await inspect(page)).showPanel();
  await page.reload();
  const next = await startReading(page, '/stream/next');
  await createReply(await server.stream('/stream/next'), 'openai-chat', REFUND).finish();
  await finishReading(page, next);
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
});

test('all of 200,000 events arrive in the panel, in order', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/long');
  const stream = await server.stream('/stream/long');
  await sendEvents(stream, 0, 200_000);
  stream.end();
  await finishReading(page, reading);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete', {
    timeout: 30_000,
  });
  expect(await wholeness(panel, 200_000)).toEqual([1, 'complete', 200_000, true]);
});

test('an event of 80 MiB is shown or its loss is told, and later streams are shown', async ({
  midstream: { page, panel, view },
  server,
}) => {
  test.slow();
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/huge');
  const stream = await server.stream('/stream/huge');
  const part = 'x'.repeat(MIB);
  await stream.send('data: ');
  for (let count = 0; count < 80; count += 1) await stream.send(part);
  await stream.send('\n\n');
  stream.end();
  await page.waitForFunction((state) => state.outcome !== 'reading', reading);
  const next = await startReading(page, '/stream/next');
  await createReply(await server.stream('/stream/next'), 'openai-chat', REFUND).finish();
  await finishReading(page, next);
  const rows = panel.getByTestId('stream');
  await expect(rows).toHaveCount(2, { timeout: 60_000 });
  await expect(rows.last()).toHaveAttribute('data-status', 'complete', { timeout: 60_000 });
  const { streams } = await view.report();
  const isWhole = streams[0]?.bytes === 80 * MIB + 'data: \n\n'.length;
  const dropped = await panel.getByTestId('status-bar').innerText();
  expect(dropped.includes('nothing dropped')).toBe(isWhole);
  expect(streams[1]).toMatchObject({ calls: [{ arguments: REFUND_ARGUMENTS }] });
});

test('the heap of a page stays flat while it reads an endless stream', async ({
  midstream: { context, page, panel },
  server,
}) => {
  test.slow();
  await page.goto(server.url);
  await page.evaluate(() => {
    const state = { bytes: 0 };
    Reflect.set(globalThis, 'endless', state);
    async function read(): Promise<void> {
      const { body } = await fetch('/stream/endless');
      for await (const chunk of body ?? []) state.bytes += chunk.length;
    }
    // The test cuts the connection in the end.
    read().catch(() => undefined);
  });
  const stream = await server.stream('/stream/endless');
  const chunk = `data: ${JSON.stringify({ text: 'x'.repeat(1000) })}\n\n`.repeat(64);
  let sent = 0;
  async function sendUpTo(bytes: number): Promise<void> {
    for (; sent < bytes; sent += chunk.length) await stream.send(chunk);
    await page.waitForFunction(
      (wanted) => Reflect.get(Reflect.get(globalThis, 'endless'), 'bytes') >= wanted,
      sent,
    );
  }
  const session = await context.newCDPSession(page);
  async function heap(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage');
    const usage = await session.send('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize;
  }

  await sendUpTo(8 * MIB);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'open');
  const early = await heap();
  await sendUpTo(40 * MIB);
  // What the page keeps is what is on its way to the recorder, and that arrives.
  await expect.poll(async () => (await heap()) - early, { timeout: 30_000 }).toBeLessThan(4 * MIB);
  stream.destroy();
});
