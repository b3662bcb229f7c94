/**
 * The server behind the clients: it replays captures, in pieces that cut through events and
 * characters. What a request gets is fixed before the page asks, by the address that it asks under,
 * whatever path the client appends.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Capture } from '../support/read-capture.ts';

export type Reply =
  | { readonly type: 'whole'; readonly capture: Capture }
  /** So many events of the capture, and then nothing for ever. */
  | { readonly type: 'held'; readonly capture: Capture; readonly events: number }
  | { readonly type: 'refused'; readonly status: number; readonly body: unknown }
  /** Nothing comes to the server: something in the page answers. */
  | { readonly type: 'unasked' };

export interface OfferedReply {
  /** What the client is to append its path to. */
  readonly address: string;
  /** Settles when the connection of the reply is closed. */
  readonly closed: Promise<void>;
}

export interface ReplayServer {
  /** Offers a reply to the next request below an address of its own. */
  readonly offer: (reply: Reply) => OfferedReply;
  /** The address of a page that loads these modules of the bundle, in this order. */
  readonly page: (modules: readonly string[]) => string;
  readonly close: () => Promise<void>;
}

interface Offer {
  readonly reply: Reply;
  readonly body: Uint8Array;
  readonly close: () => void;
}

const WORKER = new URL(import.meta.resolve('msw/mockServiceWorker.js'));

/** Cuts bytes into pieces of 1 to 96, the same ones on every run. */
function cutBytes(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let state = bytes.length;
  for (let at = 0; at < bytes.length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const length = 1 + ((state >>> 8) % 96);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** The first events of a body, with the empty lines that end them. */
function firstEvents(body: Uint8Array, count: number): Uint8Array {
  const ends = [
    ...Buffer.from(body)
      .toString('latin1')
      .matchAll(/\r?\n\r?\n/g),
  ];
  const end = ends[count - 1];
  if (end === undefined) throw new RangeError(`The capture has fewer than ${count} events.`);
  return body.subarray(0, end.index + end[0].length);
}

function bodyOf(reply: Reply): Uint8Array {
  switch (reply.type) {
    case 'whole':
      return reply.capture.body;
    case 'held':
      return firstEvents(reply.capture.body, reply.events);
    case 'refused':
      return Buffer.from(JSON.stringify(reply.body));
    case 'unasked':
      break;
  }
  return Buffer.alloc(0);
}

async function writePieces(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (const piece of cutBytes(bytes)) {
    if (response.destroyed) return;
    await new Promise((resolve) => {
      response.write(piece, resolve);
    });
    // A slow line: the browser joins what comes at once, and nothing would be cut.
    await delay(1);
  }
}

async function answer(response: ServerResponse, { reply, body, close }: Offer): Promise<void> {
  response.on('close', close);
  if ('capture' in reply) {
    response.writeHead(reply.capture.status, Object.fromEntries(reply.capture.headers));
  } else if (reply.type === 'refused') {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
  }
  await writePieces(response, body);
  if (reply.type !== 'held') response.end();
}

function htmlOf(modules: string): string {
  const scripts = modules
    .split('+')
    .map((name) => `<script type="module" src="/modules/${name}.js"></script>`);
  return `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">${scripts.join('')}`;
}

function sendScript(response: ServerResponse, text: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
  response.end(text);
}

/**
 * Starts the server on this machine's loopback address.
 * @param folder of the bundle
 */
export async function startReplayServer(folder: string): Promise<ReplayServer> {
  const offers = new Map<string, Offer>();
  let count = 0;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, kind = '', name = ''] = pathname.split('/');
    if (kind === 'offer') {
      const offer = offers.get(name);
      if (offer === undefined) throw new Error(`Nothing is offered under ${pathname}.`);
      await answer(response, offer);
    } else if (kind === 'modules') {
      sendScript(response, await readFile(join(folder, name)));
    } else if (kind === 'worker.js') {
      sendScript(response, await readFile(WORKER));
    } else if (request.method === 'POST') {
      // What a page does or reports, whatever that is.
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{}');
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(htmlOf(decodeURIComponent(name)));
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    offer(reply) {
      const body = bodyOf(reply);
      count += 1;
      const name = `${count}`;
      const closed = new Promise<void>((close) => {
        offers.set(name, { reply, body, close });
      });
      return { address: `${origin}/offer/${name}`, closed };
    },
    page: (modules) => `${origin}/page/${modules.map(encodeURIComponent).join('+')}`,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
