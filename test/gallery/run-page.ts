/** Runs a page at a speed, and reads what the panel, its cards and the exported session say of it. */
import type { Page } from '@playwright/test';
import type { Report } from '../../src/core/index.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import { readSession } from '../../src/core/session-file.ts';
import type { Panel } from '../support/panel.ts';
import { until } from '../support/until.ts';
import { drivePage } from './drive-page.ts';
import { expectedFlags, inTermsOf, reportedFlags, type ComparedFlag } from './expectation.ts';
import type { GalleryCase, PageKind, PagePlan, Speed } from './gallery-case.ts';
import type { GalleryServer, Visit } from './server.ts';

export interface PageRun {
  readonly page: Page;
  readonly panel: Panel;
  readonly server: GalleryServer;
  readonly gallery: GalleryCase;
  readonly kind: PageKind;
  readonly plan: PagePlan;
  readonly speed: Speed;
}

/** A card as the gallery compares it: code, confidence, and the rows that compare values. */
export type ComparedCard = readonly [
  code: string,
  confidence: string,
  rows: readonly (readonly string[])[],
];

export interface PageOutcome {
  readonly expected: readonly ComparedFlag[];
  readonly reported: readonly ComparedFlag[];
  /** Of the panel; it has the flags that are left out above, too. */
  readonly report: Report;
  readonly exported: string;
}

const SAFE = new Set(['GET', 'HEAD']);

function isUnsafeRequest(record: SessionRecord): boolean {
  return record.type === 'action' && record.kind === 'request' && !SAFE.has(record.method);
}

async function recordsOf(panel: Panel): Promise<readonly SessionRecord[]> {
  const reading = readSession(await panel.frame.evaluate(() => midstream.session()));
  return reading.type === 'unreadable' ? [] : reading.session.records;
}

async function fragmentsIn(panel: Panel): Promise<number> {
  const { streams } = await panel.report();
  const calls = streams.flatMap((stream) => stream.calls);
  return calls.reduce((sum, { fragments }) => sum + fragments, 0);
}

/** What the server got under the path that the page acts on. */
function bodiesOf(visit: Visit, effect: string): readonly unknown[] {
  return visit.requests
    .filter(({ method, path }) => method === 'POST' && path === effect)
    .map(({ body }): unknown => JSON.parse(body));
}

/** All that happened has to be in the panel before anything is said of it. */
async function settled({ panel, gallery, plan }: PageRun, visit: Visit): Promise<void> {
  const sent = JSON.stringify(plan.sent);
  await until(`${sent} under ${gallery.effect}`, () =>
    JSON.stringify(bodiesOf(visit, gallery.effect)) === sent ? true : undefined,
  );
  const replies = Object.keys(gallery.replies).length;
  const over = panel.frame.locator('[data-testid=stream]:not([data-status=open])');
  await until('the panel to have all of it', async () => {
    if ((await over.count()) !== replies) return undefined;
    const unsafe = (await recordsOf(panel)).filter((record) => isUnsafeRequest(record)).length;
    const effects = visit.requests.filter(({ method }) => !SAFE.has(method)).length;
    return unsafe === effects + replies ? true : undefined;
  });
}

function sorted(flags: readonly ComparedFlag[]): readonly ComparedFlag[] {
  return flags.toSorted((left, right) => left.code.localeCompare(right.code));
}

/** Loads a page, drives it to its end and reads what is said of it. */
export async function runPage(run: PageRun): Promise<PageOutcome> {
  const { page, panel, server, gallery, kind, plan, speed } = run;
  const url = server.page(gallery.name, kind, speed);
  const [reply] = Object.values(gallery.replies);
  if (reply === undefined) throw new Error('The page asks for nothing.');
  await page.goto(url);
  const visit = server.visit(url);
  await drivePage({
    page,
    visit,
    plan,
    replies: Object.keys(gallery.replies).length,
    received: async (count) => {
      await until(`${count} fragments`, async () =>
        (await fragmentsIn(panel)) >= count ? true : undefined,
      );
    },
  });
  await settled(run, visit);

  const report = await panel.report();
  const expected = sorted(expectedFlags(plan.flags, reply, speed));
  const reported = sorted(reportedFlags(report, await recordsOf(panel), url));
  const exported = await panel.download('Export session');
  return {
    expected,
    reported: inTermsOf(expected, reported),
    report,
    exported: exported.toString(),
  };
}

/** @returns the cards that are faults, of all streams */
export async function cardsOf(panel: Panel): Promise<readonly ComparedCard[]> {
  await panel.frame.getByRole('button', { name: /^All \d/ }).click();
  const cards = await panel.frame
    .locator('[data-testid=flag]')
    .evaluateAll((elements) =>
      elements.map(
        (card) =>
          [
            card.getAttribute('data-code') ?? '',
            card.getAttribute('data-confidence') ?? '',
            Array.from(card.querySelectorAll('.differences tbody tr'), (row) =>
              Array.from(row.children, (cell) => cell.textContent),
            ),
          ] as const,
      ),
    );
  return cards
    .filter(([code]) => code !== 'before-stream-end')
    .toSorted(([left], [right]) => left.localeCompare(right));
}
