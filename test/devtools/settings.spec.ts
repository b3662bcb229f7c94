/**
 * The settings: by keyboard, with nothing for axe to say, and kept by the browser.
 */
import axe from 'axe-core';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';

for (const always of [true, false]) {
  const what = always ? 'is shown when DevTools is opened' : 'is nowhere by default';
  test(`what streamed while DevTools was closed ${what}`, async ({ launch, server }) => {
    const { page, devtools, showPanel, inspect } = await launch();
    const before = await showPanel();
    if (always) {
      await before.getByRole('button', { name: 'Settings' }).click();
      await before.getByRole('checkbox', { name: 'Record always' }).check();
    }
    await devtools.close();

    await page.goto(server.url);
    const reading = await startReading(page, '/stream/alone');
    await createReply(await server.stream('/stream/alone'), 'openai-chat', REFUND).finish();
    await finishReading(page, reading);

    const panel = await (await inspect(page)).showPanel();
    if (always) {
      await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
      await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
      await expect(panel.getByTestId('status-bar')).toContainText('nothing dropped');
    }
    const next = await startReading(page, '/stream/next');
    await createReply(await server.stream('/stream/next'), 'openai-chat', REFUND).finish();
    await finishReading(page, next);
    await expect(panel.getByTestId('stream').last()).toContainText('/stream/next');
    await expect(panel.getByTestId('stream')).toHaveCount(always ? 2 : 1);
    await panel.getByRole('button', { name: 'Settings' }).click();
    await expect(panel.getByRole('checkbox', { name: 'Record always' })).toBeChecked({
      checked: always,
    });
  });
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ devtoolsOptions: { theme } });

    test('the settings are opened, changed and closed by keyboard, and axe finds no violation', async ({
      midstream: { panel, devtools },
    }) => {
      const button = panel.getByRole('button', { name: 'Settings' });
      const dialog = panel.getByRole('dialog', { name: 'Settings' });
      await expect(dialog).toBeHidden();
      await button.focus();
      await devtools.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      const choice = panel.getByRole('checkbox', { name: 'Record always' });
      await expect(choice).toBeFocused();
      await expect(choice).not.toBeChecked();
      await devtools.keyboard.press('Space');
      await expect(choice).toBeChecked();
      await expect(dialog.getByRole('row')).toHaveCount(3);

      await panel.evaluate(axe.source);
      const { violations } = await panel.evaluate(() => axe.run());
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

      await devtools.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
      await devtools.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Close' }).press('Enter');
      await expect(dialog).toBeHidden();
    });
  });
}
