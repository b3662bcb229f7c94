/**
 * Requests that come again and again: at regular times, whatever the streams do (polling, heartbeats),
 * or whenever there is something to save. That one of them falls into a call's time says nothing.
 */
import type { RequestActionRecord } from '../records.ts';

export interface RequestSeries {
  /** It comes at even times. */
  readonly isRegular: boolean;
  /** The same, but for ids and queries, was sent before. */
  readonly isRepeated: boolean;
}

export interface PollingWatch {
  /** Takes a request; @returns which series it is one of */
  add(record: RequestActionRecord): RequestSeries;
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
    add({ method, url, t }) {
      const template = `${method.toUpperCase()} ${templateOf(url)}`;
      const seen = [...(times.get(template) ?? []), t].slice(-SERIES);
      times.delete(template);
      if (times.size >= MAX_TEMPLATES) times.delete(times.keys().next().value ?? '');
      times.set(template, seen);
      return { isRegular: seen.length === SERIES && isEven(seen), isRepeated: seen.length > 1 };
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
