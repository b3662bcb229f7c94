/** What a page stores while a call is open: recorded only where the settings say so. */
import type { Frame, Page } from '@playwright/test';
import type { Flag } from '../../src/core/types.ts';
import { WATCH_STORAGE } from '../../src/protocol.ts';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';
import { createReply, type Reply } from '../support/replies.ts';
import type { StreamServer } from '../support/stream-server.ts';
import type { ReplyPart } from '../support/wire.ts';

/** A note whose text is cut in the middle. */
const NOTE: readonly ReplyPart[] = [
  { type: 'call', call: 0, id: 'call_note', name: 'write_note' },
  { type: 'fragment', call: 0, text: '{"note": "The lift is out of service on' },
  { type: 'fragment', call: 0, text: ' Monday"}' },
  { type: 'call-end', call: 0 },
  { type: 'end' },
];
const CUT = 'The lift is out of service on';

/** Writes the text to each place that a page has. */
async function storeEverywhere(page: Page, text: string): Promise<void> {
  await page.evaluate(async (note) => {
    localStorage.setItem('draft', note);
    sessionStorage.setItem('draft', JSON.stringify({ note }));
    document.cookie = `draft=${encodeURIComponent(note)}; path=/`;
    await navigator.clipboard.writeText(note).catch(() => undefined);
    const opening = indexedDB.open('notes', 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts'));
      opening.addEventListener('success', () => resolve(opening.result));
    });
    database
      .transaction('drafts', 'readwrite')
      .objectStore('drafts')
      .put({ list: [{ note }] }, 1);
    database.close();
  }, text);
}

const isNative = (): boolean =>
  Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value.toString() ===
  'function setItem() { [native code] }';

interface OpenNote {
  readonly reply: Reply;
  readonly reading: Awaited<ReturnType<typeof startReading>>;
}

async function openNote(
  { page, panel }: { readonly page: Page; readonly panel: Frame },
  server: StreamServer,
): Promise<OpenNote> {
  await page.goto(server.url);
  const reading = await startReading(page, '/stream/note');
  const reply = createReply(await server.stream('/stream/note'), 'anthropic-messages', NOTE);
  await reply.send(2);
  await expect(panel.getByTestId('fragment')).toHaveCount(1);
  return { reply, reading };
}

/** As the settings dialog does. */
async function watchStorage(panel: Frame): Promise<void> {
  await panel.evaluate(`chrome.storage.local.set({ ${WATCH_STORAGE}: true })`);
}

test('nothing of it is recorded by default', async ({
  midstream: { page, panel, view },
  server,
}) => {
  const { reply, reading } = await openNote({ page, panel }, server);
  await storeEverywhere(page, CUT);
  await reply.finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'complete');
  expect((await view.report()).flags).toEqual([]);
  expect(await panel.evaluate(() => midstream.session())).not.toContain('"storage"');
});

test('text of an open call is flagged in each place where the page puts it', async ({
  midstream: { page, panel, view, context },
  server,
}) => {
  await context.grantPermissions(['clipboard-write', 'clipboard-read']);
  await watchStorage(panel);
  const { reply, reading } = await openNote({ page, panel }, server);
  await page.bringToFront();
  await storeEverywhere(page, CUT);
  const stored = async (): Promise<readonly Flag[]> =>
    (await view.report()).flags.filter(({ code }) => code === 'stored-partial');
  await expect.poll(async () => (await stored()).length).toBe(5);
  const session: { readonly records: readonly { readonly area?: string }[] } = JSON.parse(
    await panel.evaluate(() => midstream.session()),
  );
  expect(
    (await stored()).map(({ action, confidence }) => [session.records[action]?.area, confidence]),
  ).toEqual([
    ['localStorage', 'likely'],
    ['sessionStorage', 'likely'],
    ['cookie', 'likely'],
    ['clipboard', 'likely'],
    ['indexedDB', 'likely'],
  ]);
  // What the page stores with no stream open is nobody's business.
  await reply.finish();
  await finishReading(page, reading);
  await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'complete');
  await storeEverywhere(page, `${CUT} Monday`);
  expect(await stored()).toHaveLength(5);
  expect(await page.evaluate(isNative)).toBe(true);
});

test('what the user copies while a call is open is merely possible', async ({
  midstream: { page, panel, view },
  server,
}) => {
  await watchStorage(panel);
  const { reply, reading } = await openNote({ page, panel }, server);
  await page.evaluate((text) => {
    document.body.textContent = text;
    getSelection()?.selectAllChildren(document.body);
  }, CUT);
  await page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(async () => (await view.report()).flags.map(({ code, confidence }) => [code, confidence]))
    .toEqual([['stored-partial', 'possible']]);
  await reply.finish();
  await finishReading(page, reading);
});
