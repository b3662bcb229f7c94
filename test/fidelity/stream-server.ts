/**
 * A server that streams in the ways that break instrumented pages, and remembers what only a server
 * can know: whether a connection was closed, and how many bytes went out.
 */
import type { Duplex } from 'node:stream';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { acceptSocket } from '../support/socket-server.ts';

export interface StreamServer {
  /** The origin, without a slash at the end. */
  readonly origin: string;
  /** Says whether the client closed the connection of the request with this id. */
  readonly isClosed: (id: string) => boolean;
  /** How many bytes of the response with this id were accepted for sending. */
  readonly sent: (id: string) => number;
  /** How many requests asked for permission under this path. */
  readonly preflights: (path: string) => number;
  readonly close: () => Promise<void>;
}

/** The bytes of `/sse`: six events with a character of four bytes that chunks cut through. */
export const EVENTS = Array.from(
  { length: 6 },
  (_, index) => `data: {"index":${index},"text":"grüße 😀"}\n\n`,
).join('');

const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;
/** Events with names, ids, several lines and a comment; the client is to come back at once. */
export const NAMED_EVENTS = `retry: 1

: comment

data: plain

id: 7
event: delta
data: first
data:  second

event: unheard
data: lost

data: last

event: end
data

`;
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 97);
const FLOOD_BYTES = 300 * 1024 * 1024;
/** The smallest module: magic number and version. */
const EMPTY_MODULE = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]);

/** Starts the server on a free port of localhost. */
export async function startStreamServer(): Promise<StreamServer> {
  const closed = new Set<string>();
  const sent = new Map<string, number>();
  /** What `/open` left open, for `/cut` to cut. */
  const open = new Map<string, ServerResponse>();
  const preflights = new Map<string, number>();
  function count(id: string, bytes: number): void {
    sent.set(id, (sent.get(id) ?? 0) + bytes);
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const id = url.searchParams.get('id') ?? '';
    if (request.method === 'OPTIONS') {
      preflights.set(url.pathname, (preflights.get(url.pathname) ?? 0) + 1);
    }
    response.on('close', () => {
      if (!response.writableFinished) closed.add(id);
    });
    respond(request, response, { url, open, count: (bytes) => count(id, bytes) });
  });
  const connections = new Set<Duplex>();
  server.on('upgrade', (request, connection) => {
    connections.add(connection);
    const id = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id') ?? '';
    connection.on('close', () => closed.add(id));
    converse(request, connection);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${portOf(server)}`,
    isClosed: (id) => closed.has(id),
    sent: (id) => sent.get(id) ?? 0,
    preflights: (path) => preflights.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        for (const connection of connections) connection.destroy();
        server.close(() => resolve());
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new TypeError('The server has no port');
  return address.port;
}

interface Exchange {
  readonly url: URL;
  readonly open: Map<string, ServerResponse>;
  readonly count: (bytes: number) => void;
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { url, open, count }: Exchange,
): void {
  switch (url.pathname) {
    case '/sse':
      response.writeHead(200, {
        ...EVENT_STREAM,
        'content-type': url.searchParams.get('type') ?? EVENT_STREAM['content-type'],
      });
      writePieces(response, Buffer.from(EVENTS), () => response.end());
      return;
    case '/open':
      response.writeHead(200, EVENT_STREAM);
      response.write('data: first\n\n');
      open.set(url.searchParams.get('id') ?? '', response);
      return;
    case '/cut':
      open.get(url.searchParams.get('id') ?? '')?.destroy();
      response.end();
      return;
    case '/more':
      open.get(url.searchParams.get('id') ?? '')?.write('data: more\n\n');
      response.end();
      return;
    case '/finish':
      open.get(url.searchParams.get('id') ?? '')?.end();
      response.end();
      return;
    case '/flood':
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      flood(response, count);
      return;
    case '/events':
      // A client that comes back has had everything.
      if (request.headers['last-event-id'] !== undefined) {
        response.writeHead(204);
        response.end();
        return;
      }
      response.writeHead(200, EVENT_STREAM);
      response.end(NAMED_EVENTS);
      return;
    case '/status':
      response.writeHead(Number(url.searchParams.get('status')), { 'content-type': 'text/plain' });
      response.end('words');
      return;
    case '/cors':
    case '/upload':
      response.writeHead(200, {
        'content-type': 'text/plain',
        'access-control-allow-origin': '*',
        'x-hidden': 'hidden',
      });
      response.end('shared');
      return;
    case '/headers':
      response.writeHead(200, {
        'X-First': '1',
        'x-list': ['a', 'b'],
        'content-type': 'text/plain',
      });
      response.end();
      return;
    case '/redirect':
      response.writeHead(302, { location: '/sse' });
      response.end();
      return;
    case '/json':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"a":1}');
      return;
    case '/empty':
      response.writeHead(204);
      response.end();
      return;
    case '/module.wasm':
      response.writeHead(200, { 'content-type': 'application/wasm' });
      response.end(EMPTY_MODULE);
      return;
    case '/echo':
      response.writeHead(200, { 'content-type': 'text/plain' });
      request.pipe(response);
      return;
    case '/favicon.ico':
      response.writeHead(204);
      response.end();
      return;
    default:
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><meta charset="utf-8"><title>Page</title>');
  }
}

/** Writes in pieces of 17 bytes, each in its own turn, so that characters and events are cut. */
function writePieces(response: ServerResponse, bytes: Buffer, done: () => void): void {
  if (bytes.length === 0) {
    done();
    return;
  }
  response.write(bytes.subarray(0, 17), () => {
    setImmediate(() => writePieces(response, bytes.subarray(17), done));
  });
}

function flood(response: ServerResponse, count: (bytes: number) => void): void {
  let total = 0;
  function write(): void {
    while (total < FLOOD_BYTES && !response.destroyed) {
      total += FLOOD_CHUNK.length;
      count(FLOOD_CHUNK.length);
      if (!response.write(FLOOD_CHUNK)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  }
  write();
}

/** Gives back what comes, and does what two messages say. */
function converse(request: IncomingMessage, connection: Duplex): void {
  const socket = acceptSocket(request, connection);
  socket.onMessage((message) => {
    if (message === 'close') socket.close(4001, 'asked to');
    else if (message === 'cut') socket.destroy();
    else socket.send(message);
  });
}
