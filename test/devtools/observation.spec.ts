/**
 * What is observed of the page besides its streams, with real input: who made a gesture, which controls
 * became usable, that the page was left, and what was stored.
 */
import { expect, test } from '../support/fixtures.ts';
import type { Panel } from '../support/panel.ts';
import { openCall } from '../support/open-call.ts';
import { createReply, REFUND } from '../support/replies.ts';

async function flags(view: Panel): Promise<string[]> {
  const report = await view.report();
  return report.flags.map(({ code, confidence }) => `${code} ${confidence}`);
}

test('a gesture says whether it was made by pointer, by key or by a script', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const call = await openCall(
    { page, panel },
    server,
    `<form id="form" action="javascript:void 0"><input id="field" aria-label="Reason">
     <button id="send" type="button">Send</button></form>
     <form id="other" action="javascript:void 0"></form>`,
  );
  await page.locator('#send').click();
  await page.locator('#send').press('Enter');
  await page.locator('#send').press('Space');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#send')?.click();
    document.querySelector<HTMLFormElement>('#other')?.requestSubmit();
  });
  await page.locator('#field').pressSequentially('secret');
  await page.locator('#field').press('Enter');
  await expect
    .poll(async () =>
      (await view.actions('gesture')).map(({ event, by, trusted }) => [event, by, trusted]),
    )
    .toEqual([
      ['click', 'pointer', true],
      ['click', 'keyboard', true],
      ['click', 'keyboard', true],
      ['click', 'script', false],
      ['submit', 'script', true],
      ['type', undefined, true],
      ['enter', 'keyboard', true],
    ]);
  expect(await panel.evaluate(() => midstream.session())).not.toContain('secret');
  await call.finish();
});

const BY_SCRIPT = {
  click: `document.querySelector('button').click()`,
  submit: `document.querySelector('form').requestSubmit()`,
  navigation: `location.assign('/page/done')`,
} as const;

for (const [what, script] of Object.entries(BY_SCRIPT)) {
  test(`a ${what} by script in the turn of a fragment is an early action, confirmed`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    await panel.getByLabel('Preserve log').check();
    await page.goto(server.url);
    await page.evaluate(`globalThis.act = () => { ${script} }`);
    await page.evaluate(() => {
      document.body.innerHTML = `<form action="javascript:void 0"><button type="button">Run</button></form>`;
      void fetch('/stream/run', { method: 'POST', body: '{}' }).then(async ({ body }) => {
        const reader = body?.getReader();
        const decoder = new TextDecoder();
        for (;;) {
          const part = await reader?.read();
          if (part === undefined || part.done) return;
          if (decoder.decode(part.value).includes('amountCents')) Reflect.get(globalThis, 'act')();
        }
      });
    });
    const stream = await server.stream('/stream/run');
    const reply = createReply(stream, 'anthropic-messages', REFUND);
    await reply.send(2);
    if (what === 'navigation') await page.waitForURL('**/page/done');
    await expect.poll(() => flags(view)).toEqual(['early-action confirmed']);
    const [flag] = (await view.report()).flags;
    expect(flag).toMatchObject({ call: 0, fragment: 1, reasons: [{ type: 'same-checkpoint' }] });
    if (what !== 'navigation') await reply.finish();
  });
}

test('a click by script that no fragment caused is merely possible', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const call = await openCall({ page, panel }, server, '<button>Run</button>');
  await page.evaluate(() => document.querySelector('button')?.click());
  await expect.poll(() => flags(view)).toEqual(['early-action possible']);
  await call.finish();
});

