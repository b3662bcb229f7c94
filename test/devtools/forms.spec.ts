/** Forms that are sent by navigation while a call is open: no request hook sees them. */
import { expect, test } from '../support/fixtures.ts';
import type { RequestActionRecord } from '../../src/core/records.ts';
import { openCall } from '../support/open-call.ts';
import type { Panel } from '../support/panel.ts';

async function sentForms(view: Panel): Promise<RequestActionRecord[]> {
  return (await view.actions('request')).filter(({ initiator }) => initiator === 'form');
}

const FORM = `<form method="post" action="/api/refunds" target="sink"><input name="orderId" value="A-1042">
  <input name="amountCents" value="50"><button>Send</button></form>`;
const FRAME = '<iframe name="sink"></iframe>';

test('a form that is sent by POST is a request, and not told as leaving too', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await panel.getByLabel('Preserve log').check();
  await openCall({ page, panel }, server, FORM.replace('target="sink"', ''));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/api/refunds');
  await expect
    .poll(async () => (await view.report()).flags)
    .toMatchObject([{ code: 'early-action', confidence: 'confirmed' }]);
  expect(await view.actions('navigation')).toEqual([]);
});

test('a form that a script sends mid-stream is flagged by its fields', async ({
  midstream: { page, panel },
  server,
}) => {
  // Into a frame of its own, so that the page stays and reads on.
  const frame = `<iframe name="sink" src="${server.url}"></iframe>`;
  const call = await openCall({ page, panel }, server, `${frame}${FORM}`);
  await page.evaluate(() => document.querySelector('form')?.submit());
  const flag = panel.getByTestId('flag');
  await expect(flag).toHaveAttribute('data-confidence', 'confirmed');
  await call.finish();
  const row = flag.getByRole('row').filter({ hasText: 'amountCents' });
  await expect(row.getByRole('cell')).toHaveText(['50', '5000']);
});

const UNTOLD_TARGETS = {
  'a frame that was empty': FRAME,
  'a frame of another origin': '<iframe name="sink" src="data:text/html,elsewhere"></iframe>',
  'a window that is new': '',
} as const;

/** Its fields' names hide what a form has under the same ones; the amount is put in when it is sent. */
const HIDING_FORM = `<form method="post" action="/api/refunds" target="sink"><input name="orderId" value="A-1042">
  <input type="hidden" name="amountCents"><input name="action" value="refund"><input name="elements">
  <input name="target" disabled><input type="checkbox" name="notify"><button name="by" value="send">Send</button></form>`;

for (const [where, frame] of Object.entries(UNTOLD_TARGETS)) {
  test(`a form that is sent into ${where} is flagged by the fields it is sent with (issue 5)`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    const call = await openCall(
      { page, panel },
      server,
      `${frame}${HIDING_FORM}`,
      `document.querySelector('form').addEventListener('submit', () => {
        document.querySelector('[name=amountCents]').value = '50';
      });
      window.addEventListener('formdata', () => { document.body.append('·'); });`,
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => sentForms(view))
      .toMatchObject([
        {
          initiator: 'form',
          url: `${server.url}/api/refunds`,
          body: 'orderId=A-1042&amountCents=50&action=refund&elements=&by=send',
        },
      ]);
    await call.finish();
    const flag = panel.getByTestId('flag');
    await expect(flag).toHaveAttribute('data-confidence', 'confirmed');
    const row = flag.getByRole('row').filter({ hasText: 'amountCents' });
    await expect(row.getByRole('cell')).toHaveText(['50', '5000']);
    // The browser's own event, and none of ours.
    expect((await page.locator('body').innerText()).match(/·/gu)).toHaveLength(1);
  });
}

test('a form that is sent into a frame which tells it itself is one request (issue 5)', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const frame = `<iframe name="sink" src="${server.url}"></iframe>`;
  const call = await openCall({ page, panel }, server, `${frame}${FORM}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await sentForms(view)).length).toBe(1);
  await call.finish();
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
  expect(await sentForms(view)).toHaveLength(1);
});

const UNSENT = {
  'the page keeps from being sent': {
    form: FORM,
    script: `window.addEventListener('submit', (event) => event.preventDefault());`,
  },
  'goes to a script': { form: FORM.replace('/api/refunds', 'javascript:void 0'), script: '' },
} as const;

for (const [what, { form, script }] of Object.entries(UNSENT)) {
  test(`a form that ${what} is no request (issue 5)`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    const call = await openCall({ page, panel }, server, `${FRAME}${form}`, script);
    await page.getByRole('button', { name: 'Send' }).click();
    await call.finish();
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
    expect(await view.actions('gesture')).toHaveLength(1);
    expect(await sentForms(view)).toEqual([]);
  });
}
