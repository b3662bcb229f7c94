/**
 * What EventSource, XMLHttpRequest and WebSocket gave the page is recorded: before the page reacts,
 * once, and with the end that it had.
 */
import { expect, test } from '@playwright/test';
import type { SessionRecord } from '../../src/core/records.ts';
import { bodyOf, type RecordingBrowser } from './browsers.ts';
import { recordForEach } from './recording.ts';
import { EVENTS, type StreamServer } from './stream-server.ts';

let server: StreamServer;
let recording: RecordingBrowser;

recordForEach((recorded) => {
  ({ server, recording } = recorded);
});

/** A record in a few words. */
function summary(record: SessionRecord): string {
  switch (record.type) {
    case 'stream-open':
      return `open ${record.transport} ${record.response?.status ?? '-'}`;
    case 'stream-chunk':
      return `${record.direction ?? 'chunk'} ${record.text ?? `base64 ${record.base64 ?? ''}`}`;
    case 'stream-end':
      return `end ${record.reason}${record.message === undefined ? '' : `: ${record.message}`}`;
    case 'gap':
      return `gap ${record.reason} ${record.records} ${record.bytes}`;
    default:
      return record.kind === 'request'
        ? `${record.method} ${record.initiator ?? ''} ${record.body ?? 'null'}`
        : record.kind;
  }
}

async function summaries(): Promise<readonly string[]> {
  return (await recording.records()).map(summary);
}

async function endReasons(): Promise<readonly string[]> {
  return (await recording.records()).flatMap((record) =>
    record.type === 'stream-end' ? [record.reason] : [],
  );
}

test.describe('an EventSource', () => {
  test('is recorded as the text of the events that the page listens to, through its reconnecting', async () => {
    await recording.page.evaluate(async () => {
      const source = new EventSource('/events');
      source.addEventListener('delta', () => {});
      source.addEventListener('end', () => {});
      await new Promise<void>((resolve) => {
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) resolve();
        });
      });
    });
    await expect.poll(endReasons).toEqual(['error']);
    expect(await summaries()).toEqual([
      'open eventsource 200',
      'chunk data: plain\n\n',
      'chunk id: 7\nevent: delta\ndata: first\ndata:  second\n\n',
      'chunk data: last\n\n',
      'chunk event: end\ndata: \n\n',
      'gap reconnecting 0 0',
      'end error: The connection failed',
    ]);
  });

  test('that the page gives up when it was lost ended by that, and not by the page', async () => {
    await recording.page.evaluate(async () => {
      const source = new EventSource('/sse');
      await new Promise<void>((resolve) => {
        source.addEventListener('error', () => {
          source.close();
          resolve();
        });
      });
    });
    await expect.poll(endReasons).toEqual(['error']);
    expect((await summaries()).slice(-2)).toEqual([
      'gap reconnecting 0 0',
      'end error: The connection was lost',
    ]);
  });

  test('that is closed or refused says so, and names the chunk that causes a request', async () => {
    await recording.page.evaluate(async (origin) => {
      const source = new EventSource('/open');
      await new Promise<void>((resolve) => {
        source.addEventListener('message', () => {
          void fetch(`${origin}/echo`, { method: 'PUT', body: 'acted' });
          source.close();
          resolve();
        });
      });
      const refused = new EventSource('/json');
      await new Promise((resolve) => {
        refused.addEventListener('error', resolve);
      });
    }, server.origin);
    await expect.poll(endReasons).toEqual(['cancel', 'error']);
    const records = await recording.records();
    expect(records.map(summary)).toEqual([
      'open eventsource 200',
      'chunk data: first\n\n',
      'PUT fetch acted',
      'end cancel',
      'open eventsource -',
      'end error: The connection failed',
    ]);
    const [open, , action] = records;
    expect(open).toMatchObject({
      request: { method: 'GET', url: `${server.origin}/open` },
      stack: expect.stringContaining('evaluate'),
    });
    const stream = open?.type === 'stream-open' ? open.stream : '';
    expect(action).toMatchObject({ cause: { stream, chunk: 0 } });
  });
});

