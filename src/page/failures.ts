/**
 * Failures of the page script itself. They go to the panel, a few of them: never to the page's
 * console, never into the page's promises.
 */
import { ownValue } from './page-values.ts';
import { exceptionMessage } from './primordials.ts';
import { isObject } from './hooks.ts';

/** Past this many the reports stop: a failure that repeats for each chunk says nothing new. */
const MAXIMUM_REPORTS = 5;

export interface Failures {
  /** Runs `work`. What it throws is reported under `place`, and null comes back. */
  guard<Result>(place: string, work: () => Result): Result | null;
}

/** Makes the reporter; `report` posts one failure. */
export function createFailures(report: (place: string, message: string) => void): Failures {
  let reports = 0;
  return {
    guard(place, work) {
      try {
        return work();
      } catch (error) {
        reports += 1;
        if (reports <= MAXIMUM_REPORTS) report(place, messageOf(error) ?? 'unknown');
        return null;
      }
    },
  };
}

/**
 * The message of an error without running any code of the page: only own data properties and the
 * native getter of DOMException are read. Undefined where that gives nothing.
 */
export function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (!isObject(error)) return undefined;
  const own = ownValue(error, 'message');
  if (typeof own === 'string') return own;
  try {
    return exceptionMessage(error);
  } catch {
    return undefined;
  }
}
