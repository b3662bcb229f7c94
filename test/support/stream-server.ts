/**
 * A server whose streams the test steers: every stream waits for the test to say what comes next,
 * and notes when its connection closed. Nothing here waits by the clock.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptSocket, type ServedSocket } from './socket-server.ts';

export interface StreamOptions {
  readonly contentType?: string;
  readonly status?: number;
}

export interface ServedStream {
  /** Path and query of the request. */
  readonly path: string;
  /** The request's body. */
  readonly body: string;
  /** Settles when the connection is closed, with the time of `performance.now()`. */
  readonly closed: Promise<number>;
  /** Sends a chunk; settles when the network has taken it. */
  send(chunk: string | Uint8Array): Promise<void>;
  /** Ends the body in order. */
  end(): void;
  /** Cuts the connection without an end. */
  destroy(): void;
}

export interface StreamServer {
  readonly url: string;
  /** The next stream that a page asks for under this path; asked before or after. */
  stream(path: string, options?: StreamOptions): Promise<ServedStream>;
  /** The next WebSocket that a page opens under this path, opened before or after. */
  socket(path: string): Promise<ServedSocket>;
  close(): Promise<void>;
}

/** A page of the right origin, and nothing on it. */
const EMPTY_PAGE =
  '<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">';

const HTML = { 'content-type': 'text/html; charset=utf-8' } as const;

/** A script that reads a stream to its end, in the form in which a document holds it. */
export function readingScript(address: string): string {
  return `<script>
    fetch(${JSON.stringify(address)}, { method: 'POST', body: '{}' }).then(async ({ body }) => {
      const reader = body.getReader();
      while (!(await reader.read()).done);
    }).catch(() => {});
  </script>`;
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function serve(
  path: string,
  body: string,
  response: ServerResponse,
  options: StreamOptions,
): ServedStream {
  const closed = new Promise<number>((resolve) => {
    response.on('close', () => resolve(performance.now()));
  });
  response.writeHead(options.status ?? 200, {
    'content-type': options.contentType ?? 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Frames without an origin of their own read streams too.
    'access-control-allow-origin': '*',
  });
  response.flushHeaders();
  return {
    path,
    body,
    closed,
    send(chunk) {
      return new Promise((resolve, reject) => {
        response.write(chunk, (error) => {
          if (error === null || error === undefined) resolve();
          else reject(error);
        });
      });
    },
    end() {
      response.end();
    },
    destroy() {
      response.destroy();
    },
  };
}

interface Meeting<Guest> {
  /** Brings what a page has asked for under a path. */
  readonly bring: (path: string, guest: Guest) => void;
  /** The next one under a path, brought before or after. */
  readonly meet: (path: string) => Promise<Guest>;
}

function createMeeting<Guest>(): Meeting<Guest> {
  const waiting = new Map<string, ((guest: Guest) => void)[]>();
  const arrived = new Map<string, Guest[]>();
  return {
    bring(path, guest) {
      const next = waiting.get(path)?.shift();
      if (next !== undefined) next(guest);
      else arrived.set(path, [...(arrived.get(path) ?? []), guest]);
    },
    meet: (path) =>
      new Promise((resolve) => {
        const early = arrived.get(path)?.shift();
        if (early !== undefined) resolve(early);
        else waiting.set(path, [...(waiting.get(path) ?? []), resolve]);
      }),
  };
}

/**
 * Starts the server on this machine's loopback address. `/` and all under `/page/` are an empty page,
 * everything under `/stream/` is a stream, `/reading/…` is a page that reads the stream of the same
 * name, `/redirect/…` leads to it, and the rest answers with an empty JSON object.
 */
export async function startStreamServer(): Promise<StreamServer> {
  const requests = createMeeting<[string, ServerResponse]>();
  const sockets = createMeeting<ServedSocket>();
  const connections = new Set<Duplex>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const pathname = new URL(path, 'http://localhost').pathname;
    const body = await readText(request);
    if (pathname.startsWith('/stream/')) {
      requests.bring(pathname, [body, response]);
    } else if (pathname.startsWith('/redirect/')) {
      response.writeHead(307, { location: path.replace('/redirect/', '/stream/') });
      response.end();
    } else if (pathname === '/' || pathname.startsWith('/page/')) {
      response.writeHead(200, HTML);
      response.end(EMPTY_PAGE);
    } else if (pathname.startsWith('/reading/')) {
      response.writeHead(200, HTML);
      response.end(`${EMPTY_PAGE}${readingScript(path.replace('/reading/', '/stream/'))}`);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{}');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, connection) => {
    connections.add(connection);
    const socket = acceptSocket(request, connection);
    sockets.bring(new URL(socket.path, 'http://localhost').pathname, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    async stream(path, options = {}) {
      const [body, response] = await requests.meet(path);
      return serve(path, body, response, options);
    },
    socket: sockets.meet,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const connection of connections) connection.destroy();
      });
    },
  };
}
