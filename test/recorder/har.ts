/**
 * Entries of a network log as `chrome.devtools.network` gives them in Chromium 156: the fields were
 * recorded in a real run, the values are made up. Times are in seconds and milliseconds as they are
 * there.
 */

/** The base of all times, in epoch milliseconds. */
export const START = Date.parse('2026-11-29T12:00:00.000Z');
/** Where the extension's scripts are in these entries. */
export const OWN = 'chrome-extension://midstream/';
export const CHAT = 'http://page.test/api/chat';

export interface EntryOptions {
  readonly url?: string;
  readonly method?: string;
  /** Milliseconds since START. */
  readonly at?: number;
  readonly type?: 'fetch' | 'xhr' | 'eventsource' | 'document';
  /** False while there is no response. */
  readonly hasResponse?: boolean;
  readonly mimeType?: string;
  readonly body?: string;
  readonly events?: readonly object[];
  readonly error?: string | null;
  readonly redirect?: string;
  /** Addresses of the scripts on the stack; null where the log has no stack. */
  readonly scripts?: readonly string[] | null;
  readonly size?: number;
  /** From the request to the last bytes. */
  readonly time?: number;
}

/** An event of the log. @param at in milliseconds since START */
export function event(at: number, data: string, name = 'message', id = ''): object {
  return { time: (START + at) / 1000, eventName: name, eventId: id, data };
}

function initiatorOf(scripts: readonly string[] | null): object {
  if (scripts === null) return { type: 'other' };
  const callFrames = scripts.map((url, index) => ({
    functionName: index === 0 ? 'ask' : '',
    scriptId: '7',
    url,
    lineNumber: 11,
    columnNumber: 4,
  }));
  return { type: 'script', stack: { callFrames } };
}

/** One entry of the log: by default the request of a worker, answered after 40 ms. */
export function entry(options: EntryOptions = {}): object {
  const { at = 0, events, body, hasResponse = true, redirect = '' } = options;
  const waiting = { blocked: -at, dns: -1, ssl: -1, connect: -1, send: 0, wait: 0, receive: 0 };
  const timings = { ...waiting, blocked: 2, dns: 1, connect: 1, send: 1, wait: 35, receive: 20 };
  return {
    _initiator: initiatorOf(
      options.scripts === undefined ? ['http://page.test/worker.js'] : options.scripts,
    ),
    _priority: 'High',
    _resourceType: options.type ?? 'fetch',
    cache: {},
    request: {
      method: options.method ?? 'POST',
      url: options.url ?? CHAT,
      httpVersion: 'http/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status: hasResponse ? (redirect === '' ? 200 : 307) : 0,
      statusText: hasResponse ? 'OK' : '',
      httpVersion: '',
      headers: hasResponse ? [{ name: 'content-type', value: 'text/event-stream' }] : [],
      cookies: [],
      content: {
        size: options.size ?? (events ?? []).length * 20,
        mimeType: hasResponse ? (options.mimeType ?? 'text/event-stream') : 'x-unknown',
      },
      redirectURL: redirect,
      headersSize: -1,
      bodySize: -1,
      _transferSize: 0,
      _error: options.error ?? null,
    },
    serverIPAddress: '127.0.0.1',
    startedDateTime: new Date(START + at).toISOString(),
    time: options.time ?? (hasResponse ? 60 : 0),
    timings: hasResponse ? timings : waiting,
    ...(events === undefined ? {} : { _eventSourceMessages: events }),
  };
}

/** A log. @param pageAt when its page was begun, in milliseconds since START */
export function har(entries: readonly object[], pageAt = -1000): object {
  const startedDateTime = new Date(START + pageAt).toISOString();
  return { version: '1.2', pages: [{ id: 'page_1', startedDateTime, title: '' }], entries };
}
