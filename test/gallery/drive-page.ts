/** Drives a page of the gallery as its plan says, each step at its place in the reply. */
import type { Page } from '@playwright/test';
import { until } from '../support/until.ts';
import type { PagePlan, UserStep } from './gallery-case.ts';
import type { Visit } from './server.ts';

export interface Drive {
  readonly page: Page;
  readonly visit: Visit;
  readonly plan: PagePlan;
  /** How many replies the page asks for. */
  readonly replies: number;
  /** Settles when the page has got so many fragments. */
  readonly received: (fragments: number) => Promise<void>;
}

/** Runs a page from the question to what its user does after the reply. */
export async function drivePage({ page, visit, plan, replies, received }: Drive): Promise<void> {
  const awaited = new Map<string, number>();

  async function take(step: UserStep): Promise<void> {
    switch (step.type) {
      case 'click':
        return page.getByRole('button', { name: step.button, exact: true }).click();
      case 'fill':
        return page.getByLabel(step.field).fill(step.text);
      case 'press':
        return page.getByLabel(step.field).press(step.key);
      case 'button': {
        const button = page.getByRole('button', { name: step.button, exact: true });
        await until(`the button ${step.button}`, async () =>
          (await button.isEnabled()) === step.isEnabled ? true : undefined,
        );
        return undefined;
      }
      case 'request': {
        const count = (awaited.get(step.path) ?? 0) + step.count;
        awaited.set(step.path, count);
        await until(`request ${count} for ${step.path}`, () =>
          visit.requests.filter(({ path }) => path === step.path).length >= count
            ? true
            : undefined,
        );
        return undefined;
      }
      default:
        return step satisfies never;
    }
  }

  async function takeAll(moment: string): Promise<void> {
    for (const step of plan.user[moment] ?? []) await take(step);
  }

  await takeAll('start');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  for (let open = replies; open > 0;) {
    const stop = await visit.nextStop();
    if (stop.type === 'over') {
      open -= 1;
    } else {
      await received(visit.fragments);
      await takeAll(stop.name);
      stop.release();
    }
  }
  await takeAll('end');
}
