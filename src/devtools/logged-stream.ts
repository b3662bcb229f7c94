/**
 * A stream that only the network log has: its requests and events as records, in the order and with
 * the times that the log knows.
 */
import type { SessionRecord, StreamEndReason } from '../core/records.ts';
import { eventText } from './event-text.ts';
import type { LoggedRequest } from './logged-request.ts';

/** A body as the log gives it afterwards. */
export interface LoggedBody {
  readonly content: string;
  readonly isBase64: boolean;
}

/** What a cancelled request ends with. */
const ABORTED = 'net::ERR_ABORTED';
const ABORTED_MESSAGE = `${ABORTED}, which the network log also says of some bodies that were read to their end`;

export interface LoggedStream {
  /** Whether its events are shown. */
  readonly isShown: boolean;
  readonly open: (request: LoggedRequest) => readonly SessionRecord[];
  /** Reads the events that have come since the last time. */
  readonly read: (request: LoggedRequest) => readonly SessionRecord[];
  /** Ends it; `body` is what stands in for events that the log does not have. */
  readonly end: (request: LoggedRequest, body: LoggedBody | null) => readonly SessionRecord[];
  /** The end of a stream whose page is gone. */
  readonly leave: (t: number) => SessionRecord;
  /** Recording has stopped: nothing of it follows. */
  readonly stop: (t: number) => SessionRecord;
}

/**
 * @param stream its name
 * @param isShown false where it began before recording: then only that it is there is recorded
 */
export function createLoggedStream(stream: string, isShown: boolean): LoggedStream {
  let position = 0;
  let lastId = '';

  const gap = (t: number, reason: string, bytes = 0): SessionRecord => ({
    type: 'gap',
    t,
    stream,
    records: 0,
    bytes,
    reason,
  });
  const end = (t: number, reason: StreamEndReason, message: string | null): SessionRecord => ({
    type: 'stream-end',
    t,
    stream,
    reason,
    ...(message === null ? {} : { message }),
  });

  return {
    isShown,
    open(request) {
      const { method, url, body, status, transport } = request;
      const { headers, responseHeaders, stack } = request.details();
      const t = request.respondedAt ?? request.startedAt;
      const record: SessionRecord = {
        type: 'stream-open',
        t,
        stream,
        transport,
        source: 'network-log',
        request: { method, url, headers, body },
        response: { status, headers: responseHeaders },
        ...(stack === undefined ? {} : { stack }),
      };
      return isShown ? [record] : [record, gap(t, 'began-before-recording')];
    },
    read(request) {
      if (!isShown) return [];
      const events = request.eventsFrom(position);
      position = request.eventCount;
      const chunks: { t: number; text: string }[] = [];
      for (const event of events) {
        // Events of the first read may have the time of the request.
        const t = Math.max(event.t, request.respondedAt ?? 0);
        const text = eventText(event, lastId);
        lastId = event.id;
        const last = chunks.at(-1);
        if (last?.t === t) last.text += text;
        else chunks.push({ t, text });
      }
      return chunks.map(({ t, text }) => ({ type: 'stream-chunk', t, stream, text }));
    },
    end(request, body) {
      const { error, lastAt: t, size } = request;
      const records: SessionRecord[] = [];
      if (isShown && position === 0) {
        if (body === null) records.push(gap(t, 'not-in-network-log', size));
        else if (body.isBase64) {
          records.push({ type: 'stream-chunk', t, stream, base64: body.content });
        } else records.push({ type: 'stream-chunk', t, stream, text: body.content });
      }
      if (error === null) records.push(end(t, 'eof', null));
      else if (error === ABORTED) records.push(end(t, 'abort', ABORTED_MESSAGE));
      else records.push(end(t, 'error', error));
      return records;
    },
    leave: (t) => end(t, 'abort', 'The page was left or reloaded.'),
    stop: (t) => gap(t, 'recording-stopped'),
  };
}
