/**
 * The demo's server over real HTTP, its replies read by core.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInspection } from '../../src/core/index.ts';
import type { Call } from '../../src/core/types.ts';
import { startDemo, type Demo } from './server.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo({ port: 0, speed: 50 });
});

afterAll(() => demo.close());

async function readCalls(query: string): Promise<readonly Call[]> {
  const response = await fetch(`${demo.url}api/chat?${query}`, { method: 'POST', body: '{}' });
  const inspection = createInspection();
  inspection.add({ type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' });
  inspection.add({ type: 'stream-chunk', t: 1, stream: 's1', text: await response.text() });
  inspection.add({ type: 'stream-end', t: 2, stream: 's1', reason: 'eof' });
  return inspection.stream('s1')?.calls ?? [];
}

describe.each(['openai-chat', 'anthropic-messages'])('a reply in %s', (format) => {
  test('holds one refund whose amount is cut after its second digit', async () => {
    const [refund, ...others] = await readCalls(`format=${format}`);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({
      name: 'create_refund',
      status: 'complete',
      arguments: '{"orderId": "A-1042", "amountCents": 5000, "reason": "Arrived broken"}',
    });
    expect(refund?.fragments.map(({ text }) => text)).toContain('"amountCents": 50');
  });

  test('holds a refund and a pickup where both are asked for', async () => {
    const calls = await readCalls(`format=${format}&script=parallel`);
    expect(calls.map(({ name, status }) => [name, status])).toEqual([
      ['create_refund', 'complete'],
      ['schedule_pickup', 'complete'],
    ]);
  });

  test('stops inside the call where a cut is asked for', async () => {
    const [refund] = await readCalls(`format=${format}&script=cut`);
    expect(refund).toMatchObject({ status: 'incomplete', end: null });
  });
});

test('a refund is kept as it was asked for, and listed', async () => {
  const refund = { orderId: 'A-1042', amountCents: 50 };
  const address = `${demo.url}api/refunds`;
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(refund) });
  expect(answer.status).toBe(201);
  expect(demo.refunds).toEqual([refund]);
  expect(await (await fetch(address)).json()).toEqual([refund]);
});

test('a refund that is no JSON is refused and not kept', async () => {
  const kept = demo.refunds.length;
  const answer = await fetch(`${demo.url}api/refunds`, { method: 'POST', body: '{"orderId": ' });
  expect(answer.status).toBe(400);
  expect(demo.refunds).toHaveLength(kept);
});

test('only the files of the page are served', async () => {
  expect((await fetch(demo.url)).status).toBe(200);
  expect((await fetch(`${demo.url}server.ts`)).status).toBe(404);
  expect((await fetch(`${demo.url}../server.ts`)).status).toBe(404);
});