test.describe('an XMLHttpRequest', () => {
  test('is recorded whole while it arrives, with its request and headers', async () => {
    await recording.page.evaluate(async (origin) => {
      const request = new XMLHttpRequest();
      const done = new Promise((resolve) => {
        request.addEventListener('loadend', resolve);
      });
      request.open('post', `${origin}/sse`);
      request.setRequestHeader('X-Client', 'page');
      request.send('{"stream":true}');
      await done;
    }, server.origin);
    await expect.poll(endReasons).toEqual(['eof']);
    const records = await recording.records();
    expect(bodyOf(records)).toBe(EVENTS);
    const [action, open] = records;
    expect(action).toMatchObject({ kind: 'request', initiator: 'xhr' });
    const requestId = action?.type === 'action' && 'requestId' in action ? action.requestId : '';
    expect(open).toMatchObject({
      transport: 'xhr',
      requestId,
      request: { method: 'POST', headers: [['X-Client', 'page']], body: '{"stream":true}' },
      response: {
        status: 200,
        headers: expect.arrayContaining([['content-type', 'text/event-stream']]),
      },
    });
  });

  test('whose type says nothing is a stream when its text is read while it arrives', async () => {
    await recording.page.evaluate(async (origin) => {
      for (const isRead of [false, true]) {
        const request = new XMLHttpRequest();
        await new Promise((resolve) => {
          request.addEventListener('loadend', resolve);
          // Added before our own listeners: the page reads first.
          request.addEventListener('readystatechange', () => {
            if (isRead && request.readyState === 3) Reflect.get(request, 'responseText');
          });
          request.open('GET', `${origin}/sse?type=text/plain`);
          request.send();
        });
        Reflect.get(request, 'responseText');
      }
    }, server.origin);
    await expect.poll(endReasons).toEqual(['eof']);
    const records = await recording.records();
    expect(records.filter(({ type }) => type === 'stream-open')).toHaveLength(1);
    expect(bodyOf(records)).toBe(EVENTS);
  });

  test('that blocks, or asks for bytes, is recorded at its end; a blob is not', async () => {
    await recording.page.evaluate(async () => {
      const blocking = new XMLHttpRequest();
      blocking.open('GET', '/sse', false);
      blocking.send();
      for (const type of ['arraybuffer', 'blob'] as const) {
        const request = new XMLHttpRequest();
        await new Promise((resolve) => {
          request.addEventListener('loadend', resolve);
          request.open('GET', '/sse');
          request.responseType = type;
          request.send();
        });
      }
    });
    await expect.poll(endReasons).toEqual(['eof', 'eof']);
    expect(bodyOf(await recording.records())).toBe(EVENTS + EVENTS);
  });

  test('that is aborted, cut or opened again ends as what it was', async () => {
    await recording.page.evaluate(async (origin) => {
      for (const way of ['abort', 'cut', 'again'] as const) {
        const request = new XMLHttpRequest();
        const started = new Promise((resolve) => {
          request.addEventListener('progress', resolve);
        });
        request.open('GET', `${origin}/open?id=xhr-${way}`);
        const done = new Promise((resolve) => {
          request.addEventListener('loadend', resolve);
        });
        request.send();
        await started;
        if (way === 'abort') request.abort();
        else if (way === 'cut') await fetch(`${origin}/cut?id=xhr-cut`);
        else {
          request.open('GET', '/sse');
          request.send();
        }
        await done;
      }
    }, server.origin);
    await expect.poll(endReasons).toEqual(['abort', 'error', 'abort', 'eof']);
    expect((await summaries()).filter((text) => text.startsWith('end'))).toEqual([
      'end abort: The page aborted the request',
      'end error: The connection failed',
      'end abort: The request was opened again',
      'end eof',
    ]);
    expect(bodyOf(await recording.records())).toBe('data: first\n\n'.repeat(3) + EVENTS);
  });
});

