/**
 * A page cannot tell that it is recorded: every probe gives the same in a browser with the
 * extension, recorded or not, and in one without it.
 */
import { expect, test } from '@playwright/test';
import {
  launchNative,
  launchRecording,
  launchUnrecorded,
  type Browser,
  type RecordingBrowser,
} from './browsers.ts';
import { errorProbes, identityProbes, responseProbes, streamProbes, type Probe } from './probes.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

let server: StreamServer;
let native: Browser;
let unrecorded: Browser;
let recording: RecordingBrowser;
const written: string[] = [];

test.beforeAll(async () => {
  server = await startStreamServer();
  [native, unrecorded, recording] = await Promise.all([
    launchNative(),
    launchUnrecorded(),
    launchRecording(),
  ]);
  for (const { page } of [unrecorded, recording]) {
    page.on('console', (message) => written.push(message.text()));
    page.on('pageerror', (error) => written.push(error.message));
  }
});

test.afterAll(async () => {
  await Promise.all([native.close(), unrecorded.close(), recording.close()]);
  await server.close();
});

const probes: readonly [string, Probe][] = Object.entries({
  ...identityProbes,
  ...responseProbes,
  ...streamProbes,
  ...errorProbes,
});

for (const [name, probe] of probes) {
  test(name, async () => {
    await native.page.goto(server.origin);
    await unrecorded.page.goto(server.origin);
    await recording.open(server.origin);
    const expected: unknown = await native.page.evaluate(probe, server.origin);
    const seen: unknown = await unrecorded.page.evaluate(probe, server.origin);
    const seenRecorded: unknown = await recording.page.evaluate(probe, server.origin);
    expect({ seen, seenRecorded }).toEqual({ seen: expected, seenRecorded: expected });
  });
}

test('nothing of the extension is written to the console of the page', () => {
  const ours = written.filter((text) => !/Failed to load resource|net::ERR/.test(text));
  expect(ours).toEqual([]);
});
