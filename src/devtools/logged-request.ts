/**
 * One request as the browser's network log has it: what `chrome.devtools.network` gives, read with
 * guards, since half of it is not in the HAR standard and may be missing in another browser.
 *
 * What surprises, seen in Chromium 156:
 * - a request in flight is in the log too; until its response comes it has status 0;
 * - `_eventSourceMessages` holds server-sent events as they come, for fetch, XMLHttpRequest and
 *   EventSource, but no comments, no bytes, and no event whose blank line has not come;
 * - the time of an event is that of the network read that completed it, in seconds since the epoch;
 *   for the first read it may be that of the request;
 * - of a response that is over within some milliseconds it has no events at all;
 * - `net::ERR_ABORTED` stands for a cancel, and now and then for a body that was read to its end.
 */
import type { HeaderList, TransportKind } from '../core/records.ts';

export interface LoggedEvent {
  /** In epoch milliseconds. */
  readonly t: number;
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/**
 * Whose call a request is: `hooked` where this extension's script stands on its stack, `free` where
 * it does not, `unknown` where the log has no stack.
 */
export type Caller = 'hooked' | 'free' | 'unknown';

/** What is written down of a request only once. */
export interface RequestDetails {
  readonly headers: HeaderList;
  readonly responseHeaders: HeaderList;
  /** The stack of the call as text; undefined where the log has none. */
  readonly stack: string | undefined;
}

export interface LoggedRequest {
  readonly transport: Exclude<TransportKind, 'websocket'>;
  readonly method: string;
  readonly url: string;
  /** Null where there is none, or where it was not text. */
  readonly body: string | null;
  /** In epoch milliseconds, to the millisecond. */
  readonly startedAt: number;
  /** When the head of the response was there; null until then. */
  readonly respondedAt: number | null;
  /** When the last bytes came. */
  readonly lastAt: number;
  readonly status: number;
  /** Whether its type says that it streams. */
  readonly isStream: boolean;
  /** Bytes of the body so far. */
  readonly size: number;
  /** Where a redirect leads to; '' where it is none. */
  readonly redirectUrl: string;
  readonly error: string | null;
  readonly eventCount: number;
  /** Reads the stack for whose call it is. */
  readonly caller: () => Caller;
  /** The events from a position on. */
  readonly eventsFrom: (position: number) => readonly LoggedEvent[];
  /** Reads the rest, which is not needed each time the log is looked at. */
  readonly details: () => RequestDetails;
}

type Fields = Readonly<Record<string, unknown>>;

const TRANSPORTS = ['fetch', 'xhr', 'eventsource'] as const;
/** Media types that stream; only of the first does the log have the events. */
const STREAM_TYPE =
  /event-stream|ndjson|jsonl|json-lines|json-seq|stream\+json|vnd\.amazon\.eventstream/i;
/** Parts of the time until the response; the others overlap with these. */
const WAITS = ['blocked', 'dns', 'connect', 'send', 'wait'] as const;

/**
 * Reads an entry.
 * @param value an entry of a HAR
 * @param own the address under which this extension's scripts are, to leave them out of the stack
 * @returns the request; null where it cannot carry events: images, documents, scripts
 */
export function readEntry(value: unknown, own: string): LoggedRequest | null {
  if (!isFields(value)) return null;
  const transport = TRANSPORTS.find((kind) => kind === value['_resourceType']);
  const request = value['request'];
  const startedAt = Date.parse(textOf(value['startedDateTime']));
  if (transport === undefined || !isFields(request) || Number.isNaN(startedAt)) return null;
  const response = fieldsOf(value['response']);
  const content = fieldsOf(response['content']);
  const status = numberOf(response['status']);
  const messages = listOf(value['_eventSourceMessages']);
  const eventCount = messages.length;
  const hasResponse = status > 0 || eventCount > 0;
  return {
    transport,
    method: textOf(request['method']).toUpperCase() || 'GET',
    url: textOf(request['url']),
    body: bodyOf(request['postData']),
    startedAt,
    respondedAt: hasResponse ? startedAt + waitOf(fieldsOf(value['timings'])) : null,
    lastAt: startedAt + numberOf(value['time']),
    status,
    isStream: eventCount > 0 || STREAM_TYPE.test(textOf(content['mimeType'])),
    size: numberOf(content['size']),
    redirectUrl: absolute(textOf(response['redirectURL']), textOf(request['url'])),
    error: typeof response['_error'] === 'string' ? response['_error'] : null,
    eventCount,
    caller: () => callerOf(value['_initiator'], own),
    eventsFrom: (position) => readEvents(messages.slice(position)),
    details: () => ({
      headers: readHeaders(request['headers']),
      responseHeaders: readHeaders(response['headers']),
      stack: stackText(readFrames(value['_initiator']), own),
    }),
  };
}

/** Takes a HAR; returns its entries, none where it has another shape. */
export function entriesOf(har: unknown): readonly unknown[] {
  return listOf(fieldsOf(har)['entries']);
}

/** Takes a HAR; returns when the newest page in it was begun, in epoch milliseconds; null where it has none. */
export function pageStartOf(har: unknown): number | null {
  const page = listOf(fieldsOf(har)['pages']).at(-1);
  const start = Date.parse(textOf(fieldsOf(page)['startedDateTime']));
  return Number.isNaN(start) ? null : start;
}

interface CallFrame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

function callFrames(initiator: unknown): readonly Fields[] {
  return listOf(fieldsOf(fieldsOf(initiator)['stack'])['callFrames']).filter(isFields);
}

function callerOf(initiator: unknown, own: string): Caller {
  const frames = callFrames(initiator);
  if (frames.length === 0) return 'unknown';
  return frames.some((frame) => textOf(frame['url']).startsWith(own)) ? 'hooked' : 'free';
}

function readFrames(initiator: unknown): readonly CallFrame[] {
  return callFrames(initiator).map((frame) => ({
    name: textOf(frame['functionName']),
    url: textOf(frame['url']),
    line: numberOf(frame['lineNumber']) + 1,
    column: numberOf(frame['columnNumber']) + 1,
  }));
}

/** Writes frames as the browser writes a stack. */
function stackText(frames: readonly CallFrame[], own: string): string | undefined {
  const lines = frames
    .filter(({ url }) => !url.startsWith(own))
    .map(({ name, url, line, column }) => {
      const place = `${url === '' ? '<anonymous>' : url}:${line}:${column}`;
      return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
    });
  return lines.length === 0 ? undefined : lines.join('\n');
}

function readEvents(messages: readonly unknown[]): readonly LoggedEvent[] {
  return messages.filter(isFields).map((message) => ({
    t: numberOf(message['time']) * 1000,
    name: textOf(message['eventName']),
    id: textOf(message['eventId']),
    data: textOf(message['data']),
  }));
}

function readHeaders(headers: unknown): HeaderList {
  return listOf(headers)
    .filter(isFields)
    .map((header) => [textOf(header['name']), textOf(header['value'])] as const);
}

function bodyOf(postData: unknown): string | null {
  const text = fieldsOf(postData)['text'];
  return typeof text === 'string' ? text : null;
}

/** A redirect may be relative to the address that it came from. */
function absolute(url: string, base: string): string {
  return url !== '' && URL.canParse(url, base) ? new URL(url, base).href : '';
}

function waitOf(timings: Fields): number {
  let wait = 0;
  for (const name of WAITS) wait += Math.max(0, numberOf(timings[name]));
  return wait;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
