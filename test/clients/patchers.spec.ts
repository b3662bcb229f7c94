/**
 * Other scripts that patch fetch, beside ours: the page reads what it reads without the extension,
 * and the panel shows the stream. A page script is always later than ours, but an app may take its
 * fetch before or after the other one's patch.
 */
import { join } from 'node:path';
import { readCapture } from '../support/read-capture.ts';
import { expect, test } from './client-fixtures.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const capture = readCapture(FIXTURES, 'openai-chat/two-parallel-interleaved.http');
const CALLS = [
  { id: 'call_A', name: 'tide_at', arguments: '{"port":"Ryde"}' },
  { id: 'call_B', name: 'wind_at', arguments: '{"port":"Cowes"}' },
];

const PATCHERS = [
  { name: 'zone.js', module: 'zone' },
  { name: '@sentry/browser', module: 'sentry' },
  { name: '@datadog/browser-rum', module: 'datadog' },
  { name: '@mswjs/interceptors', module: 'interceptors' },
  { name: 'msw', module: 'service-worker' },
  { name: 'a hot reload', module: 'hot-reload' },
  { name: 'a fetch of another frame', module: 'frame-fetch' },
];

for (const { name, module } of PATCHERS) {
  const orders = [
    { order: `after ${name}`, modules: [module, 'app'] },
    { order: `before ${name}`, modules: ['app', module] },
    { order: `with openai after ${name}`, modules: [module, 'openai-chat'] },
  ];
  for (const { order, modules } of orders) {
    test(`a stream that the page reads ${order} is the same and is in the panel`, async ({
      runNative,
      runRecorded,
      panel,
    }) => {
      const reply = { type: 'whole', capture } as const;
      const expected = await runNative({ modules, reply });
      expect(expected.result).toMatchObject({ calls: CALLS, error: null });
      expect(await runRecorded({ modules, reply })).toEqual(expected);
      await expect
        .poll(() => panel.report())
        .toMatchObject({ streams: [{ status: 'complete', calls: CALLS }], flags: [] });
    });

    test(`a stream that the page leaves ${order} is left the same`, async ({
      runNative,
      runRecorded,
      panel,
    }) => {
      const reply = { type: 'held', capture, events: 4 } as const;
      const expected = await runNative({ modules, reply });
      expect(await runRecorded({ modules, reply })).toEqual(expected);
      await expect.poll(() => panel.report()).toMatchObject({ streams: [{ status: 'aborted' }] });
    });
  }
}