const LIGHTS: Readonly<Record<string, readonly [html: string, script: string]>> = {
  'in an open shadow root': [
    '<x-card></x-card>',
    `const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
     root.innerHTML = '<button disabled>Confirm</button>';
     light = () => { root.querySelector('button').disabled = false; };`,
  ],
  'in a closed shadow root': [
    '<x-card></x-card>',
    `const root = document.querySelector('x-card').attachShadow({ mode: 'closed' });
     root.innerHTML = '<button disabled>Confirm</button>';
     light = () => { root.querySelector('button').disabled = false; };`,
  ],
  'in a shadow root that came while the stream was open': [
    '',
    `light = () => {
       const host = document.createElement('div');
       const root = host.attachShadow({ mode: 'open' });
       root.innerHTML = '<p><button disabled>Confirm</button></p>';
       document.body.append(host);
       setTimeout(() => { root.querySelector('button').disabled = false; });
     };`,
  ],
  'by its property ariaDisabled': [
    '<button aria-disabled="true">Confirm</button>',
    `light = () => { document.querySelector('button').ariaDisabled = 'false'; };`,
  ],
  'by its fieldset': [
    '<fieldset disabled><button>Confirm</button></fieldset>',
    `light = () => { document.querySelector('fieldset').disabled = false; };`,
  ],
  'by inert around it': [
    '<section inert><p><button>Confirm</button></p></section>',
    `light = () => { document.querySelector('section').inert = false; };`,
  ],
  'by hidden around it': [
    '<section hidden><button>Confirm</button></section>',
    `light = () => { document.querySelector('section').hidden = false; };`,
  ],
  'by a class that hid what is around it': [
    '<style>.away { display: none }</style><section class="away"><button>Confirm</button></section>',
    `light = () => { document.querySelector('section').classList.remove('away'); };`,
  ],
  'by its visibility': [
    '<button style="visibility: hidden">Confirm</button>',
    `light = () => { document.querySelector('button').style.visibility = ''; };`,
  ],
  'by pointer events that it gets again': [
    '<p style="pointer-events: none"><button>Confirm</button></p>',
    `light = () => { document.querySelector('p').removeAttribute('style'); };`,
  ],
  'in a popover': [
    '<div popover><button>Confirm</button></div>',
    `light = () => { document.querySelector('div').showPopover(); };`,
  ],
  'some time after it was put in unseen': [
    '',
    `light = () => {
       document.body.innerHTML = '<button style="visibility: hidden">Confirm</button>';
       const { style } = document.querySelector('button');
       requestAnimationFrame(() => setTimeout(() => { style.visibility = 'visible'; }));
     };`,
  ],
  'by a class, in a shadow root': [
    '<x-card></x-card>',
    `const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
     root.innerHTML = '<style>.away { display: none }</style><button class="away">Confirm</button>';
     light = () => { root.querySelector('button').className = ''; };`,
  ],
  'in a turn of many changes that puts it in and enables it': [
    '',
    `light = () => {
       for (let index = 0; index < 60; index += 1) document.body.append(document.createElement('p'));
       const control = document.createElement('p');
       control.role = 'button';
       control.ariaDisabled = 'true';
       control.append('Confirm');
       document.body.append(control, document.createElement('input'));
       control.ariaDisabled = 'false';
     };`,
  ],
  'in a dialog that opens': [
    '<dialog><button>Confirm</button></dialog>',
    `light = () => { document.querySelector('dialog').showModal(); };`,
  ],
};

for (const [where, [html, script]] of Object.entries(LIGHTS)) {
  test(`a control that becomes usable ${where} is seen`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    const call = await openCall({ page, panel }, server, html, script);
    await page.evaluate('light()');
    await expect.poll(async () => (await view.actions('control-enabled')).length).toBe(1);
    const [control] = await view.actions('control-enabled');
    expect(control?.target).toMatchObject({ role: 'button', name: 'Confirm' });
    expect((await flags(view)).map((flag) => flag.split(' ')[0])).toEqual(['control-early']);
    await call.finish();
  });
}

