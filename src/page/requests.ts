/**
 * Reports the requests that can change something: those with an unsafe method, from fetch,
 * XMLHttpRequest and sendBeacon, and messages of sockets. Each says in which chunk's task it was
 * made.
 */
import type { HeaderList, RequestActionRecord, RequestDescription } from '../core/records.ts';
import { takeInitiatorStack } from './call-stack.ts';
import type { Failures } from './failures.ts';
import type { Hooks } from './hooks.ts';
import { addressOf, bodyText, isUnsafe } from './outgoing.ts';
import { argumentOf } from './page-values.ts';
import { callNative, now, toLowerCase } from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';

export interface Requests {
  /** A new name for a request, which joins it to the stream that it opens. */
  readonly nextId: () => string;
  /** Reports a request if it is unsafe. */
  readonly report: (
    initiator: NonNullable<RequestActionRecord['initiator']>,
    request: RequestDescription,
    requestId: string,
    stack: () => string | undefined,
  ) => void;
}

/** Makes the reporter; it adds actions to `queue`. */
export function createRequests(queue: RecordQueue): Requests {
  let count = 0;
  return {
    nextId() {
      count += 1;
      return `${count}`;
    },
    report(initiator, request, requestId, writeStack) {
      if (!isUnsafe(request.method)) return;
      const stack = writeStack();
      const cause = queue.cause();
      const body = request.body ?? null;
      const contentType = contentTypeOf(request.headers);
      queue.add(
        {
          type: 'action',
          t: now(),
          kind: 'request',
          method: request.method,
          url: request.url,
          body,
          initiator,
          requestId,
          ...(contentType === undefined ? {} : { contentType }),
          ...(stack === undefined ? {} : { stack }),
          ...(cause === undefined ? {} : { cause }),
        },
        body?.length ?? 0,
      );
    },
  };
}

function contentTypeOf(headers: HeaderList = []): string | undefined {
  for (let index = 0; index < headers.length; index += 1) {
    const header = headers[index];
    if (header !== undefined && toLowerCase(header[0]) === 'content-type') return header[1];
  }
  return undefined;
}

/** Hooks sendBeacon. */
export function tapBeacons(hooks: Hooks, requests: Requests, failures: Failures): void {
  hooks.method(Navigator.prototype, 'sendBeacon', (native, self, parameters) => {
    failures.guard('sendBeacon', () => {
      const request = {
        method: 'POST',
        url: addressOf(argumentOf(parameters, 0)),
        headers: [],
        body: bodyText(argumentOf(parameters, 1)),
      };
      requests.report('beacon', request, requests.nextId(), takeInitiatorStack());
    });
    return callNative(native, self, parameters);
  });
}
