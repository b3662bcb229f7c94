/** What a page can ask of responses with odd statuses, and of those of another origin. */
import type { Probe } from './probe.ts';

export const statusProbes = {
  'each status keeps its body and its words': async (origin) => {
    const facts: unknown[] = [];
    for (const status of [200, 204, 206, 304, 404, 500, 999]) {
      const response = await fetch(`${origin}/status?status=${status}`);
      const { ok, statusText, type, redirected } = response;
      const body = response.body === null ? null : 'body';
      facts.push([response.status, ok, statusText, type, redirected, body, await response.text()]);
    }
    return facts;
  },
  'a HEAD request has headers and no body': async (origin) => {
    const response = await fetch(`${origin}/sse`, { method: 'HEAD' });
    const type = response.headers.get('content-type');
    return [response.status, type, response.body === null, await response.text()];
  },
  'a response of another origin is of type cors and shows few headers': async (origin) => {
    const other = origin.replace('localhost', '127.0.0.1');
    const response = await fetch(`${other}/cors`);
    return [response.type, [...response.headers.keys()], await response.text()];
  },
  'an opaque response shows nothing': async (origin) => {
    const other = origin.replace('localhost', '127.0.0.1');
    const response = await fetch(`${other}/sse`, { mode: 'no-cors' });
    const { type, status, url, ok, body } = response;
    return [type, status, url, ok, body, [...response.headers], await response.text()];
  },
  'a redirect that the page handles itself shows nothing': async (origin) => {
    const response = await fetch(`${origin}/redirect`, { redirect: 'manual' });
    const { type, status, redirected, body } = response;
    const isOwn = response.url === `${origin}/redirect`;
    return [type, status, isOwn, redirected, body];
  },
  'a redirect that is an error rejects': async (origin) =>
    fetch(`${origin}/redirect`, { redirect: 'error' }).catch(String),
  'an answer without permission rejects': async (origin) =>
    fetch(`${origin.replace('localhost', '127.0.0.1')}/json`).catch(String),
  'headers are listed in order, combined and in lower case': async (origin) => {
    const response = await fetch(`${origin}/headers`);
    return [...response.headers].filter(([name]) => name !== 'date');
  },
} satisfies Record<string, Probe>;
