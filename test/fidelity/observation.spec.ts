/**
 * A page cannot tell that it is recorded: every probe gives the same in a browser with the
 * extension, recorded or not, and in one without it, but for the differences that are known. Each
 * probe runs twice in the browser without it: what differs there says nothing.
 */
import { expect, test } from '@playwright/test';
import { markdownTable } from '../support/markdown-table.ts';
import {
  launchNative,
  launchRecording,
  launchUnrecorded,
  type Browser,
  type RecordingBrowser,
  type UnrecordedBrowser,
} from './browsers.ts';
import { measuredPart } from './measured.ts';
import { knownDifferences, probeGroups } from './probes/index.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

interface Outcome {
  readonly group: string;
  readonly isEqualDormant: boolean;
  readonly isEqualRecording: boolean;
}

let server: StreamServer;
let native: Browser;
let unrecorded: UnrecordedBrowser;
let recording: RecordingBrowser;
/** What the consoles show, with the extension and without it. */
const written = new Set<string>();
const writtenNatively = new Set<string>();
const outcomes: Outcome[] = [];

test.beforeAll(async () => {
  server = await startStreamServer();
  [native, unrecorded, recording] = await Promise.all([
    launchNative(),
    launchUnrecorded(),
    launchRecording(),
  ]);
  for (const { page } of [native, unrecorded, recording]) {
    const list = page === native.page ? writtenNatively : written;
    page.on('console', (message) => list.add(message.text()));
    page.on('pageerror', (error) => list.add(error.message));
  }
});

test.afterAll(async () => {
  await Promise.all([native.close(), unrecorded.close(), recording.close()]);
  await server.close();
});

/** Whether two answers are the same plain data. */
function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

for (const [group, probes] of Object.entries(probeGroups)) {
  for (const [name, probe] of Object.entries(probes)) {
    test(`${group}: ${name}`, async () => {
      const { origin } = server;
      await native.page.goto(origin);
      const expected: unknown = await native.page.evaluate(probe, origin);
      await unrecorded.open(origin);
      const dormant: unknown = await unrecorded.page.evaluate(probe, origin);
      await recording.open(origin);
      const recorded: unknown = await recording.page.evaluate(probe, origin);
      await native.page.goto(origin);
      const again: unknown = await native.page.evaluate(probe, origin);
      expect(again, 'without the extension, twice').toEqual(expected);
      const known = knownDifferences[name];
      const mayDiffer = expect(dormant, 'with the extension, nobody records');
      if (known?.isDormantToo === true) mayDiffer.not.toEqual(expected);
      else mayDiffer.toEqual(expected);
      if (known === undefined) expect(recorded, 'recorded').toEqual(expected);
      else expect(recorded, 'recorded').not.toEqual(expected);
      outcomes.push({
        group,
        isEqualDormant: isEqual(dormant, expected),
        isEqualRecording: isEqual(recorded, expected),
      });
    });
  }
}

test('a simple request to another origin asks for no permission because it is recorded', async () => {
  const other = server.origin.replace('localhost', '127.0.0.1');
  await recording.open(server.origin);
  await recording.page.evaluate(async (url) => {
    const request = new XMLHttpRequest();
    const done = new Promise((resolve) => {
      request.onloadend = resolve;
    });
    request.open('POST', url);
    request.send('simple');
    await done;
  }, `${other}/upload`);
  expect(server.preflights('/upload')).toBe(0);
});

test('nothing of the extension is written to the console of the page', () => {
  expect([...written].filter((text) => !writtenNatively.has(text))).toEqual([]);
});

test('the document says what the probes gave', () => {
  const count = Object.values(probeGroups).flatMap((probes) => Object.keys(probes)).length;
  test.skip(outcomes.length < count, 'not every probe has run and passed');
  const rows = Object.keys(probeGroups).map((group) => {
    const own = outcomes.filter((outcome) => outcome.group === group);
    const equal = (key: 'isEqualDormant' | 'isEqualRecording'): string =>
      `${own.filter((outcome) => outcome[key]).length} of ${own.length}`;
    return [group, equal('isEqualDormant'), equal('isEqualRecording')];
  });
  const table = markdownTable(['Probes', 'Equal while dormant', 'Equal while recording'], rows);
  const differences = Object.values(knownDifferences).map(
    ({ sentence, isDormantToo }) => `- ${sentence}${isDormantToo ? ' Also while dormant.' : ''}`,
  );
  const { written: said, measured } = measuredPart('probes', [
    ...table,
    '',
    'The differences:',
    '',
    ...differences,
  ]);
  expect(said).toBe(measured);
});
