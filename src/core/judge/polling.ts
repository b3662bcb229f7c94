/**
 * Requests that come at regular times whatever the streams do: polling and heartbeats. That one of them
 * falls into a call's time says nothing.
 */
import type { RequestActionRecord } from '../records.ts';

export interface PollingWatch {
  /** Takes a request; @returns whether it is one of a regular series */
  isRegular(record: RequestActionRecord): boolean;
}

/** So many requests make a series. */
const SERIES = 3;
/** How much the pauses of a series may differ: timers of pages are not exact. */
const JITTER = 0.2;
const MAX_TEMPLATES = 200;

/** Creates a watch that has seen nothing. */
export function createPollingWatch(): PollingWatch {
  const times = new Map<string, readonly number[]>();
  return {
    isRegular({ method, url, t }) {
      const template = `${method.toUpperCase()} ${templateOf(url)}`;
      const seen = [...(times.get(template) ?? []), t].slice(-SERIES);
      times.delete(template);
      if (times.size >= MAX_TEMPLATES) times.delete(times.keys().next().value ?? '');
      times.set(template, seen);
      return seen.length === SERIES && isEven(seen);
    },
  };
}

/** Ids and queries differ from one request of a series to the next. */
function templateOf(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').replaceAll(/[0-9a-f]{8,}|\d+/gi, '*');
}

function isEven(times: readonly number[]): boolean {
  const pauses = times.slice(1).map((t, index) => t - (times[index] ?? t));
  const longest = Math.max(...pauses);
  const shortest = Math.min(...pauses);
  return shortest > 0 && longest - shortest <= longest * JITTER;
}
