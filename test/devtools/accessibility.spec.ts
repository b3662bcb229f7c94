/**
 * axe finds nothing to say about the panel, in either theme, in any of its views.
 */
import type { Frame } from '@playwright/test';
import axe from 'axe-core';
import { startDemo } from '../demo/server.ts';
import { expect, test } from '../support/fixtures.ts';

/** Runs axe where its source was evaluated; in there, `axe` is the panel's global and not this import. */
async function violations(panel: Frame): Promise<unknown> {
  const results = await panel.evaluate(() => axe.run());
  return results.violations.map(({ id, nodes }) => [
    id,
    nodes.map((node) => [node.html, node.failureSummary]),
  ]);
}

/** A stream of an answer that is an error, with a call that is cut off and that the page acted on twice before. */
const FAULTS = JSON.stringify({
  format: 'midstream-session',
  version: 1,
  startedAt: '2026-11-29T12:00:00.000Z',
  page: { url: 'http://localhost/', title: '' },
  records: [
    {
      type: 'stream-open',
      t: 0,
      stream: 's1',
      transport: 'fetch',
      request: { method: 'POST', url: 'http://localhost/api/chat' },
      response: { status: 503, headers: [] },
    },
    {
      type: 'stream-chunk',
      t: 10,
      stream: 's1',
      text: 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"create_refund","arguments":"{\\"amountCents\\":50"}}]}}]}\n\n',
    },
    {
      type: 'action',
      t: 12,
      kind: 'request',
      method: 'POST',
      url: 'http://localhost/api/ledger',
      body: '{"amountCents":50}',
    },
    {
      type: 'action',
      t: 12,
      kind: 'request',
      method: 'POST',
      url: 'http://localhost/api/refunds',
      body: '{"amountCents":50}',
    },
    { type: 'stream-end', t: 20, stream: 's1', reason: 'error' },
  ],
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ devtoolsOptions: { theme } });

    test('axe finds no violation in the panel', async ({ midstream: { page, panel, view } }) => {
      const background = await panel.evaluate(
        () => getComputedStyle(document.body).backgroundColor,
      );
      expect(background).toMatch(theme === 'dark' ? /^rgb\((?:\d\d?, ){2}/ : /^rgb\(2\d\d, /);
      await panel.evaluate(axe.source);
      expect(await violations(panel)).toEqual([]);

      const demo = await startDemo({ port: 0 });
      await page.goto(`${demo.url}?speed=4&script=parallel`);
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByRole('button', { name: 'Confirm refund' }).click();
      await page.locator('body[data-reply=done]').waitFor();
      await demo.close();
      await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
      await expect(panel.locator('[data-testid=flag][data-code=early-action]')).toHaveCount(1);

      for (const tab of ['Calls', 'Events', 'Request', 'Diagnostics'] as const) {
        await view.showTab(tab);
        expect(await violations(panel), `on the tab ${tab}`).toEqual([]);
      }
      await view.importFile('broken.json', '{');
      await panel.getByTestId('message').waitFor();
      expect(await violations(panel), 'with a message').toEqual([]);

      await view.importFile('faults.json', FAULTS);
      const row = panel.getByTestId('stream');
      await expect(row).toContainText('HTTP 503');
      await expect(row).toContainText('incomplete');
      await expect(row.getByLabel('1 diagnostic', { exact: true })).toBeVisible();
      expect(await violations(panel), 'with faults in the list').toEqual([]);

      await row.click();
      await view.showTab('Calls');
      await expect(panel.getByTestId('strip-mark')).toHaveText('2');
      expect(await violations(panel), 'with two flags at one place').toEqual([]);
    });
  });
}
