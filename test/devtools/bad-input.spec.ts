/**
 * Input that is not what it says: one clear sentence each, and nothing breaks.
 */
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';
import { createWireWriter } from '../support/wire.ts';

/** A capital letter, an end, and nothing after it. */
const ONE_SENTENCE = /^\s*[A-Z0-9“"].*[.)]\s*$/;

test('a body that is no event stream is named as such', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/html');
  const stream = await server.stream('/stream/html');
  await stream.send('<!doctype html><title>Bad gateway</title><p>Try again later.</p>\n');
  stream.end();
  await finishReading(page, reading);

  await expect(panel.getByTestId('stream-notice')).toHaveText(ONE_SENTENCE);
  await expect(panel.getByTestId('stream-notice')).toContainText('no event stream');
});

test('a malformed event is named in the diagnostics and the call goes on', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/malformed');
  const stream = await server.stream('/stream/malformed');
  const writer = createWireWriter('openai-chat');
  for (const [position, part] of REFUND.entries()) {
    await stream.send(writer.write(part));
    if (position === 1) await stream.send('data: {"choices": [{"index": 0, \n\n');
  }
  stream.end();
  await finishReading(page, reading);

  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
  await view.showTab('Diagnostics');
  const diagnostic = panel.getByTestId('diagnostic');
  await expect(diagnostic).toHaveCount(1);
  await expect(diagnostic).toHaveAttribute('data-code', 'non-json-data');
});

test('a connection that is cut is named as such', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/destroyed');
  const stream = await server.stream('/stream/destroyed');
  await createReply(stream, 'openai-chat', REFUND).send(2);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'streaming');
  stream.destroy();
  await finishReading(page, reading);
  expect(await reading.evaluate((state) => state.outcome)).toBe('TypeError');

  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'cut');
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'incomplete');
  await expect(panel.getByTestId('stream-notice')).toHaveText(ONE_SENTENCE);
  await expect(panel.getByTestId('stream-notice')).toContainText('connection was cut');
});

test('events of an unknown format are shown, and that no format claims them is said', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/unknown');
  const stream = await server.stream('/stream/unknown');
  await stream.send(
    'event: weather\ndata: {"degrees": 4}\n\nevent: weather\ndata: {"degrees": 5}\n\n',
  );
  stream.end();
  await finishReading(page, reading);

  await expect(panel.getByTestId('stream-notice')).toHaveText(ONE_SENTENCE);
  await expect(panel.getByTestId('stream-notice')).toContainText('No known format');
  await view.showTab('Events');
  await expect(panel.getByTestId('event')).toHaveCount(2);
});

const FILES = [
  { what: 'no JSON', content: '{"format": "midstream-session", "vers', says: /JSON/i },
  { what: 'another kind of file', content: '{"log": {"version": "1.2"}}', says: /session/i },
  {
    what: 'a newer version',
    content: JSON.stringify({ format: 'midstream-session', version: 99, records: [] }),
    says: /Update the extension/,
  },
];

for (const { what, content, says } of FILES) {
  test(`opening a session file that is ${what} says so and keeps what is shown`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/kept');
    await createReply(await server.stream('/stream/kept'), 'openai-chat', REFUND).finish();
    await finishReading(page, reading);
    await expect(panel.getByTestId('stream')).toHaveCount(1);

    await view.importFile('broken.json', content);
    await expect(panel.getByTestId('message')).toHaveCount(1);
    await expect(panel.getByTestId('message')).toContainText(says);
    await expect(panel.getByTestId('message')).toContainText('broken.json');
    await expect(panel.getByTestId('stream')).toHaveCount(1);
  });
}
