/**
 * Flags on what the page did before a call was done, with real clicks on the demo agent.
 */
import type { Page } from '@playwright/test';
import { startDemo, type Demo } from '../demo/server.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND } from '../support/replies.ts';

const FORMATS = ['openai-chat', 'anthropic-messages'] as const;

async function withDemo(use: (demo: Demo) => Promise<void>): Promise<void> {
  const demo = await startDemo({ port: 0 });
  try {
    await use(demo);
  } finally {
    await demo.close();
  }
}

async function askAndConfirm(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Ask' }).click();
  // The click waits until the button is enabled, as a person would.
  await page.getByRole('button', { name: 'Confirm refund' }).click();
  await page.getByText('Refunded $').waitFor();
}

for (const format of FORMATS) {
  test(`confirming a refund of ${format} mid-stream gives one confirmed early action, 50 beside 5000`, async ({
    midstream: { page, panel },
  }) => {
    await withDemo(async (demo) => {
      await askAndConfirm(page, `${demo.url}?format=${format}&speed=2`);
      await page.locator('body[data-reply=done]').waitFor();
      expect(demo.refunds).toEqual([{ orderId: 'A-1042', amountCents: 50 }]);

      const flag = panel.getByTestId('flag').and(panel.locator('[data-code=early-action]'));
      await expect(flag).toHaveCount(1);
      await expect(flag).toHaveAttribute('data-confidence', 'confirmed');
      const row = flag.getByRole('row').filter({ hasText: 'amountCents' });
      await expect(row.getByRole('cell')).toHaveText(['50', '5000']);
      await expect(flag).toContainText(format === 'openai-chat' ? '4 of 7' : '3 of 6');
      await expect(flag).toContainText(/\d+ (ms|s) before/);

      const control = panel.getByTestId('flag').and(panel.locator('[data-code=control-early]'));
      await expect(control).toHaveAttribute('data-confidence', 'likely');
      await expect(control).toContainText('Confirm refund');
      await expect(panel.getByTestId('flag')).toHaveCount(2);
    });
  });

  test(`confirming a refund of ${format} after its terminal event raises no flag`, async ({
    midstream: { page, panel, view },
  }) => {
    await withDemo(async (demo) => {
      await askAndConfirm(page, `${demo.url}?fixed&format=${format}&speed=4`);
      await page.locator('body[data-reply=done]').waitFor();
      expect(demo.refunds).toEqual([{ orderId: 'A-1042', amountCents: 5000 }]);

      await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
      expect(await view.report()).toMatchObject({ flags: [] });
      await expect(panel.getByTestId('flag')).toHaveCount(0);
    });
  });
}

test('confirming what a cut stream left is flagged as acting on an incomplete call', async ({
  midstream: { page, panel },
}) => {
  await withDemo(async (demo) => {
    await page.goto(`${demo.url}?script=cut&speed=8`);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('body[data-reply=cut]').waitFor();
    await page.getByRole('button', { name: 'Confirm refund' }).click();
    await page.getByText('Refunded $').waitFor();

    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'cut');
    const flag = panel.getByTestId('flag').and(panel.locator('[data-code=acted-on-incomplete]'));
    await expect(flag).toHaveAttribute('data-confidence', 'confirmed');
  });
});

test('acting on an ended call while the stream goes on is no early action', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    document.body.innerHTML = '<button>Confirm</button>';
    document.querySelector('button')?.addEventListener('click', () => {
      const body = JSON.stringify({ orderId: 'A-1042', amountCents: 5000 });
      void fetch('/api/refunds', { method: 'POST', body });
    });
  });
  const reading = await startReading(page, '/stream/ended');
  const stream = await server.stream('/stream/ended');
  const reply = createReply(stream, 'anthropic-messages', REFUND);
  await reply.send(4);
  await expect(panel.getByTestId('call-terminal')).toHaveCount(1);
  const sent = page.waitForResponse('**/api/refunds');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await sent;
  await reply.finish();
  await finishReading(page, reading);

  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  const report = await view.report();
  expect(
    report.flags.map((flag) => flag.code).filter((code) => code !== 'before-stream-end'),
  ).toEqual([]);
});

test('parsing a fragment by itself is flagged, and the page gets its own error', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/parse');
  const reply = createReply(await server.stream('/stream/parse'), 'anthropic-messages', REFUND);
  await reply.send(3);
  await expect(panel.getByTestId('fragment')).toHaveCount(2);
  const error = await page.evaluate(() => {
    try {
      JSON.parse('00}');
      return null;
    } catch (failure) {
      return failure instanceof SyntaxError ? (failure.stack ?? '') : 'no SyntaxError';
    }
  });
  expect(error).toContain('JSON.parse');
  expect(error).not.toContain('extension');
  await reply.finish();
  await finishReading(page, reading);
  const flag = panel.getByTestId('flag');
  await expect(flag).toHaveAttribute('data-code', 'parse-failure');
  await expect(flag).toHaveAttribute('data-confidence', 'confirmed');
});
