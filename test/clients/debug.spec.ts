import { join } from 'node:path';
import { readCapture } from '../support/read-capture.ts';
import { test } from './client-fixtures.ts';
const FIXTURES = join(import.meta.dirname, '../fixtures');
const capture = readCapture(FIXTURES, 'openai-chat/two-parallel-interleaved.http');
test('debug', async ({ native, server, runNative, runRecorded, panel, recorded }) => {
  const reply = { type: 'whole', capture } as const;
  for (const modules of [['zone','zone-app'], ['rewrap', 'app'], ['sentry','text-app'], ['datadog','text-app'],['interceptors','text-app'], ['zone','text-app'], ['datadog', 'app']]) {
    const n = await runNative({ modules, reply });
    const fetchText = await native.page.evaluate(() => String(fetch).slice(0, 80));
    const r = await runRecorded({ modules, reply });
    await recorded.page.waitForTimeout(1500);
    console.log('=====', modules.join(), JSON.stringify(n) === JSON.stringify(r), fetchText);
    console.log(JSON.stringify(n).slice(0, 1500));
    if (JSON.stringify(n) !== JSON.stringify(r)) console.log(JSON.stringify(r).slice(0,1500));
    const rep = await panel.report();
    console.log(JSON.stringify(rep.streams.map(s => [s.status, s.chunks, s.calls.map(c => c.arguments)])), JSON.stringify(rep.flags));
    console.log((await panel.frame.evaluate(() => midstream.session())).split('\n').filter(l => !l.includes('stream-chunk')).map(l => l.slice(0, 250)).join('\n'));
  }
  console.log(server.intake.length, server.intake.map((s) => s.slice(0, 200)));
});
test('mocked', async ({ native, recorded, panel, server }) => {
  for (const w of [native, recorded]) {
    await w.page.goto(server.page(['mocked-stream', 'openai-chat']));
    console.log(JSON.stringify(await w.page.evaluate(() => runClient({ address: location.origin + '/nowhere', leaves: false }))));
    console.log(w.lines);
  }
  await recorded.page.waitForTimeout(1500);
  console.log(JSON.stringify(await panel.report()));
  console.log(await panel.frame.evaluate(() => midstream.session()));
});
