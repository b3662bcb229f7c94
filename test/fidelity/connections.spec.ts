/**
 * The connection is the page's alone: what it cancels or aborts is closed at the server, and what it
 * does not read is not sent.
 */
import { expect, test, type Page } from '@playwright/test';
import { launchNative, launchRecording, type Browser, type RecordingBrowser } from './browsers.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

let server: StreamServer;
let recording: RecordingBrowser;
let native: Browser;

test.beforeAll(async () => {
  server = await startStreamServer();
  [native, recording] = await Promise.all([launchNative(), launchRecording()]);
});

test.afterAll(async () => {
  await Promise.all([native.close(), recording.close()]);
  await server.close();
});

/** Each gets the address of a stream that stays open, and lets go of it after the first chunk. */
const farewells = {
  'cancel of a reader': async (url) => {
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
  },
  'cancel of a body': async (url) => {
    await (await fetch(url)).body?.cancel();
  },
  'break out of an iterator': async (url) => {
    const { body } = await fetch(url);
    if (body !== null) for await (const chunk of body) if (chunk.length > 0) break;
  },
  'abort while reading': async (url) => {
    const controller = new AbortController();
    const reader = (await fetch(url, { signal: controller.signal })).body?.getReader();
    await reader?.read();
    controller.abort();
    await reader?.read().catch(() => {});
  },
  'abort while text is read': async (url) => {
    const controller = new AbortController();
    const text = (await fetch(url, { signal: controller.signal })).text();
    controller.abort();
    await text.catch(() => {});
  },
  'abort of a pipe': async (url) => {
    const controller = new AbortController();
    const { body } = await fetch(url);
    const sink = new WritableStream({ write: () => controller.abort() });
    await body?.pipeTo(sink, { signal: controller.signal }).catch(() => {});
  },
  'cancel behind a transform': async (url) => {
    const reader = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await reader?.cancel();
  },
  'cancel of both branches of a tee': async (url) => {
    const [first, second] = (await fetch(url)).body?.tee() ?? [];
    await Promise.all([first?.cancel(), second?.cancel()]);
  },
} satisfies Record<string, (url: string) => Promise<void>>;

const entries: readonly [string, (url: string) => Promise<void>][] = Object.entries(farewells);

for (const [name, farewell] of entries) {
  test(`${name} closes the connection`, async () => {
    await recording.open(server.origin);
    const id = name.replaceAll(' ', '-');
    await recording.page.evaluate(farewell, `${server.origin}/open?id=${id}`);
    await expect.poll(() => server.isClosed(id), { timeout: 1000 }).toBe(true);
  });
}

test('a body that the page stops reading is not sent on', async () => {
  await recording.open(server.origin);
  await native.page.goto(server.origin);
  const expected = await bytesUntilStill(native.page, 'native');
  const seen = await bytesUntilStill(recording.page, 'recorded');
  expect(seen).toBeLessThan(Math.max(expected * 2, 16 * 1024 * 1024));
});

/** Reads one chunk of an endless body and waits until the server can send no more. */
async function bytesUntilStill(page: Page, id: string): Promise<number> {
  await page.evaluate(async (url) => {
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    // Held, so that it is not collected and the connection with it.
    Reflect.set(globalThis, 'held', reader);
  }, `${server.origin}/flood?id=${id}`);
  let last = -1;
  await expect
    .poll(
      () => {
        const isStill = server.sent(id) === last;
        last = server.sent(id);
        return isStill;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return last;
}