test('a control that stays unusable for another reason is not seen', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const call = await openCall(
    { page, panel },
    server,
    `<div inert><x-card></x-card></div><fieldset disabled><button id="inner" disabled>A</button>
     </fieldset><button id="last" disabled>Last</button>`,
  );
  await page.evaluate(() => {
    const root = document.querySelector('x-card')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<button disabled>B</button>';
    root?.querySelector('button')?.removeAttribute('disabled');
    document.querySelector('#inner')?.removeAttribute('disabled');
    document.querySelector('#last')?.removeAttribute('disabled');
  });
  await expect
    .poll(async () => (await view.actions('control-enabled')).map(({ target }) => target?.name))
    .toEqual(['Last']);
  await call.finish();
});

test('a control in shadow roots is named by the way to it', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const call = await openCall({ page, panel }, server, '<x-app id="app"></x-app>');
  await page.evaluate(() => {
    const app = document.querySelector('x-app')?.attachShadow({ mode: 'open' });
    if (app === undefined) return;
    app.innerHTML = '<x-card></x-card><x-card></x-card>';
    const card = app.querySelectorAll('x-card')[1]?.attachShadow({ mode: 'open' });
    if (card) card.innerHTML = '<p><button><b>Confirm</b></button></p>';
    const closed = app.querySelector('x-card')?.attachShadow({ mode: 'closed' });
    if (closed) closed.innerHTML = '<button style="padding: 2em">Closed</button>';
  });
  await page.getByText('Confirm').click();
  await page.locator('x-card').first().click();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await view.actions('gesture')).map(({ target }) => target?.selector))
    .toEqual([
      '#app >>> x-card:nth-of-type(2) >>> p > button',
      '#app >>> x-card:nth-of-type(1) >>> button',
      '#app >>> x-card:nth-of-type(1) >>> button',
    ]);
  await call.finish();
});

test('following a link while a call is open is flagged, and what was recorded before arrives', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await panel.getByLabel('Preserve log').check();
  await openCall({ page, panel }, server, '<a href="/page/orders">Orders</a>');
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.waitForURL('**/page/orders');
  await expect.poll(() => flags(view)).toContain('left-page likely');
  const [navigation] = await view.actions('navigation');
  expect(navigation).toMatchObject({
    userInitiated: true,
    navigation: 'push',
    url: `${server.url}/page/orders`,
    target: { role: 'link', name: 'Orders' },
  });
  const flag = (await view.report()).flags.find(({ code }) => code === 'left-page');
  expect(flag).toMatchObject({ call: 0, fragment: 1, final: true, matchesFinal: null });
});

test('a reload by a script while a call is open is told, and is nobody’s fault', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await panel.getByLabel('Preserve log').check();
  await openCall({ page, panel }, server, '<p>Wait for it</p>');
  await page.evaluate(() => {
    location.reload();
  });
  await expect.poll(async () => (await view.actions('navigation')).length).toBe(1);
  const [navigation] = await view.actions('navigation');
  expect(navigation).toMatchObject({ userInitiated: false, navigation: 'reload' });
  expect(await flags(view)).toEqual([]);
});

test('a link that leaves the document alone is no navigation', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const call = await openCall(
    { page, panel },
    server,
    `<a href="#end">Hash</a> <a href="/page/soft">Soft</a> <a href="/page/no">No</a>
     <a href="/export" download="export.json">Export</a> <a href="/page/old">History</a>
     <form method="post" action="/page/posted"><button>Post</button></form><iframe name="sink"></iframe>`,
  );
  await page.evaluate(() => {
    navigation.addEventListener('navigate', (event) => {
      if (event.destination.url.endsWith('/page/soft')) event.intercept();
      if (event.destination.url.endsWith('/page/no')) event.preventDefault();
    });
    for (const link of document.querySelectorAll('a')) {
      if (link.textContent !== 'History') continue;
      link.addEventListener('click', (event) => {
        event.preventDefault();
        history.pushState(null, '', link.href);
      });
    }
  });
  for (const name of ['Hash', 'Soft', 'No', 'History']) {
    await page.getByRole('link', { name }).click();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  await download;
  await expect.poll(async () => (await view.actions('gesture')).length).toBe(5);
  await call.finish();
  expect(await view.actions('navigation')).toEqual([]);
});
