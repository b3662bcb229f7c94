/**
 * What is exported is what was sent, and what is imported is what was exported.
 */
import { createHash } from 'node:crypto';
import { startDemo } from '../demo/server.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND_AND_PICKUP } from '../support/replies.ts';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('an exported body is what the server sent, byte for byte', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const text = 'data: {"note": "Grüße, 🧭 und nichts"}\r\n\r\n: Kommentar\n\n';
  const body = Buffer.concat([
    Buffer.from('\uFEFF'),
    Buffer.from(text),
    // Bytes that are no UTF-8: a lone continuation, half a character, and one that is never used.
    Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0x80, 0xe2, 0x82, 0xff, 0x00, 0x0a, 0x0a]),
    Buffer.from(text),
    Buffer.from([0xf0, 0x9f]),
  ]);
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/bytes');
  const stream = await server.stream('/stream/bytes');
  // Seven is no length of anything here, so that edges fall inside characters and line ends.
  for (let at = 0; at < body.length; at += 7) {
    const chunks = await reading.evaluate((state) => state.chunks);
    await stream.send(body.subarray(at, at + 7));
    await page.waitForFunction(([state, seen]) => state.chunks > seen, [reading, chunks] as const);
  }
  stream.end();
  await finishReading(page, reading);

  await expect(panel.getByTestId('stream')).not.toHaveAttribute('data-status', 'open');
  await view.showTab('Request');
  const exported = await view.download('Export body');
  expect(exported.length).toBe(body.length);
  expect(sha256(exported)).toBe(sha256(body));
});

test('a session that is exported, imported and exported again gives the same report', async ({
  midstream: { page, panel, view },
}) => {
  const demo = await startDemo({ port: 0, speed: 4 });
  await page.goto(`${demo.url}?speed=4`);
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Confirm refund' }).click();
  await page.locator('body[data-reply=done]').waitFor();
  const reading = await startReading(page, '/api/chat?format=anthropic-messages&speed=20');
  await finishReading(page, reading);
  await demo.close();
  await expect(panel.locator('[data-testid=stream][data-status=complete]')).toHaveCount(2);

  const before = await view.report();
  expect(before.flags).not.toEqual([]);
  const first = await view.download('Export session');
  await view.importFile('session.json', first);
  await expect(panel.getByTestId('status-bar')).toContainText('imported');
  await expect(panel.getByTestId('message')).toHaveCount(0);
  expect(await view.report()).toEqual(before);
  const second = await view.download('Export session');
  const [written, rewritten] = [first, second].map((file): unknown => JSON.parse(file.toString()));
  expect(rewritten).toEqual(written);
});

test('an exported session keeps the records of a stream that is still open', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/open');
  const reply = createReply(
    await server.stream('/stream/open'),
    'anthropic-messages',
    REFUND_AND_PICKUP,
  );
  await reply.send(3);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'streaming');
  const session = await view.download('Export session');
  await reply.finish();
  await finishReading(page, reading);

  await view.importFile('open.json', session);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'streaming');
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'open');
});
