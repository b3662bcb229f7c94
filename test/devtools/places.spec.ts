/**
 * Where an app may read its streams: frames of every kind, tabs, windows that the page opens,
 * documents that wait in the background, workers, and functions from before ours were there.
 */
// oxlint-disable unicorn/consistent-function-scoping -- functions are sent to the page, whole
import type { Page } from '@playwright/test';
import type { SessionRecord } from '../../src/core/records.ts';
import { readSession } from '../../src/core/session-file.ts';
import { expect, test } from '../support/fixtures.ts';
import { startReading } from '../support/page-reader.ts';
import { panelOf, type Panel } from '../support/panel.ts';
import { createReply, REFUND, REFUND_ARGUMENTS } from '../support/replies.ts';
import { readingScript, type StreamServer } from '../support/stream-server.ts';

async function answer(server: StreamServer, path: string): Promise<void> {
  await createReply(await server.stream(path), 'openai-chat', REFUND).finish();
}

async function recordsOf(panel: Panel): Promise<readonly SessionRecord[]> {
  const reading = readSession(await panel.frame.evaluate(() => midstream.session()));
  return reading.type === 'unreadable' ? [] : reading.session.records;
}

/** Where each stream was read, by the last part of its path. */
async function placesOf(panel: Panel): Promise<Record<string, string | undefined>> {
  const opens = (await recordsOf(panel)).filter((record) => record.type === 'stream-open');
  return Object.fromEntries(
    opens.map(({ request, frame, source }) => [
      request?.url.split('/').at(-1) ?? '',
      source === 'network-log' ? source : frame?.url,
    ]),
  );
}

/** All of the panel's streams: their state and their calls' arguments. */
async function outcomesOf(panel: Panel): Promise<readonly (readonly [string, string])[]> {
  const { streams } = await panel.report();
  return streams.map(({ status, calls }) => [
    status,
    calls.map((call) => call.arguments).join(' '),
  ]);
}

/** What a frame is filled with, where its name does not say it. */
interface Filling {
  /** The page that reads the stream, on this origin and another. */
  readonly near: string;
  readonly far: string;
  /** The same page as text, and its script alone. */
  readonly html: string;
  readonly script: string;
}

/** Runs in the page: puts a frame of each kind into it, each of which reads a stream of its own. */
function addFrames(fillings: Readonly<Record<string, Filling>>): void {
  const add = (attributes: Readonly<Record<string, string>>): HTMLIFrameElement => {
    const frame = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    document.body.append(frame);
    return frame;
  };
  const run = (frame: HTMLIFrameElement, script: string): void => {
    const element = document.createElement('script');
    element.textContent = script;
    frame.contentDocument?.body.append(element);
  };
  const quoted = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const makers: Record<string, (filling: Filling) => void> = {
    'same-origin': ({ near }) => add({ src: near }),
    'cross-origin': ({ far }) => add({ src: far }),
    'about-blank': ({ script }) => run(add({ src: 'about:blank' }), script),
    'no-source': ({ script }) => run(add({}), script),
    srcdoc: ({ html }) => add({ srcdoc: html }),
    sandboxed: ({ html }) => add({ srcdoc: html, sandbox: 'allow-scripts' }),
    data: ({ html }) => add({ src: `data:text/html,${encodeURIComponent(html)}` }),
    blob: ({ html }) => add({ src: URL.createObjectURL(new Blob([html], { type: 'text/html' })) }),
    written: ({ html }) => {
      const { contentDocument } = add({});
      // oxlint-disable-next-line typescript/no-deprecated -- pages do it
      contentDocument?.write(html);
      contentDocument?.close();
    },
    javascript: ({ html }) =>
      add({ src: `javascript:${encodeURIComponent(JSON.stringify(html))}` }),
    'no-source-in-no-source': ({ script }) => {
      const inner = add({}).contentDocument;
      // oxlint-disable-next-line react/iframe-missing-sandbox -- it must reach its parent
      const frame = inner?.createElement('iframe');
      if (frame === undefined) return;
      inner?.body.append(frame);
      run(frame, script);
    },
    'cross-origin-in-srcdoc': ({ far }) => add({ srcdoc: `<iframe src="${far}"></iframe>` }),
    'srcdoc-in-data': ({ html }) =>
      add({
        src: `data:text/html,${encodeURIComponent(`<iframe srcdoc="${quoted(html)}"></iframe>`)}`,
      }),
  };
  for (const [kind, make] of Object.entries(makers)) {
    const filling = fillings[kind];
    if (filling !== undefined) make(filling);
  }
}

