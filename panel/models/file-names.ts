/** Names of the files that the panel writes. */
import type { HeaderList } from '../../src/core/records.ts';
import type { Session } from '../../src/core/index.ts';
import type { Stream } from '../../src/core/types.ts';

/** Extensions by media type; what is not listed is named by its bytes. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/event-stream': 'sse',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'text/plain': 'txt',
  'text/html': 'html',
};

/** Takes headers and a name in any case; returns the first value, or undefined. */
export function headerValue(headers: HeaderList | undefined, name: string): string | undefined {
  return headers?.find(([key]) => key.toLowerCase() === name)?.[1];
}

function safeName(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
}

/** Takes a stream; returns a file name for its body: its name, the last part of its address, and an extension by media type. */
export function bodyFileName(stream: Pick<Stream, 'id' | 'open'>): string {
  const mediaType = headerValue(stream.open.response?.headers, 'content-type')?.split(';', 1)[0];
  const extension = EXTENSIONS[mediaType?.trim().toLowerCase() ?? ''] ?? 'bin';
  const url = stream.open.request?.url ?? '';
  const last = (URL.canParse(url) ? new URL(url).pathname : url).split('/').findLast(Boolean);
  const name = safeName(last ?? '');
  return `${safeName(stream.id)}${name === '' ? '' : `-${name}`}.${extension}`;
}

/** Takes a session; returns a file name with the page's host and the start in UTC. */
export function sessionFileName(session: Pick<Session, 'startedAt' | 'page'>): string {
  const { url } = session.page;
  const host = URL.canParse(url) ? safeName(new URL(url).host) : '';
  const start = session.startedAt.slice(0, 19).replaceAll(':', '').replace('T', '-');
  return `midstream-${host === '' ? '' : `${host}-`}${start}.json`;
}
