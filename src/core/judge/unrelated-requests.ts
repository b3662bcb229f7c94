/**
 * Requests that the page sent before, when no call had any of their values: the heartbeat of a page with
 * `status: "open"`. When a call comes along that has such a value, the same request is still no effect of it.
 * What an earlier call explains is not remembered: who runs a bug again sends the same again.
 */
import type { RequestActionRecord } from '../records.ts';

export interface UnrelatedRequests {
  /** Remembers a request of which no call had a value. */
  add(record: RequestActionRecord): void;
  /** @returns whether the same request was sent before, unrelated to any call */
  has(record: RequestActionRecord): boolean;
}

const MAX_REQUESTS = 500;
/** Longer bodies are hardly ever sent again to the letter. */
const MAX_BODY = 4096;

/** Creates an empty memory. */
export function createUnrelatedRequests(): UnrelatedRequests {
  const known = new Set<string>();
  return {
    add(record) {
      if ((record.body ?? '').length > MAX_BODY) return;
      if (known.size >= MAX_REQUESTS) known.delete(known.values().next().value ?? '');
      known.add(keyOf(record));
    },
    has: (record) => known.has(keyOf(record)),
  };
}

function keyOf({ method, url, body = null }: RequestActionRecord): string {
  return JSON.stringify([method.toUpperCase(), url, body]);
}
