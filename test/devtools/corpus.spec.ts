/**
 * Recorded streams of real providers through a real server, page and panel. They are data of
 * others and lie beside the project; without them there is nothing to run here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { finishReading, startReading } from '../support/page-reader.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/corpus');

/** The numbers of the recordings: one call, two, seven, none with an error, one without arguments. */
const NUMBERS = ['053', '068', '033', '007', '116', '239', '202', '211'];

interface ExpectedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly argumentsForm: string;
  readonly status: string;
}

interface Recording {
  readonly file: string;
  readonly format: string;
  readonly contentType?: string;
  readonly expected: { readonly calls: readonly ExpectedCall[]; readonly streamError: boolean };
}

function isRecording(value: unknown): value is Recording {
  return typeof value === 'object' && value !== null && 'file' in value && 'expected' in value;
}

function readRecordings(): Recording[] {
  const file = join(FOLDER, 'manifest.json');
  if (!existsSync(file)) return [];
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const entries: unknown[] = Array.isArray(manifest) ? manifest : [];
  return entries
    .filter(isRecording)
    .filter((entry) => NUMBERS.some((number) => entry.file.startsWith(`raw/${number}-`)));
}

/** Cuts bytes into chunks of 1 to 400, the same ones on every run. */
function cutBytes(bytes: Buffer, seed: number): Buffer[] {
  const chunks: Buffer[] = [];
  let state = seed;
  for (let at = 0; at < bytes.length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const length = 1 + ((state >>> 8) % 400);
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

const recordings = readRecordings();
test.skip(recordings.length === 0, `There are no recorded streams in ${FOLDER}.`);

if (recordings.length === 0) {
  test('recorded streams come out as their manifest says', () => undefined);
}

for (const recording of recordings) {
  test(`the recorded stream ${recording.file} comes out as its manifest says`, async ({
    midstream: { page, panel, view },
    server,
  }) => {
    const body = readFileSync(join(FOLDER, recording.file));
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/recorded');
    const { contentType } = recording;
    const stream = await server.stream(
      '/stream/recorded',
      contentType === undefined ? {} : { contentType },
    );
    for (const chunk of cutBytes(body, body.length)) await stream.send(chunk);
    stream.end();
    await finishReading(page, reading);

    const status = recording.expected.streamError ? 'error' : 'complete';
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', status);
    const format = recording.format === 'anthropic' ? 'anthropic-messages' : recording.format;
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-format', format);
    const [row] = await view.streams();
    const calls = await view.calls(row?.stream ?? '');
    expect(
      calls.map((call) => ({
        id: call.id,
        name: call.name,
        arguments: call.arguments,
        status: call.status,
      })),
    ).toEqual(
      recording.expected.calls.map((call) => ({
        id: call.id,
        name: call.name,
        arguments: call.argumentsForm === 'string' ? call.arguments : expect.any(String),
        status: call.status,
      })),
    );
  });
}
