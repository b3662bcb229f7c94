/**
 * The demo agent's server: serves the page, streams a scripted reply with a real tool call in it,
 * and takes refunds. It keeps every refund it was asked for, right or wrong, because what was
 * asked for is what the demo is about.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createWireWriter, isWireFormat, type WireFormat } from '../support/wire.ts';
import { isScriptName, scriptSteps, type ScriptName } from './scripts.ts';

export interface DemoOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** How much faster than scripted the reply is, where the page does not say; 1 when absent. */
  readonly speed?: number;
}

export interface Demo {
  readonly url: string;
  /** What was asked for, oldest first, as it came. */
  readonly refunds: readonly unknown[];
  close(): Promise<void>;
}

const PAGE_FILES: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/style.css', ['style.css', 'text/css; charset=utf-8']],
  ['/app.js', ['app.js', 'text/javascript; charset=utf-8']],
  ['/card.js', ['card.js', 'text/javascript; charset=utf-8']],
  ['/reply-reader.js', ['reply-reader.js', 'text/javascript; charset=utf-8']],
  ['/best-effort-json.js', ['best-effort-json.js', 'text/javascript; charset=utf-8']],
]);

/** A refund is a few dozen bytes; what is longer is none. */
const LONGEST_BODY = 64 * 1024;

interface ReplyRequest {
  readonly format: WireFormat;
  readonly script: ScriptName;
  readonly speed: number;
}

function readReplyRequest(query: URLSearchParams, speed: number): ReplyRequest {
  const format = query.get('format');
  const script = query.get('script');
  const asked = Number(query.get('speed') ?? speed);
  return {
    format: isWireFormat(format) ? format : 'openai-chat',
    script: isScriptName(script) ? script : 'refund',
    speed: Number.isFinite(asked) && asked > 0 ? asked : speed,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request) {
    if (!(part instanceof Uint8Array)) continue;
    length += part.length;
    if (length > LONGEST_BODY) throw new RangeError('The request body is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function streamReply(response: ServerResponse, wanted: ReplyRequest): Promise<void> {
  const left = new AbortController();
  response.on('close', () => left.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  const writer = createWireWriter(wanted.format);
  for (const step of scriptSteps(wanted.script)) {
    if (step.type === 'pause') {
      await delay(step.milliseconds / wanted.speed, undefined, { signal: left.signal });
    } else {
      const text = writer.write(step);
      if (text !== '') response.write(text);
    }
  }
  response.end();
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/**
 * Starts the demo agent on this machine's loopback address.
 * @returns its address, the refunds it was asked for, and how to end it
 * @throws when the port is taken
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const refunds: unknown[] = [];
  const pageFolder = join(import.meta.dirname, 'page');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = `${request.method ?? 'GET'} ${url.pathname}`;
    if (route === 'POST /api/chat') {
      await readBody(request);
      await streamReply(response, readReplyRequest(url.searchParams, options.speed ?? 1));
    } else if (route === 'POST /api/refunds') {
      const refund: unknown = JSON.parse(await readBody(request));
      refunds.push(refund);
      sendJson(response, 201, refund);
    } else if (route === 'GET /api/refunds') {
      sendJson(response, 200, refunds);
    } else {
      const file = request.method === 'GET' ? PAGE_FILES.get(url.pathname) : undefined;
      if (file === undefined) return sendJson(response, 404, { error: 'There is nothing here.' });
      const content = await readFile(join(pageFolder, file[0]));
      response.writeHead(200, { 'content-type': file[1], 'cache-control': 'no-store' });
      response.end(content);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: 'The request cannot be read.' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo has no port.');

  return {
    url: `http://127.0.0.1:${address.port}/`,
    refunds,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
