/**
 * Panels that come late, pages that go, recording that is switched, tabs that must not mix.
 */
import { stopBackground } from '../support/background.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { panelOf } from '../support/panel.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';

test('a panel that is opened late shows the stream from its first byte', async ({
  launch,
  server,
}) => {
  const { page, showPanel } = await launch();
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/early');
  const stream = await server.stream('/stream/early');
  const reply = createReply(stream, 'openai-chat', REFUND);
  await reply.send(2);
  await page.waitForFunction((state) => state.chunks > 0, reading);

  const panel = await showPanel();
  await expect(panel.getByTestId('call-arguments')).toHaveText(
    '{"orderId": "A-1042", "amountCents": 50',
  );
  await reply.finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  await expect
    .poll(() => panelOf(panel).report())
    .toMatchObject({
      streams: [{ calls: [{ arguments: REFUND_ARGUMENTS, status: 'complete' }] }],
    });
});

test('a reload mid-stream leaves an aborted stream when the log is preserved', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await panel.getByRole('checkbox', { name: 'Preserve log' }).check();
  await startReading(page, '/stream/reloaded');
  const stream = await server.stream('/stream/reloaded');
  await createReply(stream, 'openai-chat', REFUND).send(2);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'open');

  await page.reload();
  await stream.closed;
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'aborted');
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'incomplete');
});

test('a reload clears the panel when the log is not preserved', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await startReading(page, '/stream/reloaded');
  const stream = await server.stream('/stream/reloaded');
  await createReply(stream, 'openai-chat', REFUND).send(2);
  await expect(panel.getByTestId('stream')).toHaveCount(1);

  await page.reload();
  await expect(panel.getByTestId('stream')).toHaveCount(0);

  const reading = await startReading(page, '/stream/after');
  await createReply(await server.stream('/stream/after'), 'openai-chat', REFUND).finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('stream')).toHaveCount(1);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
});

test('clearing mid-stream leaves an empty panel, and the next stream is shown', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/cleared');
  const reply = createReply(await server.stream('/stream/cleared'), 'openai-chat', REFUND);
  await reply.send(2);
  await expect(panel.getByTestId('stream')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(panel.getByTestId('stream')).toHaveCount(0);
  await reply.finish();
  await finishReading(page, reading);

  const next = await startReading(page, '/stream/next');
  await createReply(await server.stream('/stream/next'), 'openai-chat', REFUND).finish();
  await finishReading(page, next);
  await expect(panel.getByTestId('stream')).toHaveCount(1);
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
});

test('nothing is recorded while recording is stopped', async ({
  midstream: { page, panel },
  server,
}) => {
  async function readOne(name: string): Promise<void> {
    const reading = await startReading(page, `/stream/${name}`);
    await createReply(await server.stream(`/stream/${name}`), 'openai-chat', REFUND).finish();
    await finishReading(page, reading);
  }

  await page.goto(server.url);
  await panel.getByRole('button', { name: 'Stop recording' }).click();
  await expect(panel.getByTestId('status-bar')).toContainText('stopped');
  await readOne('unseen');
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(panel.getByTestId('status-bar')).toContainText('recording');
  await readOne('seen');

  await expect(panel.getByTestId('stream')).toHaveCount(1);
  await expect(panel.getByTestId('stream')).toContainText('/stream/seen');
});

test('each of two tabs has its own streams only', async ({ launch, server }) => {
  const first = await launch();
  const second = await first.openTab();
  const panels = [await first.showPanel(), await second.showPanel()];
  const names = ['one', 'two'];
  const pages = [first.page, second.page];
  for (const page of pages) await page.goto(server.url);

  await Promise.all(
    pages.map(async (page, position) => {
      const path = `/stream/${names[position]}`;
      const reading = await startReading(page, path);
      await createReply(await server.stream(path), 'openai-chat', REFUND).finish();
      await finishReading(page, reading);
    }),
  );
  for (const [position, panel] of panels.entries()) {
    const rows = panel.getByTestId('stream');
    await expect(rows).toHaveAttribute('data-status', 'complete');
    await expect(rows).toContainText(`/stream/${names[position]}`);
  }
});

test('nothing is lost when the service worker is stopped mid-stream', async ({
  midstream: { context, page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/worker');
  const reply = createReply(await server.stream('/stream/worker'), 'openai-chat', REFUND);
  await reply.send(2);
  await expect(panel.getByTestId('fragment')).toHaveCount(2);

  await stopBackground(context, page);

  await reply.finish();
  const text = await finishReading(page, reading);
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  const [row] = await view.streams();
  const body = await panel.evaluate((stream) => midstream.body(stream), row?.stream ?? '');
  expect(Buffer.from(body, 'base64').toString('utf8')).toBe(text);
});
