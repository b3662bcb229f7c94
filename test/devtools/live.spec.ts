/**
 * Calls in the panel while they stream, and when they are done.
 */
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import {
  createReply,
  PICKUP_ARGUMENTS,
  REFUND,
  REFUND_AND_PICKUP,
  REFUND_ARGUMENTS,
} from '../support/replies.ts';
import type { WireFormat } from '../support/wire.ts';

const FORMATS: readonly {
  readonly format: WireFormat;
  /** Fragments without text that the format opens a call with. */
  readonly opening: number;
  readonly terminal: string;
}[] = [
  { format: 'openai-chat', opening: 1, terminal: 'finish_reason: tool_calls' },
  { format: 'anthropic-messages', opening: 0, terminal: 'content_block_stop' },
];

for (const { format, opening, terminal } of FORMATS) {
  test(`fragments of ${format} are in the panel while the page still reads`, async ({
    midstream: { page, panel },
    server,
  }) => {
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/live');
    const stream = await server.stream('/stream/live');
    const reply = createReply(stream, format, REFUND);

    await reply.send(3);
    const fragments = panel.getByTestId('fragment');
    await expect(fragments).toHaveCount(opening + 2, { timeout: 1000 });
    await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
    await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'streaming');
    await expect(panel.getByTestId('call')).toHaveAttribute('data-parse', 'parses');
    await expect(panel.getByTestId('call-terminal')).toHaveCount(0);
    expect(await reading.evaluate((state) => state.outcome)).toBe('reading');

    await reply.finish();
    await finishReading(page, reading);
    await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'complete');
    await expect(panel.getByTestId('call-terminal')).toContainText(terminal);
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
    await expect(fragments).toHaveCount(opening + 2);
  });

  test(`two calls in one reply of ${format} come out with their own names, ids and arguments`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/two');
    const stream = await server.stream('/stream/two');
    await createReply(stream, format, REFUND_AND_PICKUP).finish();
    await finishReading(page, reading);
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-format', format);

    const [row] = await view.streams();
    const calls = await view.calls(row?.stream ?? '');
    const common = { status: 'complete', parse: 'parses' };
    expect(calls).toEqual([
      {
        ...common,
        tab: expect.stringContaining('create_refund'),
        name: 'create_refund',
        id: 'call_refund',
        terminal: expect.stringContaining(terminal),
        arguments: REFUND_ARGUMENTS,
      },
      {
        ...common,
        tab: expect.stringContaining('schedule_pickup'),
        name: 'schedule_pickup',
        id: 'call_pickup',
        terminal: expect.stringContaining(terminal),
        arguments: PICKUP_ARGUMENTS,
      },
    ]);
  });

  test(`a reply of ${format} that stops before its end is cut, and its call incomplete`, async ({
    midstream: { page, panel },
    server,
  }) => {
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/cut');
    const stream = await server.stream('/stream/cut');
    await createReply(stream, format, REFUND.slice(0, 3)).finish();
    await finishReading(page, reading);

    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'cut');
    // The text parses, and still the call never ended.
    await expect(panel.getByTestId('call')).toHaveAttribute('data-parse', 'parses');
    await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'incomplete');
    await expect(panel.getByTestId('call-terminal')).toHaveCount(0);
  });
}

test('a stream that is aborted while no read is pending is shown as aborted', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = page.evaluate(async () => {
    const controller = new AbortController();
    const response = await fetch('/stream/between', { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
  });
  const stream = await server.stream('/stream/between');
  await stream.send('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
  await reading;
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'aborted');
});
