/**
 * Other scripts that patch fetch, beside ours: the page reads what it reads without the extension,
 * and the panel shows the stream. No script of a page is earlier than ours, but an app may have
 * taken its fetch before or after the other script came.
 */
import { join } from 'node:path';
import type { Report } from '../../src/core/index.ts';
import type { Panel } from '../support/panel.ts';
import { readCapture } from '../support/read-capture.ts';
import { expect, test } from './client-fixtures.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const capture = readCapture(FIXTURES, 'openai-chat/two-parallel-interleaved.http');
const whole = { type: 'whole', capture } as const;
const held = { type: 'held', capture, events: 4 } as const;
const CALLS = [
  { id: 'call_A', name: 'tide_at', arguments: '{"port":"Ryde"}' },
  { id: 'call_B', name: 'wind_at', arguments: '{"port":"Cowes"}' },
];

const REPLACED = "!String(fetch).includes('[native code]')";

const PATCHERS: readonly {
  readonly name: string;
  /** Among the patchers. */
  readonly module: string;
  /** True in a page where it is at work: else nothing would be tested. */
  readonly isAtWork: string;
}[] = [
  { name: 'zone.js', module: 'zone', isAtWork: 'fetch !== __zone_symbol__fetch' },
  { name: '@sentry/browser', module: 'sentry', isAtWork: "'__sentry_original__' in fetch" },
  { name: '@datadog/browser-rum', module: 'datadog', isAtWork: REPLACED },
  { name: '@mswjs/interceptors', module: 'interceptors', isAtWork: REPLACED },
  {
    name: 'a service worker of msw',
    module: 'service-worker',
    isAtWork: 'navigator.serviceWorker.controller !== null',
  },
  { name: 'a wrapper that makes a new Response', module: 'rewrap', isAtWork: REPLACED },
  {
    name: 'a frame that lends its fetch',
    module: 'frame-fetch',
    isAtWork: "fetch.name === 'bound fetch'",
  },
  { name: 'a hot reload', module: 'hot-reload', isAtWork: "fetch.name === 'fetch'" },
];

const READINGS = [
  { how: 'in pieces, with a fetch taken after', place: (module: string) => [module, 'app'] },
  { how: 'in pieces, with a fetch taken before', place: (module: string) => ['app', module] },
  { how: 'whole and twice beside', place: (module: string) => [module, 'text-app'] },
  { how: 'with its client beside', place: (module: string) => [module, 'openai-chat'] },
];

/** What the panel shows, without the requests that a patcher makes for itself. */
async function reported(panel: Panel): Promise<Report> {
  const report = await panel.report();
  return { ...report, streams: report.streams.filter(({ calls }) => calls.length > 0) };
}

test.afterEach(async ({ pages }) => {
  // A worker that stays would stand before every page that comes.
  for (const page of pages) {
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) {
        await worker.unregister();
      }
    });
  }
});

for (const { name, module, isAtWork } of PATCHERS) {
  for (const { how, place } of READINGS) {
    test(`a stream that the page reads ${how} ${name} is the same and in the panel`, async ({
      pages,
      runNative,
      runRecorded,
      panel,
    }) => {
      const modules = place(module);
      const expected = await runNative({ modules, reply: whole });
      expect(expected.result).toMatchObject({ calls: CALLS, error: null });
      expect(await runRecorded({ modules, reply: whole })).toEqual(expected);
      for (const page of pages) expect(await page.evaluate(isAtWork)).toBe(true);

      await expect
        .poll(() => reported(panel))
        .toMatchObject({ streams: [{ status: 'complete', calls: CALLS }], flags: [] });
    });
  }

  test(`a stream that the page leaves beside ${name} is left the same, and its early action flagged`, async ({
    runNative,
    runRecorded,
    panel,
  }) => {
    const modules = [module, 'early-app'];
    const expected = await runNative({ modules, reply: held });
    expect(expected.result.error).not.toBeNull();
    expect(await runRecorded({ modules, reply: held })).toEqual(expected);

    await expect
      .poll(() => reported(panel))
      .toMatchObject({
        streams: [{ status: 'aborted' }],
        flags: [{ code: 'early-action', confidence: 'confirmed' }],
      });
  });
}

test('each answer comes in the zone in which it was asked for, after the same tasks', async ({
  runNative,
  runRecorded,
}) => {
  const modules = ['zone', 'zone-app'];
  const expected = await runNative({ modules, reply: whole });
  expect(expected.result.error).toBeNull();
  const zones = expected.result.notes?.filter((note) => note.startsWith('in '));
  expect(zones).toEqual(['in app']);
  expect(await runRecorded({ modules, reply: whole })).toEqual(expected);
});

test('a stream that a mock makes inside the page is the same', async ({
  runNative,
  runRecorded,
}) => {
  const modules = ['mocked-stream', 'openai-chat'];
  const reply = { type: 'unasked' } as const;
  const expected = await runNative({ modules, reply });
  const calls = [{ id: 'call_M', name: 'tide_at', arguments: '{"port":"Ryde"}' }];
  expect(expected.result).toMatchObject({ calls, error: null });
  expect(await runRecorded({ modules, reply })).toEqual(expected);
});
