/**
 * The server of the gallery: an index, the pages, their agents' replies, and the app's own addresses,
 * which take everything. Each page lives in a folder of its own, `/<case>/<kind>/<speed>/`, below
 * which it asks by relative addresses, as an app does that is not at the root.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { galleryCases } from './cases.ts';
import { PAGE_KINDS, SPEEDS, type GalleryCase, type PageKind, type Speed } from './gallery-case.ts';
import { indexPage } from './index-page.ts';
import { sendReply } from './reply-sender.ts';

export interface TakenRequest {
  readonly method: string;
  /** Below the page's folder, without the query. */
  readonly path: string;
  readonly body: string;
}

/** Where a reply is. */
export type ReplyStop =
  | { readonly type: 'hold'; readonly name: string; readonly release: () => void }
  | { readonly type: 'over' };

/** One load of a page, as the server sees it. */
export interface Visit {
  /** All but the replies' own, in order. */
  readonly requests: readonly TakenRequest[];
  /** How many fragments were sent so far, in all replies. */
  readonly fragments: number;
  /** The next hold or end of a reply, reached before or after it is asked for. */
  nextStop(): Promise<ReplyStop>;
}

export interface GalleryServer {
  readonly url: string;
  /** The address of a page, whose next load is a new visit. */
  page(name: string, kind: PageKind, speed: Speed): string;
  /** The last load of that page. */
  visit(url: string): Visit;
  close(): Promise<void>;
}

export interface GalleryServerOptions {
  /** Where the pages' modules are. */
  readonly folder: string;
  /** Pauses so long at each hold, in milliseconds; without it the driver releases each. */
  readonly pause?: number;
  readonly port?: number;
}

interface KeptVisit extends Visit {
  readonly requests: TakenRequest[];
  fragments: number;
  /** Requests for the effect that are still to be answered with an error. */
  refused: number;
  stop(stop: ReplyStop): void;
}

interface Place {
  readonly page: GalleryCase;
  readonly kind: PageKind;
  readonly speed: Speed;
  /** Of the page. */
  readonly folder: string;
  /** Below the folder. */
  readonly path: string;
}

function createVisit({ refused }: GalleryCase): KeptVisit {
  const stops: ReplyStop[] = [];
  const waiting: ((stop: ReplyStop) => void)[] = [];
  return {
    requests: [],
    fragments: 0,
    refused: refused ?? 0,
    stop(stop) {
      const next = waiting.shift();
      if (next === undefined) stops.push(stop);
      else next(stop);
    },
    nextStop: () =>
      new Promise((resolve) => {
        const stop = stops.shift();
        if (stop === undefined) waiting.push(resolve);
        else resolve(stop);
      }),
  };
}

function placeOf(pathname: string): Place | null {
  const [, name, kindName, speedName, ...rest] = pathname.split('/');
  const page = galleryCases.find((candidate) => candidate.name === name);
  const kind = PAGE_KINDS.find((candidate) => candidate === kindName);
  const speed = SPEEDS.find((candidate) => candidate === speedName);
  if (page === undefined || kind === undefined || speed === undefined) return null;
  const folder = `/${page.name}/${kind}/${speed}/`;
  return { page, kind, speed, folder, path: rest.join('/') };
}

function htmlOf({ page, kind }: Place): string {
  const script = `/modules/${page.name}-${kind}.js`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${page.title}</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="${script}"></script>`;
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function respond(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/**
 * Starts the server on this machine's loopback address.
 * @param options where the modules are, and how holds are released
 */
export async function startGalleryServer(options: GalleryServerOptions): Promise<GalleryServer> {
  const visits = new Map<string, KeptVisit>();

  function reply(response: ServerResponse, { page, speed, path }: Place, visit: KeptVisit): void {
    const wanted = page.replies[path];
    if (wanted === undefined) return;
    response.on('close', () => visit.stop({ type: 'over' }));
    void sendReply(response, wanted, speed, {
      fragment: () => {
        visit.fragments += 1;
      },
      hold: (name) =>
        new Promise((release) => {
          visit.stop({ type: 'hold', name, release });
          if (options.pause !== undefined) setTimeout(release, options.pause);
          response.on('close', () => release());
        }),
    });
  }

  function take(
    response: ServerResponse,
    visit: KeptVisit,
    place: Place,
    taken: TakenRequest,
  ): void {
    visit.requests.push(taken);
    const { effect } = place.page;
    if (taken.path === effect && taken.method === 'POST' && visit.refused > 0) {
      visit.refused -= 1;
      respond(response, 503, 'application/json', '{"error":"Try again."}');
    } else if (taken.path === effect && taken.method === 'GET') {
      const made = visit.requests.filter(
        ({ method, path }) => method === 'POST' && path === effect,
      );
      respond(response, 200, 'application/json', `[${made.map(({ body }) => body).join()}]`);
    } else {
      respond(response, 200, 'application/json', '{}');
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    const body = await readText(request);
    const place = placeOf(pathname);
    if (pathname === '/') {
      respond(response, 200, 'text/html', indexPage(galleryCases));
    } else if (pathname.startsWith('/modules/')) {
      const file = await readFile(join(options.folder, pathname.slice('/modules/'.length)));
      respond(response, 200, 'text/javascript', file);
    } else if (place === null) {
      respond(response, 404, 'text/plain', 'There is no such page.');
    } else if (place.path === '' && method === 'GET') {
      visits.set(place.folder, createVisit(place.page));
      respond(response, 200, 'text/html', htmlOf(place));
    } else {
      const visit = visits.get(place.folder);
      if (visit === undefined) respond(response, 409, 'text/plain', 'Load the page first.');
      else if (place.page.replies[place.path] !== undefined) reply(response, place, visit);
      else take(response, visit, place, { method, path: place.path, body });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    url: `${origin}/`,
    page: (name, kind, speed) => `${origin}/${name}/${kind}/${speed}/`,
    visit(url) {
      const visit = visits.get(new URL(url).pathname);
      if (visit === undefined) throw new Error(`Nobody has loaded ${url}.`);
      return visit;
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
