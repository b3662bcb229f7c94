/**
 * What is recorded is what the page got: each byte once, in the page's chunks, with the end that
 * the page saw and the actions that its chunks caused.
 */
import { expect, test } from '@playwright/test';
import { bodyOf, type RecordingBrowser } from './browsers.ts';
import { recordForEach } from './recording.ts';
import { EVENTS, type StreamServer } from './stream-server.ts';

let server: StreamServer;
let recording: RecordingBrowser;

recordForEach((recorded) => {
  ({ server, recording } = recorded);
});

async function endReasons(): Promise<readonly string[]> {
  const records = await recording.records();
  return records.flatMap((record) => (record.type === 'stream-end' ? [record.reason] : []));
}

type Reading = (url: string) => Promise<unknown>;

const readings = {
  'a reader': async (url) => {
    const reader = (await fetch(url)).body?.getReader();
    while ((await reader?.read())?.done === false) continue;
  },
  'a byte reader': async (url) => {
    const reader = (await fetch(url)).body?.getReader({ mode: 'byob' });
    while ((await reader?.read(new Uint8Array(10)))?.done === false) continue;
  },
  'a constructed reader': async (url) => {
    const { body } = await fetch(url);
    if (body === null) return;
    const reader = new ReadableStreamDefaultReader(body);
    while (!(await reader.read()).done) continue;
  },
  'an iterator': async (url) => {
    let bytes = 0;
    const { body } = await fetch(url);
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return bytes;
  },
  'a pipe through a transform': async (url) => {
    const { body } = await fetch(url);
    let text = '';
    const decoded = body?.pipeThrough(new TextDecoderStream());
    if (decoded !== undefined) for await (const part of decoded) text += part;
    return text;
  },
  'a pipe to a sink': async (url) => {
    await (await fetch(url)).body?.pipeTo(new WritableStream());
  },
  text: async (url) => (await fetch(url)).text(),
  'both branches of a tee': async (url) => {
    const [first, second] = (await fetch(url)).body?.tee() ?? [];
    return Promise.all([new Response(first).text(), new Response(second).text()]);
  },
  'a clone and its original': async (url) => {
    const response = await fetch(url);
    return Promise.all([response.clone().text(), response.text()]);
  },
} satisfies Record<string, Reading>;

const entries: readonly [string, Reading][] = Object.entries(readings);

for (const [name, reading] of entries) {
  test(`a stream read by ${name} is recorded whole and once`, async () => {
    await recording.page.evaluate(reading, `${server.origin}/sse`);
    await expect.poll(endReasons).toEqual(['eof']);
    expect(bodyOf(await recording.records())).toBe(EVENTS);
  });
}

test('a text response is a stream when it is read in pieces, and none when it is read whole', async () => {
  const url = `${server.origin}/sse?type=text/plain`;
  await recording.page.evaluate(async (address) => {
    await (await fetch(address)).text();
    const { body } = await fetch(address);
    let bytes = 0;
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return bytes;
  }, url);
  await expect.poll(endReasons).toEqual(['eof']);
  expect(bodyOf(await recording.records())).toBe(EVENTS);
});

test('a download that the page reads in pieces is recorded up to a limit, and says so', async () => {
  await recording.page.evaluate(async (url) => {
    const { body } = await fetch(url);
    let bytes = 0;
    if (body !== null)
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > 20 * 1024 * 1024) break;
      }
  }, `${server.origin}/flood`);
  await expect.poll(endReasons).toEqual(['cancel']);
  const records = await recording.records();
  const gaps = records.flatMap((record) => (record.type === 'gap' ? [record] : []));
  const lost = gaps.reduce((sum, gap) => sum + gap.bytes, 0);
  const recorded = bodyOf(records).length;
  expect(gaps.every((gap) => gap.reason === 'too-large')).toBe(true);
  expect(recorded).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(recorded + lost).toBeGreaterThan(20 * 1024 * 1024);
});

test('each way to stop early is told as what it was', async () => {
  await recording.page.evaluate(async (origin) => {
    const cancelled = (await fetch(`${origin}/open`)).body?.getReader();
    await cancelled?.read();
    await cancelled?.cancel();
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = (await fetch(`${origin}/open`, { signal })).body?.getReader();
    await aborted?.read();
    controller.abort();
    await aborted?.read().catch(() => {});
    const cut = (await fetch(`${origin}/open?id=cut`)).body?.getReader();
    await cut?.read();
    await fetch(`${origin}/cut?id=cut`);
    await cut?.read().catch(() => {});
  }, server.origin);
  await expect.poll(endReasons).toEqual(['cancel', 'abort', 'error']);
});

test('a released reader does not end the stream that the next one reads', async () => {
  await recording.page.evaluate(async (url) => {
    const { body } = await fetch(url);
    const first = body?.getReader();
    const pending = first?.read();
    first?.releaseLock();
    await pending?.catch(() => {});
    let bytes = 0;
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return bytes;
  }, `${server.origin}/sse`);
  await expect.poll(endReasons).toEqual(['eof']);
});

