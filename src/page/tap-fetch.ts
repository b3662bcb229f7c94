/**
 * The tap on `fetch`. The page gets its own native Response; the promise is derived from the native
 * one, which costs it one microtask and keeps an unhandled rejection where it belongs.
 */
import { cleanStack, takeInitiatorStack } from './call-stack.ts';
import type { Exchanges, OutgoingRequest } from './exchanges.ts';
import type { Failures } from './failures.ts';
import { isObject, type Hooks } from './hooks.ts';
import { createRequestBodies, describeFetch, signalOf, type RequestBodies } from './outgoing.ts';
import { argumentOf, isPromise } from './page-values.ts';
import { callNative, responseStatus, signalAborted, whenSettled } from './primordials.ts';
import type { Requests } from './requests.ts';

/** Hooks `fetch` and Request of this realm. */
export function tapFetch(
  hooks: Hooks,
  exchanges: Exchanges,
  requests: Requests,
  failures: Failures,
): void {
  const bodies = createRequestBodies();
  hooks.constructorOf(globalThis, 'Request', (request, parameters) => {
    failures.guard('Request', () =>
      bodies.note(request, argumentOf(parameters, 0), argumentOf(parameters, 1)),
    );
  });
  hooks.method(Request.prototype, 'clone', (native, self, parameters) => {
    const clone = callNative(native, self, parameters);
    failures.guard('Request.clone', () => {
      if (isObject(clone)) bodies.note(clone, self, undefined);
    });
    return clone;
  });

  hooks.method(globalThis, 'fetch', (native, self, parameters) => {
    const outgoing = failures.guard('fetch', () => describe(parameters, requests, bodies));
    const promise = callNative(native, self, parameters);
    // One more microtask would be seen where the rejection is expected at once.
    const isDead = failures.guard(
      'fetch signal',
      () => outgoing?.signal !== undefined && signalAborted(outgoing.signal),
    );
    if (outgoing === null || isDead !== false || !isPromise(promise)) return promise;
    const followed = failures.guard('fetch', () => follow(promise, outgoing, exchanges, failures));
    return followed ?? promise;
  });
}

/** Gives a promise that settles as the native one, after the response was noted. */
function follow(
  promise: Promise<unknown>,
  outgoing: OutgoingRequest,
  exchanges: Exchanges,
  failures: Failures,
): Promise<unknown> {
  return whenSettled(
    promise,
    (response) => {
      failures.guard('fetch response', () => {
        if (isResponse(response)) exchanges.begin(response, outgoing);
      });
      return response;
    },
    (reason) => {
      // With an aborted signal the reason may be the page's own object.
      failures.guard('fetch error', () => {
        if (outgoing.signal === undefined || !signalAborted(outgoing.signal)) cleanStack(reason);
      });
      throw reason;
    },
  );
}

function describe(
  parameters: unknown[],
  requests: Requests,
  bodies: RequestBodies,
): OutgoingRequest {
  const request = describeFetch(argumentOf(parameters, 0), argumentOf(parameters, 1), bodies);
  const requestId = requests.nextId();
  const stack = takeInitiatorStack();
  requests.report('fetch', request, requestId, stack);
  return {
    request,
    requestId,
    stack,
    signal: signalOf(argumentOf(parameters, 0), argumentOf(parameters, 1)),
  };
}

function isResponse(value: unknown): value is Response {
  try {
    return responseStatus(value) >= 0;
  } catch {
    return false;
  }
}
