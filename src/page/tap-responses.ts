/**
 * The tap on Response: its body, its clones, and the methods that read it whole.
 */
import type { Branch, Exchange, Exchanges } from './exchanges.ts';
import type { Failures } from './failures.ts';
import type { Hooks } from './hooks.ts';
import { argumentOf } from './page-values.ts';
import {
  callNative,
  createPrivateMap,
  getOwnPropertyDescriptor,
  ownKeys,
  readerRead,
  responseBody,
  responseBodyUsed,
  responseClone,
  streamGetReader,
  streamLocked,
  whenSettled,
} from './primordials.ts';
import { isStream } from './tap-readers.ts';

/** Hooks the Response of this realm. */
export function tapResponses(hooks: Hooks, exchanges: Exchanges, failures: Failures): void {
  const { responses } = exchanges;
  /** Bodies that the page had in hand before a hidden clone gave its response another. */
  const seenBodies = createPrivateMap<object, ReadableStream>();
  const replacedBodies = createPrivateMap<object, ReadableStream>();

  hooks.getter(Response.prototype, 'body', (native, self, parameters) => {
    const body = callNative(native, self, parameters);
    const shown = failures.guard('body', () => {
      const exchange = responses.get(self);
      if (exchange === undefined || !isResponse(self) || !isStream(body)) return body;
      const replaced = replacedBodies.get(self);
      if (replaced !== undefined) return replaced;
      exchanges.branchOf(body, exchange, 0);
      seenBodies.set(self, body);
      return body;
    });
    return shown ?? body;
  });

  hooks.constructorOf(globalThis, 'Response', (response, parameters) => {
    failures.guard('Response', () => {
      const branch = exchanges.streams.get(argumentOf(parameters, 0));
      if (branch !== undefined && isResponse(response)) responses.set(response, branch.exchange);
    });
  });

  hooks.method(Response.prototype, 'clone', (native, self, parameters) => {
    const clone = callNative(native, self, parameters);
    failures.guard('clone', () => {
      const exchange = responses.get(self);
      if (exchange === undefined || !isResponse(self) || !isResponse(clone)) return;
      responses.set(clone, exchange);
      // The body that the page may hold is now the locked source of two new ones.
      if (seenBodies.get(self) !== undefined) exchange.branches -= 1;
      adopt(self, exchange, exchanges);
      adopt(clone, exchange, exchanges);
    });
    return clone;
  });

  // What reads a body whole is whatever methods this browser has: text, json, bytes, …
  const keys = ownKeys(Response.prototype);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (key === undefined || key === 'clone' || key === 'constructor') continue;
    const value: unknown = getOwnPropertyDescriptor(Response.prototype, key)?.value;
    if (typeof value !== 'function') continue;
    hooks.method(Response.prototype, key, (native, self, parameters) => {
      const copy = failures.guard('whole body', () => hiddenClone(self));
      const result = callNative(native, self, parameters);
      if (copy !== null) failures.guard('whole body', () => drain(copy, exchanges, failures));
      return result;
    });
  }

  /**
   * A second body of a stream that the page reads whole: it cannot cancel that read, and an abort
   * reaches both, so here and only here a clone is safe. Null where it is no stream to show.
   */
  function hiddenClone(self: unknown): { body: ReadableStream<Uint8Array>; branch: Branch } | null {
    const exchange = responses.get(self);
    if (exchange?.kind !== 'stream' || exchange.isEnded || !isResponse(self)) return null;
    const body = responseBody(self);
    if (body === null || responseBodyUsed(self) || streamLocked(body)) return null;
    const copy = responseBody(responseClone(self));
    if (copy === null) return null;
    const seen = seenBodies.get(self);
    if (seen !== undefined) replacedBodies.set(self, seen);
    const offset = exchanges.streams.get(body)?.offset ?? 0;
    return { body: copy, branch: exchanges.branchOf(copy, exchange, offset) };
  }
}

function adopt(response: Response, exchange: Exchange, exchanges: Exchanges): void {
  const body = responseBody(response);
  if (body !== null) exchanges.branchOf(body, exchange, 0);
}

function drain(
  copy: { body: ReadableStream<Uint8Array>; branch: Branch },
  exchanges: Exchanges,
  failures: Failures,
): void {
  const { body, branch } = copy;
  const reader = streamGetReader(body);
  function step(): void {
    void whenSettled(
      readerRead(reader),
      ({ done, value }) => {
        if (done) {
          failures.guard('whole body', () => exchanges.finish(branch));
          return;
        }
        failures.guard('whole body', () => exchanges.chunk(branch, value, false));
        failures.guard('whole body', step);
      },
      (reason) => {
        failures.guard('whole body', () => exchanges.fail(branch, reason));
      },
    );
  }
  step();
}

function isResponse(value: unknown): value is Response {
  try {
    return typeof responseBodyUsed(value) === 'boolean';
  } catch {
    return false;
  }
}
