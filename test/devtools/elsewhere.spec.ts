/**
 * Actions on a call that another document streams, or a worker: what a frame shows and sends belongs to
 * the calls of its page, and comes to its place among them in time.
 */
import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, REFUND } from '../support/replies.ts';

const FINAL = { orderId: 'A-1042', amountCents: 5000 };
const PARTIAL = { orderId: 'A-1042', amountCents: 50 };

/** The flags that the panel shows. */
async function flags(panel: Frame): Promise<string[]> {
  const cards = await panel.getByTestId('flag').all();
  const texts = await Promise.all(
    cards.map(async (card) =>
      [await card.getAttribute('data-code'), await card.getAttribute('data-confidence')].join(' '),
    ),
  );
  return texts.toSorted();
}

/** How many requests for a refund the panel has. */
async function requests(panel: Frame): Promise<number> {
  const text = await panel.evaluate(() => midstream.session());
  return text.split('/refunds"').length - 1;
}

/** Opens a page with a frame of another site, as chats show the interface of a tool. */
async function openFrame(page: Page, url: string): Promise<Frame> {
  await page.goto(url);
  const far = new URL(url.replace('127.0.0.1', 'localhost')).href;
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
  }, far);
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(far);
  const frame = page.frames().find((candidate) => candidate.url() === far);
  if (frame === undefined) throw new TypeError('The page has no such frame');
  await frame.waitForLoadState();
  return frame;
}

test('Confirm in a frame of another site, lit by half a call of its page, is flagged, and so is the press', async ({
  midstream: { page, panel },
  server,
}) => {
  const frame = await openFrame(page, server.url);
  await frame.evaluate((body) => {
    const button = document.createElement('button');
    button.textContent = 'Confirm refund';
    button.disabled = true;
    button.addEventListener('click', () => {
      void fetch('/refunds', { method: 'POST', body: JSON.stringify(body) });
    });
    document.body.append(button);
    addEventListener('message', () => {
      button.disabled = false;
    });
  }, PARTIAL);
  const reading = await startReading(page, '/stream/refund');
  const reply = createReply(await server.stream('/stream/refund'), 'openai-chat', REFUND);
  await reply.send(2);
  await expect(panel.getByTestId('call-arguments')).toContainText('50');
  await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage('', '*'));
  await frame.getByRole('button', { name: 'Confirm refund' }).click();
  await expect.poll(() => requests(panel)).toBe(1);
  await reply.finish();
  await finishReading(page, reading);
  await expect.poll(() => flags(panel)).toEqual(['control-early likely', 'early-action confirmed']);
});

test('a frame that acts in the moment its page has read the call to its end is no fault', async ({
  midstream: { page, panel },
  server,
}) => {
  for (const name of ['first', 'second', 'third']) {
    const frame = await openFrame(page, server.url);
    await frame.evaluate(() => {
      addEventListener('message', ({ data }) => {
        void fetch('/refunds', { method: 'POST', body: JSON.stringify(data) });
      });
    });
    await page.evaluate(
      ([path, body]) => {
        async function read(): Promise<void> {
          const response = await fetch(path, { method: 'POST', body: '{}' });
          await response.text();
          document.querySelector('iframe')?.contentWindow?.postMessage(body, '*');
        }
        void read();
      },
      [`/stream/${name}`, FINAL] as const,
    );
    const stream = await server.stream(`/stream/${name}`);
    await createReply(stream, 'openai-chat', REFUND).finish();
    await expect.poll(() => requests(panel)).toBe(1);
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
    expect(await flags(panel)).toEqual([]);
  }
});

/** A worker that reads a stream to its end, and then says so. */
function readInWorker(page: Page, path: string): Promise<void> {
  return page.evaluate((target) => {
    const source = `onmessage = async ({ data }) => {
      const response = await fetch(data, { method: 'POST', body: '{}' });
      const reader = response.body.getReader();
      while (!(await reader.read()).done);
      postMessage('');
    }`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.addEventListener('message', () => dispatchEvent(new Event('read')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(new URL(target, location.href).href);
  }, path);
}

for (const { title, body, when, expected } of [
  {
    title: 'acts once a worker has read the call to its end, is right',
    body: FINAL,
    when: 'read',
    expected: [],
  },
  {
    title: 'acts on half a call that a worker reads, is flagged',
    body: PARTIAL,
    when: 'half',
    expected: ['early-action confirmed'],
  },
]) {
  test(`a page that ${title}`, async ({ midstream: { page, panel }, server }) => {
    await page.goto(server.url);
    await page.evaluate(
      ([refund, event]) => {
        addEventListener(event, () => {
          void fetch('/refunds', { method: 'POST', body: JSON.stringify(refund) });
        });
      },
      [body, when] as const,
    );
    await readInWorker(page, '/stream/worker');
    const reply = createReply(await server.stream('/stream/worker'), 'openai-chat', REFUND);
    await reply.send(2);
    await expect(panel.getByTestId('call-arguments')).toContainText('50');
    await page.evaluate(() => dispatchEvent(new Event('half')));
    await reply.finish();
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', 'complete');
    await expect.poll(() => requests(panel)).toBe(1);
    expect(await flags(panel)).toEqual(expected);
  });
}
