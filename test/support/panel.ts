/**
 * Reads and drives the extension's panel by what a user sees: roles, names, and the data attributes
 * that the views carry for tests.
 */
import { readFile } from 'node:fs/promises';
import type { Frame, Locator } from '@playwright/test';
import type { MidstreamWindow } from '../../panel/window-api.ts';
import type { ActionRecord, SessionRecord } from '../../src/core/records.ts';
import type { Report } from '../../src/core/index.ts';

declare global {
  /** What the panel offers to scripts and tests. */
  var midstream: MidstreamWindow;
}

export interface PanelStream {
  readonly stream: string;
  readonly status: string;
  readonly format: string | null;
}

export interface PanelCall {
  /** Index and name, as the call's tab has them. */
  readonly tab: string;
  readonly name: string;
  readonly id: string;
  readonly status: string;
  readonly parse: string;
  /** The terminal event; null while there is none. */
  readonly terminal: string | null;
  readonly arguments: string;
}

export interface PanelFlag {
  readonly code: string;
  readonly confidence: string;
  readonly title: string;
  /** What happened, and how long before the end. */
  readonly sentence: string;
  /** The cells of each row that compares what was acted on with what was final. */
  readonly differences: readonly (readonly string[])[];
}

export type PanelTab = 'Calls' | 'Events' | 'Request' | 'Diagnostics';

export interface Panel {
  readonly frame: Frame;
  /** The streams in the list, from the top. */
  streams(): Promise<PanelStream[]>;
  /** Selects a stream by its id. */
  select(stream: string): Promise<void>;
  /** Shows one of the selected stream's tabs. */
  showTab(tab: PanelTab): Promise<void>;
  /** Selects a stream and reads its calls, one tab after another. */
  calls(stream: string): Promise<PanelCall[]>;
  /** The cards of the flags that are shown. */
  flags(): Promise<PanelFlag[]>;
  /** Chooses a session file in the file chooser that "Import session" opens. */
  importFile(name: string, content: string | Uint8Array): Promise<void>;
  /** Core's report on the session that is shown. */
  report(): Promise<Report>;
  /** The actions of a kind that were recorded. */
  actions<Kind extends ActionRecord['kind']>(
    kind: Kind,
  ): Promise<Extract<ActionRecord, { kind: Kind }>[]>;
  /** Clicks a button that saves a file, and gives the file's bytes. */
  download(button: string): Promise<Buffer>;
}

/**
 * Wraps the panel's frame.
 * @param frame as the DevTools window gives it
 */
export function panelOf(frame: Frame): Panel {
  const part = (name: string): Locator => frame.locator(`[data-testid=${name}]`);

  async function readCall(tab: string): Promise<PanelCall> {
    const terminal = part('call-terminal');
    return {
      tab,
      name: (await part('call-name').textContent()) ?? '',
      id: (await part('call-id').textContent()) ?? '',
      status: (await part('call').getAttribute('data-status')) ?? '',
      parse: (await part('call').getAttribute('data-parse')) ?? '',
      terminal: (await terminal.count()) === 0 ? null : await terminal.textContent(),
      arguments: (await part('call-arguments').textContent()) ?? '',
    };
  }

  async function readDifferences(card: Locator): Promise<string[][]> {
    const rows = await card
      .getByRole('row')
      .filter({ has: frame.getByRole('cell') })
      .all();
    return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  }

  const panel: Panel = {
    frame,
    async streams() {
      const rows = await part('stream').all();
      return Promise.all(
        rows.map(async (row) => ({
          stream: (await row.getAttribute('data-stream')) ?? '',
          status: (await row.getAttribute('data-status')) ?? '',
          format: (await row.getAttribute('data-format')) || null,
        })),
      );
    },
    async select(stream) {
      await frame.locator(`[data-testid=stream][data-stream="${stream}"]`).click();
    },
    async showTab(tab) {
      await frame.getByRole('tab', { name: tab, exact: false }).first().click();
    },
    async calls(stream) {
      await panel.select(stream);
      await panel.showTab('Calls');
      const calls: PanelCall[] = [];
      for (const tab of await part('call-tab').all()) {
        await tab.click();
        calls.push(await readCall(((await tab.textContent()) ?? '').trim()));
      }
      return calls;
    },
    async flags() {
      const cards = await part('flag').all();
      return Promise.all(
        cards.map(async (card) => ({
          code: (await card.getAttribute('data-code')) ?? '',
          confidence: (await card.getAttribute('data-confidence')) ?? '',
          title: (await card.getByRole('heading').first().innerText()).split('\n')[0] ?? '',
          sentence: await card.getByRole('paragraph').nth(1).innerText(),
          differences: await readDifferences(card),
        })),
      );
    },
    async importFile(name, content) {
      const [chooser] = await Promise.all([
        frame.page().waitForEvent('filechooser'),
        frame.getByRole('button', { name: 'Import session' }).click(),
      ]);
      const buffer = Buffer.from(content);
      await chooser.setFiles({ name, mimeType: 'application/json', buffer });
    },
    report() {
      return frame.evaluate(() => midstream.report());
    },
    async actions<Kind extends ActionRecord['kind']>(kind: Kind) {
      const text = await frame.evaluate(() => midstream.session());
      const session: { readonly records: readonly SessionRecord[] } = JSON.parse(text);
      return session.records.filter(
        (record): record is Extract<ActionRecord, { kind: Kind }> =>
          record.type === 'action' && record.kind === kind,
      );
    },
    async download(button) {
      const [download] = await Promise.all([
        frame.page().waitForEvent('download'),
        frame.getByRole('button', { name: button }).click(),
      ]);
      return readFile(await download.path());
    },
  };
  return panel;
}
