/** A body that the page gives away is read where nothing sees it: the page gets all of it, and the record says so. */
import { expect, test } from '@playwright/test';
import { bodyOf, type RecordingBrowser } from './browsers.ts';
import { recordForEach } from './recording.ts';
import { EVENTS, type StreamServer } from './stream-server.ts';

let server: StreamServer;
let recording: RecordingBrowser;

recordForEach((recorded) => {
  ({ server, recording } = recorded);
});

/** What was recorded of streams but their chunks. */
async function story(): Promise<readonly string[]> {
  const records = await recording.records();
  return records.flatMap((record) => {
    if (record.type === 'stream-open') return ['open'];
    if (record.type === 'gap') return [record.reason];
    return record.type === 'stream-end' ? [record.reason] : [];
  });
}

test('to a clone of it', async () => {
  const text = await recording.page.evaluate(async (url) => {
    const { body } = await fetch(url);
    if (body === null) return null;
    const moved = structuredClone(body, { transfer: [body] });
    return new Response(moved).text();
  }, `${server.origin}/sse`);
  expect(text).toBe(EVENTS);
  await expect.poll(story).toEqual(['open', 'transferred']);
});

test('to a worker', async () => {
  const text = await recording.page.evaluate(async (url) => {
    const code = 'onmessage = async ({ data }) => postMessage(await new Response(data).text());';
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    const { body } = await fetch(url);
    if (body === null) return null;
    return new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.postMessage(body, [body]);
    });
  }, `${server.origin}/sse`);
  expect(text).toBe(EVENTS);
  await expect.poll(story).toEqual(['open', 'transferred']);
});

test('through a port, while a clone of the response is still read here', async () => {
  const texts = await recording.page.evaluate(async (url) => {
    const response = await fetch(url);
    const clone = response.clone();
    const { body } = response;
    if (body === null) return null;
    const { port1, port2 } = new MessageChannel();
    const received = new Promise<string>((resolve) => {
      port2.addEventListener('message', ({ data }) => resolve(new Response(data).text()));
      port2.start();
    });
    port1.postMessage(body, { transfer: [body] });
    return Promise.all([received, clone.text()]);
  }, `${server.origin}/sse`);
  expect(texts).toEqual([EVENTS, EVENTS]);
  await expect.poll(story).toEqual(['open', 'eof']);
  expect(bodyOf(await recording.records())).toBe(EVENTS);
});