/** What each kind of frame is called in the panel; `near` and `far` stand for the two origins. */
const FRAMES: Readonly<Record<string, string>> = {
  'same-origin': 'near/reading/',
  'cross-origin': 'far/reading/',
  'about-blank': 'about:blank',
  'no-source': 'about:blank',
  srcdoc: 'about:srcdoc',
  sandboxed: 'about:srcdoc',
  data: 'data:text/html,',
  blob: 'blob:near/',
  // What is written into a frame has the address of who wrote it.
  written: 'near/page/',
  javascript: 'about:blank',
  'no-source-in-no-source': 'about:blank',
  'cross-origin-in-srcdoc': 'far/reading/',
  'srcdoc-in-data': 'about:srcdoc',
};
const KINDS = Object.keys(FRAMES);

function farFrom(server: StreamServer): string {
  return server.url.replace('127.0.0.1', 'localhost');
}

/** The beginning of an address, which says of what kind it is. */
function kindOfPlace(server: StreamServer, place: string): string {
  const named = place.replace(server.url, 'near').replace(farFrom(server), 'far');
  return /^(?:data:text\/html,|(?:blob:)?(?:near|far)\/(?:[a-z]+\/)?)/.exec(named)?.[0] ?? named;
}

function fillingsFor(server: StreamServer, tab: string): Record<string, Filling> {
  return Object.fromEntries(
    KINDS.map((kind) => {
      const name = `${tab}-${kind}`;
      const html = readingScript(`${server.url}/stream/${name}`);
      const script = html.replaceAll(/<\/?script>/g, '');
      const far = `${farFrom(server)}/reading/${name}`;
      return [kind, { near: `/reading/${name}`, far, html, script }];
    }),
  );
}

async function readInFrames(page: Page, server: StreamServer, tab: string): Promise<void> {
  await page.goto(`${server.url}/page/${tab}`);
  await page.evaluate(addFrames, fillingsFor(server, tab));
  await Promise.all(KINDS.map((kind) => answer(server, `/stream/${tab}-${kind}`)));
}

