/**
 * Reports the requests that can change something: those with an unsafe method, from fetch,
 * XMLHttpRequest and sendBeacon. Each says in which chunk's task it was made.
 */
import type { RequestActionRecord, RequestDescription } from '../core/records.ts';
import { takeInitiatorStack } from './call-stack.ts';
import type { Failures } from './failures.ts';
import type { Hooks } from './hooks.ts';
import { addressOf, bodyText, describeOpen, isUnsafe } from './outgoing.ts';
import { createPrivateMap, now } from './primordials.ts';
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
          ...(stack === undefined ? {} : { stack }),
          ...(cause === undefined ? {} : { cause }),
        },
        body?.length ?? 0,
      );
    },
  };
}

/** Hooks XMLHttpRequest and sendBeacon. Nothing is added to a request: no listener, no header. */
export function tapOtherRequests(hooks: Hooks, requests: Requests, failures: Failures): void {
  const opened = createPrivateMap<object, RequestDescription>();

  hooks.method(XMLHttpRequest.prototype, 'open', (native, self, parameters) => {
    const result = native(self, parameters);
    failures.guard('XMLHttpRequest.open', () => {
      const request = describeOpen(parameters[0], parameters[1]);
      if (request !== null && typeof self === 'object' && self !== null) opened.set(self, request);
    });
    return result;
  });

  hooks.method(XMLHttpRequest.prototype, 'send', (native, self, parameters) => {
    failures.guard('XMLHttpRequest.send', () => {
      const request = opened.get(self);
      if (request === undefined || !isUnsafe(request.method)) return;
      const body = bodyText(parameters[0]);
      requests.report('xhr', { ...request, body }, requests.nextId(), takeInitiatorStack());
    });
    return native(self, parameters);
  });

  hooks.method(Navigator.prototype, 'sendBeacon', (native, self, parameters) => {
    failures.guard('sendBeacon', () => {
      const request = {
        method: 'POST',
        url: addressOf(parameters[0]),
        body: bodyText(parameters[1]),
      };
      requests.report('beacon', request, requests.nextId(), takeInitiatorStack());
    });
    return native(self, parameters);
  });
}
