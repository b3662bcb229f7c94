/**
 * Requests that the page sent before, when no call had any of their values: the heartbeat of a page with
 * `status: "open"`. When a call comes along that has such a value, the same request is still no effect of it.
 * What an earlier call explains is not remembered: who runs a bug again sends the same again.
 */
import type { RequestActionRecord } from '../records.ts';
import { isCausedByChunk, type Match } from './match.ts';

export interface UnrelatedRequests {
  /**
   * Takes a request and what ties it to a call; remembers it where no call had a value of it.
   * @returns whether the same was sent before, unrelated to any call, and no fragment caused it this time
   */
  explains(record: RequestActionRecord, match: Match | null): boolean;
}

const MAX_REQUESTS = 500;
/** Longer bodies are hardly ever sent again to the letter. */
const MAX_BODY = 4096;

/** Creates an empty memory. */
export function createUnrelatedRequests(): UnrelatedRequests {
  const known = new Set<string>();
  function remember(record: RequestActionRecord): void {
    if ((record.body ?? '').length > MAX_BODY) return;
    if (known.size >= MAX_REQUESTS) known.delete(known.values().next().value ?? '');
    known.add(keyOf(record));
  }

  return {
    explains(record, match) {
      if (match !== null && match.sent.length > 0) {
        return known.has(keyOf(record)) && !isCausedByChunk(match);
      }
      remember(record);
      return false;
    },
  };
}

function keyOf({ method, url, body = null }: RequestActionRecord): string {
  return JSON.stringify([method.toUpperCase(), url, body]);
}
