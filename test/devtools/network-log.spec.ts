/**
 * What the network log adds to the page's own view: streams that the page script cannot see, and a
 * check of those that it can.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND, REFUND_AND_PICKUP, REFUND_ARGUMENTS } from '../support/replies.ts';

/**
 * Reads a stream to its end in a dedicated worker, as an app does that keeps its main thread free.
 * @param how piece by piece, or as one text: the log may call a piecewise reading aborted
 */
function readInWorker(page: Page, url: string, how: 'pieces' | 'text'): Promise<void> {
  return page.evaluate(
    ([target, way]) => {
      const source = `onmessage = async ({ data: [url, way] }) => {
        const response = await fetch(url, { method: 'POST', body: '{"question":"refund"}' });
        if (way === 'text') return response.text();
        const reader = response.body.getReader();
        while (!(await reader.read()).done);
      };`;
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
      worker.postMessage([new URL(target, location.href).href, way]);
    },
    [url, how] as const,
  );
}

/** A line as Ollama streams it. */
function chatLine(message: object, done: boolean): string {
  const created = '2026-11-29T12:00:00Z';
  return `${JSON.stringify({ model: 'demo', created_at: created, message, done })}\n`;
}

test('a call that a worker reads is shown live, with what the network log cannot know said', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await readInWorker(page, '/stream/worker', 'pieces');
  const stream = await server.stream('/stream/worker');
  const reply = createReply(stream, 'openai-chat', REFUND);
  await reply.send(2);
  const row = panel.getByTestId('stream');
  await expect(row).toHaveAttribute('data-status', 'open');
  await expect(row).toContainText('network log');
  await expect(panel.getByTestId('call-arguments')).toHaveText(
    '{"orderId": "A-1042", "amountCents": 50',
  );

  await reply.finish();
  await expect(row).toHaveAttribute('data-status', 'complete');
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'complete');
  await expect(panel.getByTestId('stream-note')).toContainText('Only the network log saw');
  await expect
    .poll(async () => (await view.report()).streams)
    .toMatchObject([{ calls: [{ name: 'create_refund', arguments: REFUND_ARGUMENTS }] }]);
  await view.showTab('Request');
  await expect(panel.getByText('"question": "refund"')).toBeVisible();
});

test('a call in a worker that is over at once is shown all the same', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await readInWorker(page, '/stream/fast', 'text');
  await createReply(await server.stream('/stream/fast'), 'openai-chat', REFUND).finish();
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
});

test('lines of JSON that a worker reads are shown when they are over', async ({
  midstream: { page, panel },
  server,
}) => {
  const call = { function: { name: 'create_refund', arguments: { orderId: 'A-1042' } } };
  await page.goto(server.url);
  await readInWorker(page, '/stream/lines', 'text');
  const stream = await server.stream('/stream/lines', { contentType: 'application/x-ndjson' });
  await stream.send(chatLine({ role: 'assistant', content: '', tool_calls: [call] }, false));
  await stream.send(chatLine({ role: 'assistant', content: '' }, true));
  stream.end();
  await expect(panel.getByTestId('call-name')).toHaveText('create_refund');
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-format', 'ollama');
});

test('a stream that the page reads is shown once, and the network log agrees with it', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/both');
  const reply = createReply(await server.stream('/stream/both'), 'openai-chat', REFUND_AND_PICKUP);
  await reply.send(2);
  await expect(panel.getByTestId('fragment')).not.toHaveCount(0);
  await reply.finish();
  await finishReading(page, reading);
  await view.showTab('Request');
  await expect(panel.getByText('matches: it has the same events')).toBeVisible();
  await expect(panel.getByTestId('stream')).toHaveCount(1);
  await expect(panel.getByTestId('stream-note')).toHaveCount(0);
});

test('a stream behind a redirect is one stream, and the network log agrees with it', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/redirect/moved');
  const reply = createReply(await server.stream('/stream/moved'), 'openai-chat', REFUND);
  await reply.send(2);
  await expect(panel.getByTestId('fragment')).not.toHaveCount(0);
  await reply.finish();
  await finishReading(page, reading);
  await view.showTab('Request');
  await expect(panel.getByText('matches: it has the same events')).toBeVisible();
  await expect(panel.getByTestId('stream')).toHaveCount(1);
});

test('a stream that the page leaves in the middle is no difference', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/left');
  const stream = await server.stream('/stream/left');
  await createReply(stream, 'openai-chat', REFUND).send(2);
  await page.waitForFunction((state) => state.chunks > 0, reading);
  await reading.evaluate((state) => state.cancel());
  await stream.closed;
  await view.showTab('Request');
  await expect(panel.getByText(/^matches/)).toBeVisible();
  await expect(panel.getByTestId('stream-note')).toHaveCount(0);
});

test('a source of events and a request by XMLHttpRequest are matched as well', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    const source = new EventSource('/stream/source');
    source.addEventListener('error', () => source.close());
    const request = new XMLHttpRequest();
    request.open('POST', '/stream/request');
    request.send('{}');
  });
  const replies = [
    createReply(await server.stream('/stream/source'), 'openai-chat', REFUND),
    createReply(await server.stream('/stream/request'), 'openai-chat', REFUND),
  ];
  for (const reply of replies) await reply.send(2);
  const rows = panel.getByTestId('stream');
  await expect(rows).toHaveCount(2);
  for (const reply of replies) await reply.finish();
  await view.showTab('Request');
  for (const row of await rows.all()) {
    await row.click();
    await expect(panel.getByText('matches: it has the same events')).toBeVisible();
  }
  await expect(rows).toHaveCount(2);
});

test('two requests that are alike are each matched with their own stream', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const readings = [
    await startReading(page, '/stream/twice'),
    await startReading(page, '/stream/twice'),
  ];
  const first = createReply(await server.stream('/stream/twice'), 'openai-chat', REFUND);
  const second = createReply(
    await server.stream('/stream/twice'),
    'openai-chat',
    REFUND_AND_PICKUP,
  );
  await second.send(2);
  await first.send(2);
  await expect(panel.getByTestId('fragment')).not.toHaveCount(0);
  await second.finish();
  await first.finish();
  for (const reading of readings) await finishReading(page, reading);
  await view.showTab('Request');
  const rows = panel.getByTestId('stream');
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) {
    await row.click();
    await expect(panel.getByText('matches: it has the same events')).toBeVisible();
  }
});

test('a body that the page never reads is one open stream and no difference', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    Reflect.set(globalThis, 'unread', fetch('/stream/unread'));
  });
  await createReply(await server.stream('/stream/unread'), 'openai-chat', REFUND).finish();
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'open');
  await expect(panel.getByTestId('stream-note')).toHaveCount(0);
});

test('a stream that began while recording was stopped is a row that says to reload', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await panel.getByRole('button', { name: 'Stop recording' }).click();
  await expect(panel.getByTestId('status-bar')).toContainText('stopped');
  const reading = await startReading(page, '/stream/before');
  const reply = createReply(await server.stream('/stream/before'), 'openai-chat', REFUND);
  await reply.send(2);
  await page.waitForFunction((state) => state.chunks > 0, reading);
  await panel.getByRole('button', { name: 'Record', exact: true }).click();

  await expect(panel.getByTestId('stream')).toContainText('began before recording');
  await expect(panel.getByTestId('stream-note')).toContainText('Reload the page');
  await reply.finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('stream-note')).toContainText('Reload the page');
  await expect(panel.getByTestId('status-bar')).toContainText('nothing dropped');
});
