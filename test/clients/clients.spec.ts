/**
 * Pages with the official clients: each gets from a recorded page what it gets without the
 * extension, and the panel shows the calls that the client shows.
 */
import { join } from 'node:path';
import type { Report } from '../../src/core/index.ts';
import type { Panel } from '../support/panel.ts';
import { readCapture } from '../support/read-capture.ts';
import { expect, test } from './client-fixtures.ts';
import type { ClientCall } from './pages/client-page.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

const CLIENTS: readonly {
  readonly name: string;
  /** The module that runs it. */
  readonly module: string;
  /** A reply with calls, below the fixtures. */
  readonly capture: string;
  /** How many events there are up to the one that makes the client show the first of a call. */
  readonly firstFragment: number;
}[] = [
  {
    name: 'openai (chat completions)',
    module: 'openai-chat',
    capture: 'openai-chat/two-parallel-interleaved',
    firstFragment: 4,
  },
  {
    name: 'openai (responses)',
    module: 'openai-responses',
    capture: 'openai-responses/parallel-calls',
    firstFragment: 8,
  },
  {
    name: '@anthropic-ai/sdk',
    module: 'anthropic-messages',
    capture: 'anthropic-messages/two-tools',
    firstFragment: 3,
  },
  {
    name: 'ai',
    module: 'ai-sdk',
    capture: 'ai-sdk-ui/two-interleaved',
    firstFragment: 5,
  },
  {
    name: '@ag-ui/client',
    module: 'ag-ui',
    capture: 'ag-ui/berth-booking',
    firstFragment: 6,
  },
  {
    name: '@google/genai',
    module: 'google-genai',
    capture: 'gemini/two-tools-with-ids',
    firstFragment: 1,
  },
  {
    name: 'cohere-ai',
    module: 'cohere',
    capture: 'cohere-v2/two-tools',
    firstFragment: 3,
  },
  {
    name: '@mistralai/mistralai',
    module: 'mistral',
    capture: 'mistral/two-tools',
    firstFragment: 2,
  },
  {
    name: '@microsoft/fetch-event-source',
    module: 'fetch-event-source',
    capture: 'openai-chat/two-parallel-interleaved',
    firstFragment: 4,
  },
  {
    name: 'eventsource-parser',
    module: 'eventsource-parser',
    capture: 'openai-chat/two-parallel-interleaved',
    firstFragment: 4,
  },
];

const REFUSAL = {
  type: 'error',
  error: { type: 'invalid_request_error', code: 'unknown_berth', message: 'No such berth: N9.' },
  message: 'No such berth: N9.',
};

/** What the panel should have of a call that a client shows. */
function asReported({ id, name, arguments: given }: ClientCall): object {
  return typeof given === 'string'
    ? { id, name, arguments: given, status: 'complete' }
    : { id, name, argumentsJson: given ?? null, status: 'complete' };
}

/** What the panel shows: partial parsers try JSON.parse, which is possible at most. */
async function reported(panel: Panel): Promise<Report> {
  const report = await panel.report();
  return { ...report, flags: report.flags.filter(({ confidence }) => confidence !== 'possible') };
}

for (const { name, module, capture: path, firstFragment } of CLIENTS) {
  const capture = readCapture(FIXTURES, `${path}.http`);
  const modules = [module];

  test(`${name} reads the same reply, and the panel shows the same calls`, async ({
    runNative,
    runRecorded,
    panel,
  }) => {
    const reply = { type: 'whole', capture } as const;
    const expected = await runNative({ modules, reply });
    expect(expected.result.error).toBeNull();
    expect(expected.result.calls).not.toEqual([]);
    expect(await runRecorded({ modules, reply })).toEqual(expected);

    const calls = expected.result.calls.map(asReported);
    await expect
      .poll(() => reported(panel))
      .toMatchObject({ streams: [{ status: 'complete', calls }], flags: [] });
  });

  test(`${name} fails the same on an error reply`, async ({ runNative, runRecorded, panel }) => {
    const reply = { type: 'refused', status: 400, body: REFUSAL } as const;
    const expected = await runNative({ modules, reply });
    expect(expected.result.error).not.toBeNull();
    expect(await runRecorded({ modules, reply })).toEqual(expected);

    const { streams } = await panel.report();
    expect(streams.flatMap(({ calls }) => calls)).toEqual([]);
  });

  test(`${name} leaves a stream the same, and the panel says that it was left`, async ({
    runNative,
    runRecorded,
    panel,
  }) => {
    const reply = { type: 'held', capture, events: firstFragment } as const;
    expect(await runRecorded({ modules, reply })).toEqual(await runNative({ modules, reply }));

    await expect
      .poll(() => reported(panel))
      .toMatchObject({ streams: [{ status: 'aborted' }], flags: [] });
  });
}