test('each of two tabs with a dozen frames shows its own streams only, each with its frame', async ({
  launch,
  server,
}) => {
  const first = await launch();
  const second = await first.openTab();
  const tabs = [
    { name: 'one', page: first.page, panel: panelOf(await first.showPanel()) },
    { name: 'two', page: second.page, panel: panelOf(await second.showPanel()) },
  ];
  await Promise.all(tabs.map(({ page, name }) => readInFrames(page, server, name)));
  for (const { name, panel } of tabs) {
    await expect
      .poll(() => outcomesOf(panel))
      .toEqual(KINDS.map(() => ['complete', REFUND_ARGUMENTS]));
    const expected = KINDS.map((kind) => [`${name}-${kind}`, FRAMES[kind]]);
    const found = Object.entries(await placesOf(panel)).map(([stream, place]) => [
      stream,
      kindOfPlace(server, place ?? ''),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  }
});

test('what a worker, a frame of another origin and a function from before ours read is shown with its source', async ({
  midstream: { page, view },
  server,
}) => {
  await page.goto(server.url);
  await page.evaluate(
    ([near, far]) => {
      const source = `fetch('${near}/stream/worker').then((response) => response.text());`;
      Reflect.set(globalThis, 'worker', new Worker(URL.createObjectURL(new Blob([source]))));
      const other = document.createElement('iframe');
      other.src = `${far}/reading/far`;
      document.body.append(other);
      // Before its own document is there, a frame has functions that no script has touched.
      const saved = document.createElement('iframe');
      saved.srcdoc = '<p>';
      document.body.append(saved);
      const pristine: unknown = Reflect.get(Object(saved.contentWindow), 'fetch');
      if (typeof pristine !== 'function') return;
      Reflect.apply(pristine, globalThis, [`${near}/stream/saved`]).then((response: Response) =>
        response.text(),
      );
    },
    [server.url, farFrom(server)] as const,
  );
  const names = ['worker', 'far', 'saved'];
  await Promise.all(names.map((name) => answer(server, `/stream/${name}`)));
  await expect
    .poll(() => outcomesOf(view))
    .toEqual(names.map(() => ['complete', REFUND_ARGUMENTS]));
  expect(await placesOf(view)).toEqual({
    worker: 'network-log',
    far: `${farFrom(server)}/reading/far`,
    saved: 'network-log',
  });
});

test('windows that the page opens are tabs of their own, each with its own streams', async ({
  midstream: { page, view, inspect, context },
  server,
}) => {
  await page.goto(server.url);
  async function openWindow(address: string): Promise<Page> {
    const [opened] = await Promise.all([
      context.waitForEvent('page', (candidate) => !candidate.url().startsWith('devtools://')),
      page.evaluate((target) => void window.open(target), address),
    ]);
    return opened;
  }
  const filled = await openWindow('/page/popup');
  const blank = await openWindow('about:blank');
  const windows = [
    { name: 'filled', popup: filled, frame: `${server.url}/page/popup` },
    { name: 'blank', popup: blank, frame: 'about:blank' },
  ];
  for (const { name, popup, frame } of windows) {
    const panel = panelOf(await (await inspect(popup)).showPanel());
    await popup.evaluate((url) => {
      void fetch(url, { method: 'POST', body: '{}' }).then((response) => response.text());
    }, `${server.url}/stream/${name}`);
    await answer(server, `/stream/${name}`);
    await expect.poll(() => outcomesOf(panel)).toEqual([['complete', REFUND_ARGUMENTS]]);
    expect(await placesOf(panel)).toEqual({ [name]: frame });
  }
  expect(await outcomesOf(view)).toEqual([]);
});

test.describe('with a back/forward cache', () => {
  test.use({ devtoolsOptions: { backForwardCache: true } });

  test('a page that the user comes back to goes on being recorded, its open stream too', async ({
    midstream: { page, panel, view },
    server,
  }) => {
    await page.goto(`${server.url}/page/first`);
    await panel.getByRole('checkbox', { name: 'Preserve log' }).check();
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Reflect.set(globalThis, 'kept', persisted));
    });
    await startReading(page, '/stream/whole');
    await answer(server, '/stream/whole');
    await startReading(page, '/stream/open');
    const reply = createReply(await server.stream('/stream/open'), 'openai-chat', REFUND);
    await reply.send(2);
    await expect(panel.getByTestId('stream')).toHaveCount(2);

    await page.evaluate(() => location.assign('/page/second'));
    await page.waitForURL('**/page/second');
    await expect(panel.getByTestId('stream').last()).toHaveAttribute('data-status', 'aborted');
    await page.evaluate(() => history.back());
    await page.waitForURL('**/page/first', { waitUntil: 'commit' });
    await page.waitForFunction(() => Reflect.get(globalThis, 'kept') === true);
    await reply.finish();
    await startReading(page, '/stream/later');
    await answer(server, '/stream/later');

    await expect
      .poll(() => outcomesOf(view))
      .toEqual([
        ['complete', REFUND_ARGUMENTS],
        ['aborted', '{"orderId": "A-1042", "amountCents": 50'],
        ['complete', '00}'],
        ['complete', REFUND_ARGUMENTS],
      ]);
    await panel.getByTestId('stream').nth(2).click();
    await expect(panel.getByTestId('stream-note')).toContainText('the rest of a stream');
  });
});