test('a request that a chunk causes names that chunk, and joins the stream it opens', async () => {
  await recording.page.evaluate(async (origin) => {
    const reader = (
      await fetch(`${origin}/open`, { method: 'POST', body: '{}' })
    ).body?.getReader();
    await reader?.read();
    void fetch(`${origin}/echo`, { method: 'PUT', body: new URLSearchParams({ a: 'b c' }) });
    await reader?.cancel();
    const form = new FormData();
    form.set('name', 'value');
    const request = new XMLHttpRequest();
    request.open('post', '/echo');
    request.send(form);
    navigator.sendBeacon('/echo', 'beacon');
    await (await fetch(`${origin}/echo`, { method: 'PATCH', body: 'done' })).text();
  }, server.origin);
  await expect
    .poll(async () =>
      (await recording.records()).flatMap((record) =>
        record.type === 'action' && record.kind === 'request'
          ? [[record.initiator, record.method, record.url.replace(server.origin, ''), record.body]]
          : [],
      ),
    )
    .toEqual([
      ['fetch', 'POST', '/open', '{}'],
      ['fetch', 'PUT', '/echo', 'a=b+c'],
      ['xhr', 'POST', '/echo', 'name=value'],
      ['beacon', 'POST', '/echo', 'beacon'],
      ['fetch', 'PATCH', '/echo', 'done'],
    ]);
  const records = await recording.records();
  const open = records.find((record) => record.type === 'stream-open');
  const requests = records.filter(
    (record) => record.type === 'action' && record.kind === 'request',
  );
  expect(requests[0]).toMatchObject({ requestId: open?.requestId });
  expect(requests[1]).toMatchObject({ cause: { stream: open?.stream, chunk: 0 } });
});

test('a gesture comes before the request that it leads to', async () => {
  await recording.page.evaluate(() => {
    document.body.innerHTML =
      '<main><button data-testid="confirm"><b>Confirm</b> refund</button></main>';
    document.querySelector('button')?.addEventListener('click', () => {
      void fetch('/echo', { method: 'POST', body: 'clicked' });
    });
  });
  await recording.page.getByRole('button').click();
  await expect
    .poll(async () =>
      (await recording.records()).map((record) => record.type === 'action' && record.kind),
    )
    .toEqual(['gesture', 'request']);
  expect((await recording.records())[0]).toMatchObject({
    event: 'click',
    trusted: true,
    target: {
      role: 'button',
      name: 'Confirm refund',
      selector: '[data-testid="confirm"]',
      testId: 'confirm',
    },
  });
});

test('one gesture of the user is one record, however many events it has', async () => {
  await recording.page.evaluate(() => {
    document.body.innerHTML = `<form id="form" action="javascript:void 0">
      <label id="label"><input type="checkbox"> Agree</label><input id="field" aria-label="Amount">
      <button id="send">Send</button></form>`;
  });
  await recording.page.locator('#label').click({ position: { x: 40, y: 5 } });
  await recording.page.locator('#field').press('Enter');
  await recording.page.locator('#send').press('Enter');
  await recording.page.locator('#send').click();
  await expect
    .poll(async () =>
      (await recording.records()).flatMap((record) =>
        record.type === 'action' && record.kind === 'gesture'
          ? [[record.event, record.target?.role, record.target?.name]]
          : [],
      ),
    )
    .toEqual([
      ['click', 'checkbox', 'Agree'],
      ['enter', 'textbox', 'Amount'],
      ['click', 'button', 'Send'],
      ['click', 'button', 'Send'],
    ]);
});

test('a stopped recording leaves a gap in open streams and records nothing more of them', async () => {
  await recording.page.evaluate(async (origin) => {
    const response = await fetch(`${origin}/open`);
    const reader = response.body?.getReader();
    await reader?.read();
    Reflect.set(globalThis, 'reader', reader);
  }, server.origin);
  await expect.poll(async () => bodyOf(await recording.records())).toContain('first');
  await recording.record(false);
  await expect
    .poll(async () =>
      (await recording.records()).flatMap((record) =>
        record.type === 'gap' ? [record.reason] : [],
      ),
    )
    .toEqual(['recording-stopped']);
  const before = (await recording.records()).length;
  await recording.page.evaluate(
    (url) => fetch(url).then((response) => response.text()),
    `${server.origin}/sse`,
  );
  await recording.record(true);
  await recording.page.evaluate(async (origin) => {
    const reader: unknown = Reflect.get(globalThis, 'reader');
    if (reader instanceof ReadableStreamDefaultReader) await reader.cancel();
    // The switch has reached the page once a stream is recorded again.
    await (await fetch(`${origin}/sse`)).text();
  }, server.origin);
  await expect
    .poll(async () => {
      await recording.page.evaluate(
        (url) => fetch(url).then((response) => response.text()),
        `${server.origin}/sse`,
      );
      return (await endReasons()).length;
    })
    .toBeGreaterThan(0);
  const later = (await recording.records()).slice(before);
  expect(later[0]).toMatchObject({ type: 'stream-open' });
  expect(new Set(await endReasons())).toEqual(new Set(['eof']));
});

