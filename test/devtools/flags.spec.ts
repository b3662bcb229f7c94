/**
 * From a flag to what it is about: its place in the stream, the control in the page, the line of code;
 * and flags that are no problem.
 */
import type { Frame, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createReply, REFUND, REFUND_ARGUMENTS, type Reply } from '../support/replies.ts';
import type { StreamServer } from '../support/stream-server.ts';
import { until } from '../support/until.ts';

/**
 * The script of a page whose button opens, and sends, before the refund's amount is whole.
 * @param root where the button goes, as code
 * @param id of the button
 */
function cardScript(root: string, id: string): string {
  return `
const button = document.createElement('button');
button.id = ${JSON.stringify(id)};
button.disabled = true;
button.textContent = 'Confirm refund';
${root}.append(button);
button.addEventListener('click', function confirmRefund() {
  const body = JSON.stringify({ orderId: 'A-1042', amountCents: 50 });
  void fetch('/api/refunds', { method: 'POST', body });
});
async function readReply() {
  const { body } = await fetch('/stream/refund', { method: 'POST', body: '{}' });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.includes('amountCents')) button.disabled = false;
  }
  document.body.dataset.reply = 'done';
}
void readReply();
`;
}

/** Adds the script to a page or a frame of it, under an address of its own. */
async function addCard(page: Page, place: Page | Frame, script: string): Promise<void> {
  await page.route('**/card.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await place.addScriptTag({ url: '/card.js' });
}

/** Opens the call, and then, with the page being watched, sends it to the middle of the amount. */
async function sendHalf(panel: Frame, server: StreamServer): Promise<Reply> {
  const reply = createReply(await server.stream('/stream/refund'), 'anthropic-messages', REFUND);
  await reply.send(1);
  await panel.getByTestId('call').waitFor();
  await reply.send(1);
  return reply;
}

/** Confirms a refund whose amount is cut in the middle, and lets the reply come to its end. */
async function confirmEarly(page: Page, panel: Frame, server: StreamServer): Promise<void> {
  await page.goto(server.url);
  await addCard(page, page, cardScript('document.body', 'confirm'));
  const reply = await sendHalf(panel, server);
  const sent = page.waitForResponse('**/api/refunds');
  await page.getByRole('button', { name: 'Confirm refund' }).click();
  await sent;
  await reply.finish();
  await page.locator('body[data-reply=done]').waitFor();
  await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
}

function cardOf(panel: Frame, code: string): Locator {
  return panel.locator(`[data-testid=flag][data-code=${code}]`);
}

/** What is selected in the Elements panel, as the console of the page or of a frame of it has it. */
function selectedElement(panel: Frame, frameURL?: string): Promise<unknown> {
  const options = JSON.stringify(frameURL === undefined ? {} : { frameURL });
  return panel.evaluate(`new Promise((resolve) => {
    const script = '$0 instanceof Element ? $0.outerHTML : null';
    chrome.devtools.inspectedWindow.eval(script, ${options}, resolve);
  })`);
}

/** The name of the panel that DevTools shows. */
function shownPanel(devtools: Page): Promise<unknown> {
  return devtools.evaluate(`(async () => {
    const ui = await import('./ui/legacy/legacy.js');
    return ui.InspectorView.InspectorView.instance().tabbedPane.selectedTabId;
  })()`);
}

test('a flag has a mark on the timeline, in the buffer, in the table and on its call, and each opens its card', async ({
  midstream: { page, panel, devtools },
  server,
}) => {
  await confirmEarly(page, panel, server);
  const early = cardOf(panel, 'early-action');
  await expect(early).toHaveCount(1);
  await expect(panel.getByTestId('stream').getByLabel('1 confirmed flag')).toBeVisible();
  await expect(panel.getByTestId('stream').getByLabel('1 likely flag')).toBeVisible();
  await expect(panel.getByTestId('call-flags')).toHaveAccessibleName('2 flags of this call');

  // The same text as without marks: they are no part of what was captured.
  await expect(panel.getByTestId('call-arguments')).toHaveText(REFUND_ARGUMENTS);
  const marks = panel.getByTestId('call-arguments').getByTestId('flag-mark');
  await expect(marks).toHaveCount(1);
  const before = await marks.evaluate((mark) => mark.previousElementSibling?.textContent);
  expect(before).toBe('{"orderId": "A-1042", "amountCents": 50');

  const strip = panel.getByRole('toolbar', { name: 'Flags on the timeline' });
  await strip.getByRole('button').first().focus();
  await devtools.keyboard.press('End');
  const last = strip.getByRole('button').last();
  await expect(last).toBeFocused();
  await expect(last).toHaveAccessibleName(
    /^Acted before the call was done: POST \/api\/refunds after fragment 1 of 2, [\d.]+ m?s before content_block_stop/,
  );
  await devtools.keyboard.press('Enter');
  await expect(early).toBeFocused();
  await expect(early).toHaveAttribute('aria-current', 'true');
  await expect(panel.locator('[data-testid=fragment][aria-selected=true]')).toContainText(
    '"amountCents": 50',
  );

  // Each mark goes from one flag of its place to the next.
  const control = cardOf(panel, 'control-early');
  const table = panel.getByRole('grid', { name: 'Fragments' });
  await table.getByTestId('flag-mark').click();
  await expect(control).toBeFocused();
  await table.focus();
  await devtools.keyboard.press('Enter');
  await expect(early).toBeFocused();
  await panel.getByTestId('call-flags').press('Enter');
  await expect(control).toBeFocused();
  await marks.press('Enter');
  await expect(early).toBeFocused();
});

test('the card says why it is flagged, where in the code, and what to do, with nothing opened', async ({
  midstream: { page, panel },
  server,
}) => {
  await confirmEarly(page, panel, server);
  const early = cardOf(panel, 'early-action');
  await expect(early.getByTestId('flag-why')).toHaveText(
    'Confirmed: The request’s body carries amountCents: 50.',
  );
  await expect(early.getByTestId('flag-code')).toHaveText(/confirmRefund card\.js:\d+:\d+$/);
  await expect(early.getByTestId('flag-advice')).toHaveText(
    'Wait for content_block_stop before acting on this call, and read its arguments only then.',
  );
  const control = cardOf(panel, 'control-early');
  await expect(control.getByTestId('flag-why')).toHaveText(
    /^Likely, not certain: It became usable [\d.]+ ms after fragment 1 came, while this call was open\.$/,
  );
  await expect(control).toContainText('button “Confirm refund”');
  await expect(control.locator('code').last()).toHaveText('#confirm');
});

test('Show element selects the control in the Elements panel, and says so where it is gone', async ({
  midstream: { page, panel, devtools, showPanel },
  server,
}) => {
  await confirmEarly(page, panel, server);
  const show = cardOf(panel, 'control-early').getByRole('button', { name: 'Show element' });
  await show.click();
  await expect.poll(() => selectedElement(panel)).toContain('id="confirm"');
  await expect.poll(() => shownPanel(devtools)).toBe('elements');

  await page.evaluate(() => document.querySelector('#confirm')?.remove());
  await showPanel();
  await show.click();
  await expect(panel.getByTestId('message')).toContainText(
    'The control is not in the page any more',
  );
});

test('Show element goes through open shadow roots, and a selector is never code', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  const root =
    "document.body.appendChild(document.createElement('x-card')).attachShadow({ mode: 'open' })";
  const id = `a'"\\\`);throw document.title='hit'//`;
  await addCard(page, page, cardScript(root, id));
  const reply = await sendHalf(panel, server);
  const card = cardOf(panel, 'control-early');
  await card.getByRole('button', { name: 'Show element' }).click();
  await expect.poll(() => selectedElement(panel)).toMatch(/^<button id="a'.*>Confirm refund</);
  expect(await page.title()).toBe('Page');
  await reply.finish();
  await page.locator('body[data-reply=done]').waitFor();
});

test('Show element finds the control in its frame, and says so where that is gone', async ({
  midstream: { page, panel, showPanel },
  server,
}) => {
  const url = new URL('/page/inner', server.url).href;
  await page.goto(server.url);
  await page.evaluate((address) => {
    document.body.innerHTML = `<iframe src="${address}"></iframe>`;
  }, url);
  const inner = await until('the frame', () => page.frames().find((frame) => frame.url() === url));
  await addCard(page, inner, cardScript('document.body', 'pay'));
  await sendHalf(panel, server);
  const show = cardOf(panel, 'control-early').getByRole('button', { name: 'Show element' });
  await show.click();
  await expect.poll(() => selectedElement(panel, url)).toMatch(/^<button id="pay"/);
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await showPanel();
  await show.click();
  await expect(panel.getByTestId('message')).toContainText('The frame that held the control');
});

test('a line of the stack opens the Sources panel there', async ({
  midstream: { page, panel, devtools },
  server,
}) => {
  await confirmEarly(page, panel, server);
  const code = cardOf(panel, 'early-action').getByTestId('flag-code');
  const place = (await code.getByRole('button').textContent()) ?? '';
  await code.getByRole('button').click();
  await expect.poll(() => shownPanel(devtools)).toBe('sources');
  const shown = `(async () => {
    const sources = await import('./panels/sources/sources.js');
    const view = sources.SourcesPanel.SourcesPanel.instance().sourcesView();
    const code = view.currentSourceFrame();
    const { lineNumber, columnNumber } = code.textEditor.toLineColumn(code.textEditor.state.selection.main.head);
    return [view.currentUISourceCode()?.name(), lineNumber + 1, columnNumber + 1].join(':');
  })()`;
  await expect.poll(() => devtools.evaluate(shown)).toBe(place);
});

test('what is no problem is hidden and not counted, in the next session too, until it is taken back', async ({
  launch,
  server,
}) => {
  const { page, devtools, showPanel, inspect } = await launch();
  let panel = await showPanel();
  await confirmEarly(page, panel, server);
  await expect(panel.getByTestId('flag')).toHaveCount(2);
  await cardOf(panel, 'control-early').getByRole('button', { name: 'Not a problem' }).click();
  await expect(panel.getByTestId('flag')).toHaveCount(1);
  await expect(panel.getByTestId('flag-list')).toBeFocused();
  await expect(panel.getByTestId('dismissed-flags')).toContainText('1 hidden as not a problem');
  await expect(panel.getByRole('button', { name: 'Flags 1', exact: false })).toBeVisible();
  await expect(panel.getByTestId('status-bar')).toContainText('1 flag');
  await expect(panel.getByTestId('strip-mark')).toHaveCount(1);
  const kept = await panel.evaluate(() => midstream.report().flags.map(({ code }) => code));
  expect(kept).toContain('control-early');
  await devtools.close();

  panel = await (await inspect(page)).showPanel();
  await confirmEarly(page, panel, server);
  await expect(cardOf(panel, 'early-action')).toHaveCount(1);
  await expect(panel.getByTestId('dismissed-flags')).toContainText('1 hidden as not a problem');
  await panel.getByTestId('dismissed-flags').getByRole('button', { name: 'Show' }).click();
  await expect(cardOf(panel, 'control-early')).toHaveCount(1);
  await expect(panel.getByTestId('status-bar')).toContainText('1 flag');

  await panel.getByRole('button', { name: 'Settings' }).click();
  const entry = panel.getByTestId('dismissal');
  await expect(entry).toContainText('Control lit up early: button “Confirm refund”');
  await entry.getByRole('button', { name: /^Show again/ }).press('Enter');
  await expect(entry).toHaveCount(0);
  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(panel.getByTestId('dismissed-flags')).toHaveCount(0);
  await expect(panel.getByTestId('status-bar')).toContainText('2 flags');
});

test('what is kept of flags that are no problem is read where it can be', async ({
  launch,
  server,
}) => {
  const { page, devtools, showPanel, inspect } = await launch();
  const kept = [
    7,
    { code: 'gone', origin: new URL(server.url).origin, key: 'x' },
    { code: 'early-action', origin: new URL(server.url).origin, key: 'POST /api/refunds' },
  ];
  const script = `chrome.storage.local.set({ dismissedFlags: ${JSON.stringify(kept)} })`;
  await (await showPanel()).evaluate(script);
  await devtools.close();
  const panel = await (await inspect(page)).showPanel();
  await confirmEarly(page, panel, server);
  await expect(cardOf(panel, 'control-early')).toHaveCount(1);
  await expect(cardOf(panel, 'early-action')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Settings' }).click();
  await expect(panel.getByTestId('dismissal')).toHaveCount(1);
});

test('a page that acts after every fragment is one card, which opens to all', async ({
  midstream: { page, panel },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(() => {
    void fetch('/stream/refund', { method: 'POST', body: '{}' }).then(async ({ body }) => {
      const reader = body?.getReader();
      for (let count = 0; ; count += 1) {
        if ((await reader?.read())?.done !== false) return;
        void fetch('/api/refunds', { method: 'POST', body: String(count) });
      }
    });
  });
  const pieces = ['{"orderId": ', '"A-1042", ', '"amountCents": 50', '00}'];
  const reply = createReply(await server.stream('/stream/refund'), 'anthropic-messages', [
    { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
    ...pieces.map((text) => ({ type: 'fragment', call: 0, text }) as const),
    { type: 'call-end', call: 0 },
    { type: 'end' },
  ]);
  await reply.send(1);
  for (const piece of pieces) {
    await reply.send(1);
    await expect(panel.getByTestId('fragment').last()).toContainText(piece.trim());
  }
  const flags = panel.getByTestId('flag');
  const more = panel.getByTestId('more-alike');
  await expect(more).toHaveText('3 more like this, after fragments 2 to 4');
  await expect(flags).toHaveCount(1);
  await more.focus();
  await panel.page().keyboard.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(flags).toHaveCount(4);
  await more.click();
  await expect(flags).toHaveCount(1);
  // What is opened from its place in the stream is shown, though its group is closed.
  await panel.getByTestId('flag-mark').last().click();
  await expect(flags).toHaveCount(4);
  await expect(flags.last()).toBeFocused();
  await reply.finish();
});
