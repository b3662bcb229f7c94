/**
 * A server for the bench of the page: streams of the shapes that cost an instrument most. Nothing of it
 * depends on who reads.
 */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export interface BenchServer {
  /** The address of an empty page; streams are beside it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const EMPTY_PAGE =
  '<!doctype html><html lang="en"><title>Bench</title><link rel="icon" href="data:,"><main></main>';
const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

/** One fragment of a call, as a chat completion streams it; all are of one length. */
function eventOf(index: number): string {
  const number = String(index).padStart(6, '1');
  const call = { index: 0, function: { arguments: `"field${number}": ${number}, ` } };
  return `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'bench',
    choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }],
  })}\n\n`;
}

export const EVENT_BYTES = eventOf(0).length;

const FLOOD_CHUNK = Buffer.from(`data: ${'a'.repeat(64 * 1024 - 8)}\n\n`);

/** Settles when the connection takes more, or is gone. */
function write(response: ServerResponse, chunk: string | Buffer): Promise<void> | undefined {
  if (response.write(chunk)) return undefined;
  return new Promise((resolve) => {
    function go(): void {
      response.off('drain', go).off('close', go);
      resolve();
    }
    response.on('drain', go).on('close', go);
  });
}

async function respond(url: URL, response: ServerResponse): Promise<void> {
  const count = Number(url.searchParams.get('count') ?? 0);
  switch (url.pathname) {
    case '/events':
      response.writeHead(200, EVENT_STREAM);
      for (let index = 0; index < count && !response.closed; index += 1)
        await write(response, eventOf(index));
      response.end();
      return;
    case '/paced':
      response.writeHead(200, EVENT_STREAM);
      for (let index = 0; index < count && !response.closed; index += 1) {
        response.write(eventOf(index));
        await delay(5);
      }
      response.end();
      return;
    case '/flood':
      response.writeHead(200, EVENT_STREAM);
      for (let index = 0; index < count && !response.closed; index += 1)
        await write(response, FLOOD_CHUNK);
      response.end();
      return;
    case '/open':
      // A call that stays open while the page does something else.
      response.writeHead(200, EVENT_STREAM);
      response.write(eventOf(0));
      return;
    case '/small':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"ok":true}');
      return;
    default:
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(EMPTY_PAGE);
  }
}

/** Starts the server on a free port of localhost. */
export async function startBenchServer(): Promise<BenchServer> {
  const server = createServer((request, response) => {
    void respond(new URL(request.url ?? '/', 'http://localhost'), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
