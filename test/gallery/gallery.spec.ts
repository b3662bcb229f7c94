/**
 * Agent pages with the libraries that people use, wrong and right, at each speed: a wrong page gets
 * exactly the flag that it deserves, in the panel and from its exported session; a right page and a
 * page that only does something meanwhile get none above possible.
 */
import { galleryCases } from './cases.ts';
import { PAGE_KINDS, planOf, SPEEDS, type PageKind } from './gallery-case.ts';
import { expect, test } from './gallery-fixtures.ts';
import { cardsOf, runPage } from './run-page.ts';
import { cardOf } from './expectation.ts';

const TITLES: Readonly<Record<PageKind, string>> = {
  wrong: 'is flagged for just that',
  right: 'is not flagged when it is right',
  noise: 'is no fault',
};

test('The index leads to every page at every speed at which it is run', async ({ server }) => {
  const index = await (await fetch(server.url)).text();
  for (const gallery of galleryCases) {
    for (const kind of PAGE_KINDS) {
      const speeds = SPEEDS.filter((speed) => planOf(gallery, kind, speed) !== null);
      for (const speed of speeds) {
        const { pathname } = new URL(server.page(gallery.name, kind, speed));
        expect(index).toContain(`href="${pathname}"`);
        const page = await (await fetch(new URL(pathname, server.url))).text();
        expect(page).toContain(gallery.title);
      }
    }
  }
});

for (const gallery of galleryCases) {
  for (const kind of PAGE_KINDS) {
    for (const speed of SPEEDS) {
      const plan = planOf(gallery, kind, speed);
      if (plan === null) continue;
      test(`${gallery.title}: ${TITLES[kind]} (${speed})`, async ({
        page,
        panel,
        server,
        inspectSession,
      }) => {
        const outcome = await runPage({ page, panel, server, gallery, kind, plan, speed });
        expect(outcome.reported).toEqual(outcome.expected);
        await expect
          .poll(() => cardsOf(panel))
          .toEqual(outcome.reported.map((flag) => cardOf(flag)));
        expect(inspectSession(outcome.exported).flags).toEqual(outcome.report.flags);
      });
    }
  }
}
