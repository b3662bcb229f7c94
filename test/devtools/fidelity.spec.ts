/**
 * What the page notices of the extension while it records: nothing.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { startReading } from '../support/page-reader.ts';
import { createReply, REFUND } from '../support/replies.ts';
import type { StreamServer } from '../support/stream-server.ts';

const LEAVING = [
  { how: 'cancel', status: 'aborted' },
  { how: 'abort', status: 'aborted' },
] as const;

for (const { how, status } of LEAVING) {
  test(`the server sees the close within a second when the page leaves a stream by ${how}`, async ({
    midstream: { page, panel },
    server,
  }) => {
    await page.goto(server.url);
    const reading = await startReading(page, '/stream/left');
    const stream = await server.stream('/stream/left');
    await createReply(stream, 'openai-chat', REFUND).send(2);
    await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'streaming');

    const left = performance.now();
    await reading.evaluate((state, way) => state[way](), how);
    expect((await stream.closed) - left).toBeLessThan(1000);
    await expect(panel.getByTestId('stream')).toHaveAttribute('data-status', status);
    await expect(panel.getByTestId('call')).toHaveAttribute('data-status', 'incomplete');
  });
}

/** All that a page can ask of the functions that a recorder has to watch. */
function describeFunctions(): unknown[] {
  const properties: readonly (readonly [object, string])[] = [
    [globalThis, 'fetch'],
    [globalThis, 'EventSource'],
    [Response.prototype, 'text'],
    [Response.prototype, 'json'],
    [Response.prototype, 'clone'],
    [Response.prototype, 'body'],
    [ReadableStream.prototype, 'getReader'],
    [ReadableStream.prototype, 'tee'],
    [ReadableStream.prototype, 'pipeTo'],
    [ReadableStreamDefaultReader.prototype, 'read'],
    [XMLHttpRequest.prototype, 'send'],
    [Navigator.prototype, 'sendBeacon'],
  ];
  return properties.map(([owner, name]) => {
    const property = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    const { writable, enumerable, configurable } = property;
    const value: unknown = property.value ?? Reflect.get(property, 'get');
    if (typeof value !== 'function') return null;
    const source = Function.prototype.toString.call(value);
    const own = Object.getOwnPropertyNames(value);
    return [source, value.name, value.length, own, writable, enumerable, configurable];
  });
}

/** All that a page can ask of a streamed response and of what it got it from. */
async function probe(page: Page, server: StreamServer): Promise<unknown> {
  await page.goto(server.url);
  const answers = ['plain', 'clone', 'bytes', 'iterator', 'piped'].map(async (name) => {
    const stream = await server.stream(`/stream/${name}`);
    await createReply(stream, 'anthropic-messages', REFUND).finish();
  });
  const [findings] = await Promise.all([
    page.evaluate(async () => {
      const plain = await fetch('/redirect/plain?query=1', { method: 'POST', body: '{}' });
      const { body } = plain;
      const text = await plain.text();

      const original = await fetch('/stream/clone', { method: 'POST', body: '{}' });
      const copies = [original.clone(), original];
      const cloned = await Promise.all(copies.map((copy) => copy.text()));

      const bytes = await fetch('/stream/bytes', { method: 'POST', body: '{}' });
      const reader = bytes.body?.getReader({ mode: 'byob' });
      let length = 0;
      let view = new Uint8Array(64);
      for (;;) {
        const read = await reader?.read(view);
        if (read?.value === undefined || read.done) break;
        length += read.value.length;
        view = new Uint8Array(read.value.buffer);
      }

      const iterated = await fetch('/stream/iterator', { method: 'POST', body: '{}' });
      let iteratedLength = 0;
      for await (const chunk of iterated.body ?? []) iteratedLength += chunk.length;

      const piped = await fetch('/stream/piped', { method: 'POST', body: '{}' });
      const pipe = piped.body?.pipeThrough(new TextDecoderStream());
      let pipedText = '';
      for await (const chunk of pipe ?? []) pipedText += chunk;

      const refused = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
      return {
        url: new URL(plain.url).pathname + new URL(plain.url).search,
        type: plain.type,
        redirected: plain.redirected,
        status: plain.status,
        headers: [...plain.headers.keys()],
        instances: [plain instanceof Response, body instanceof ReadableStream],
        sameBody: plain.body === body,
        used: plain.bodyUsed,
        own: [Object.getOwnPropertyNames(plain), Object.getOwnPropertyNames(body)],
        text,
        cloned,
        locked: [bytes.body?.locked, bytes.bodyUsed],
        length,
        iteratedLength,
        pipedText,
        refused: refused instanceof TypeError ? refused.message : null,
        globals: Object.getOwnPropertyNames(globalThis).toSorted(),
      };
    }),
    ...answers,
  ]);
  return { findings, functions: await page.evaluate(describeFunctions) };
}

test('a streamed response and the functions around it are what they are without the extension', async ({
  launch,
  midstream: { page, panel },
  server,
}) => {
  const without = await launch({ extension: null });
  const expected = await probe(without.page, server);
  expect(await probe(page, server)).toEqual(expected);
  // The comparison says nothing unless the extension was there.
  await expect(panel.getByTestId('stream')).toHaveCount(5);
});
