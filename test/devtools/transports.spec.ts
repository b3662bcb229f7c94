/**
 * Tool calls that come by EventSource, XMLHttpRequest and WebSocket are in the panel as those of
 * fetch are.
 */
import type { Frame } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';

/** The fragments of the call in front, as the panel lists them. */
async function expectCall(panel: Frame, status: string, fragments: number): Promise<void> {
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', status);
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
  await expect(panel.getByTestId('fragment')).toHaveCount(fragments);
}

test('a call over EventSource is in the panel while it streams and when it is done', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    const source = new EventSource('/stream/events');
    source.addEventListener('content_block_start', () => {});
    source.addEventListener('content_block_delta', () => {});
    source.addEventListener('content_block_stop', () => {});
    for (const type of ['message_start', 'message_delta']) source.addEventListener(type, () => {});
    source.addEventListener('message_stop', () => source.close());
  });
  const stream = await server.stream('/stream/events');
  const reply = createReply(stream, 'anthropic-messages', REFUND);
  await reply.send(3);
  await expectCall(panel, 'streaming', 2);
  await reply.send(2);
  await expectCall(panel, 'complete', 2);
  await stream.closed;
  const [row] = await view.streams();
  expect(row).toMatchObject({ format: 'anthropic-messages', status: 'complete' });
  await view.showTab('Request');
  await expect(panel.getByText('eventsource', { exact: true })).toBeVisible();
});

test('a call over XMLHttpRequest is in the panel while it streams and when it is done', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('POST', '/stream/xhr');
    request.setRequestHeader('x-client', 'test');
    request.send('{"stream":true}');
  });
  const stream = await server.stream('/stream/xhr');
  const reply = createReply(stream, 'openai-chat', REFUND);
  await reply.send(3);
  await expectCall(panel, 'streaming', 3);
  await reply.finish();
  await expectCall(panel, 'complete', 3);
  const [row] = await view.streams();
  expect(row).toMatchObject({ format: 'openai-chat', status: 'complete' });
  await view.showTab('Request');
  const shown = panel.getByRole('region', { name: 'Request' });
  for (const text of ['POST', 'xhr', 'x-client', '"stream": true']) {
    await expect(shown).toContainText(text);
  }
});

const CALL = { response_id: 'resp_1', item_id: 'item_1', output_index: 0, call_id: 'call_refund' };

/** The events of a realtime session up to the end of a call's arguments, which come in two pieces. */
const REALTIME = [
  { type: 'session.created', session: { id: 'sess_1', object: 'realtime.session' } },
  { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
  {
    type: 'response.output_item.added',
    response_id: 'resp_1',
    output_index: 0,
    item: { id: 'item_1', type: 'function_call', name: 'create_refund', call_id: 'call_refund' },
  },
  {
    type: 'response.function_call_arguments.delta',
    ...CALL,
    delta: '{"orderId": "A-1042", "amountCents": 50',
  },
  { type: 'response.function_call_arguments.delta', ...CALL, delta: '00}' },
  { type: 'response.function_call_arguments.done', ...CALL, arguments: REFUND_ARGUMENTS },
].map((event, index) => JSON.stringify({ event_id: `event_${index}`, ...event }));

test('a call over WebSocket is in the panel, and what the page sends meanwhile is flagged', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(
    (url) => {
      const socket = new WebSocket(url);
      Reflect.set(globalThis, 'socket', socket);
      socket.addEventListener('open', () => socket.send('{"type":"response.create"}'));
      socket.addEventListener('message', ({ data }) => {
        if (String(data).includes('50"'))
          socket.send('{"type":"confirm","orderId":"A-1042","amountCents":50}');
      });
    },
    `${server.url.replace('http:', 'ws:')}/socket`,
  );
  const socket = await server.socket('/socket');
  expect(await socket.next()).toBe('{"type":"response.create"}');
  for (const event of REALTIME.slice(0, -1)) socket.send(event);
  expect(await socket.next()).toContain('confirm');
  await expectCall(panel, 'streaming', 2);
  socket.send(REALTIME.at(-1) ?? '');
  await expectCall(panel, 'complete', 2);
  expect(await view.streams()).toMatchObject([{ format: 'openai-realtime' }]);
  expect(await view.flags()).toMatchObject([{ code: 'early-action', confidence: 'confirmed' }]);
  socket.close(4001, 'done here');
  await view.showTab('Request');
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText(
    'eof: Closed with code 4001: done here',
  );
  const report = await view.report();
  expect(report.streams[0]).toMatchObject({ chunks: 6 });
});