test('nothing is lost when the background is stopped in the middle of a stream', async () => {
  await recording.page.evaluate(async (origin) => {
    const reader = (await fetch(`${origin}/open?id=stopped`)).body?.getReader();
    await reader?.read();
    const readOn = async (): Promise<void> => {
      while ((await reader?.read())?.done === false) continue;
    };
    Reflect.set(globalThis, 'reading', readOn());
  }, server.origin);
  await expect.poll(async () => bodyOf(await recording.records())).toBe('data: first\n\n');
  for (let count = 0; count < 3; count += 1) {
    await recording.stopBackground();
    await recording.page.evaluate((origin) => fetch(`${origin}/more?id=stopped`), server.origin);
  }
  await recording.page.evaluate((origin) => fetch(`${origin}/finish?id=stopped`), server.origin);
  await expect.poll(endReasons).toEqual(['eof']);
  const body = 'data: first\n\ndata: more\n\ndata: more\n\ndata: more\n\n';
  expect(bodyOf(await recording.records())).toBe(body);
});

test('streams of frames are recorded, each with its frame', async () => {
  await recording.page.evaluate(async (origin) => {
    const frames: HTMLIFrameElement[] = [];
    for (const source of ['', `${origin}/frame`]) {
      const frame = document.createElement('iframe');
      if (source !== '') frame.src = source;
      const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
      });
      document.body.append(frame);
      if (source !== '') await loaded;
      frames.push(frame);
    }
    for (const frame of frames) {
      const response = await frame.contentWindow?.fetch(`${origin}/sse`);
      await response?.text();
    }
  }, server.origin);
  await expect.poll(endReasons).toEqual(['eof', 'eof']);
  const opens = (await recording.records()).filter((record) => record.type === 'stream-open');
  expect(new Set(opens.map((record) => record.stream)).size).toBe(2);
  expect(opens.map((record) => record.frame?.url)).toEqual([
    'about:blank',
    `${server.origin}/frame`,
  ]);
});

test('a Request tells the text that it was made with', async () => {
  await recording.page.evaluate(async (origin) => {
    const request = new Request(`${origin}/echo`, { method: 'POST', body: '{"a":1}' });
    await (await fetch(request.clone())).text();
  }, server.origin);
  await expect
    .poll(async () =>
      (await recording.records()).map(
        (record) => record.type === 'action' && record.kind === 'request' && record.body,
      ),
    )
    .toEqual(['{"a":1}']);
});

test('a page that leaves ends its open streams', async () => {
  await recording.page.evaluate(async (origin) => {
    await (await fetch(`${origin}/open`)).body?.getReader().read();
  }, server.origin);
  await expect.poll(async () => bodyOf(await recording.records())).toContain('first');
  await recording.page.reload();
  await expect.poll(endReasons).toEqual(['abort']);
});

test('a page that replaces the built-ins is recorded all the same and sees nothing', async () => {
  const seen = await recording.page.evaluate(async (origin) => {
    let setterRuns = 0;
    let calls = '';
    const spy = (owner: object, key: PropertyKey): void => {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
      const native: unknown = descriptor?.value;
      if (descriptor === undefined || typeof native !== 'function') return;
      const replacement = function (this: unknown, ...parameters: unknown[]): unknown {
        calls += ` ${String(key)}`;
        return Reflect.apply(native, this, parameters);
      };
      Object.defineProperty(owner, key, { ...descriptor, value: replacement });
    };
    const { apply } = Reflect;
    const owners = [
      [Array.prototype, ['push', 'slice', 'map', Symbol.iterator]],
      [String.prototype, ['indexOf', 'slice', 'split', 'toLowerCase', 'toUpperCase']],
      [WeakMap.prototype, ['get', 'set', 'has']],
      [MessagePort.prototype, ['postMessage']],
      [Performance.prototype, ['now']],
      [Headers.prototype, ['get', 'forEach']],
      [Response.prototype, ['clone']],
      [Reflect, ['apply', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty']],
      [Object, ['create', 'keys']],
    ] as const;
    const { body } = await fetch(`${origin}/sse`);
    for (const [owner, keys] of owners) {
      for (const key of keys) if (owner !== Reflect || key !== 'apply') spy(owner, key);
    }
    Reflect.defineProperty(Object.prototype, 'get', { value: undefined, configurable: true });
    Reflect.defineProperty(Array.prototype, '0', {
      set() {
        setterRuns += 1;
      },
      configurable: true,
    });
    calls = '';
    setterRuns = 0;
    const reader = body?.getReader();
    while ((await reader?.read())?.done === false) continue;
    const response = await fetch('/json', { method: 'POST', body: 'x' });
    const seenCalls = `${setterRuns}${calls}`;
    Reflect.deleteProperty(Array.prototype, '0');
    Reflect.deleteProperty(Object.prototype, 'get');
    return [apply === Reflect.apply, response.status, seenCalls];
  }, server.origin);
  expect(seen).toEqual([true, 200, '0']);
  await expect.poll(endReasons).toEqual(['eof']);
  expect(bodyOf(await recording.records())).toBe(EVENTS);
});