test.describe('a WebSocket', () => {
  test('is recorded in both directions and in order, whatever its messages are', async () => {
    await recording.page.evaluate(async (origin) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
      await new Promise((resolve) => {
        socket.addEventListener('open', resolve);
      });
      let count = 0;
      const all = new Promise<void>((resolve) => {
        socket.addEventListener('message', () => {
          count += 1;
          if (count === 4) resolve();
        });
      });
      for (const message of ['one', new Uint8Array([1, 2, 255]), '', 'two']) socket.send(message);
      await all;
      socket.send(new Blob(['hidden']));
      socket.close(1000);
      socket.send('too late');
      await new Promise((resolve) => {
        socket.addEventListener('close', resolve);
      });
    }, server.origin);
    await expect.poll(endReasons).toEqual(['cancel']);
    expect((await summaries()).filter((text) => !text.startsWith('in'))).toEqual([
      'open websocket -',
      'open websocket 101',
      'SEND websocket one',
      'out one',
      'SEND websocket null',
      'out base64 AQL/',
      'SEND websocket ',
      'SEND websocket two',
      'out two',
      'SEND websocket null',
      'gap blob-sent 1 6',
      'end cancel',
    ]);
    // The second comes in a Blob, and is read while the others arrive.
    expect((await summaries()).filter((text) => text.startsWith('in'))).toEqual([
      'in one',
      'in base64 AQL/',
      'in two',
    ]);
  });

  test('says who closed it and why', async () => {
    await recording.page.evaluate(async (origin) => {
      for (const way of ['close', 'cut', 'refused'] as const) {
        const url = way === 'refused' ? 'ws://localhost:1/' : origin.replace('http', 'ws');
        const socket = new WebSocket(`${url}/socket`);
        socket.addEventListener('open', () => socket.send(way));
        await new Promise((resolve) => {
          socket.addEventListener('close', resolve);
        });
      }
    }, server.origin);
    await expect.poll(endReasons).toEqual(['eof', 'error', 'error']);
    expect((await summaries()).filter((text) => text.startsWith('end'))).toEqual([
      'end eof: Closed with code 4001: asked to',
      'end error: Closed with code 1006',
      'end error: Closed with code 1006',
    ]);
  });

  test('names the message that causes another one', async () => {
    await recording.page.evaluate(async (origin) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
      socket.addEventListener('open', () => socket.send('first'));
      await new Promise<void>((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          if (data === 'second') resolve();
          else socket.send('second');
        });
      });
      socket.close();
    }, server.origin);
    await expect.poll(endReasons).toEqual(['cancel']);
    const records = await recording.records();
    const causes = records.flatMap((record) =>
      record.type === 'action' && record.kind === 'request' ? [record.cause?.chunk ?? null] : [],
    );
    expect(causes).toEqual([null, 1]);
  });
});

test('a source, request or socket that is open when recording stops is recorded no more', async () => {
  await recording.page.evaluate(async (origin) => {
    const source = new EventSource('/open?id=stopped');
    await new Promise((resolve) => {
      source.addEventListener('message', resolve);
    });
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`);
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve);
    });
    Reflect.set(globalThis, 'socket', socket);
  }, server.origin);
  await recording.record(false);
  await expect
    .poll(async () => (await summaries()).filter((text) => text.startsWith('gap')))
    .toEqual(['gap recording-stopped 0 0', 'gap recording-stopped 0 0']);
  await recording.record(true);
  await expect
    .poll(async () => {
      await recording.page.evaluate(() => fetch('/sse').then((response) => response.text()));
      return (await endReasons()).length;
    })
    .toBeGreaterThan(0);
  const before = await summaries();
  await recording.page.evaluate(async (origin) => {
    await fetch(`${origin}/more?id=stopped`);
    const socket: unknown = Reflect.get(globalThis, 'socket');
    if (!(socket instanceof WebSocket)) return;
    const answer = new Promise((resolve) => {
      socket.addEventListener('message', resolve);
    });
    socket.send('unheard');
    await answer;
    await (await fetch('/sse')).text();
  }, server.origin);
  await expect.poll(async () => (await summaries()).length).toBeGreaterThan(before.length);
  const later = (await summaries()).slice(before.length);
  expect(later.filter((text) => /unheard|more|websocket|eventsource/.test(text))).toEqual([]);
});
