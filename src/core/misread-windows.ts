/**
 * The misread windows of a call: the stretches in which a best-effort parser would have shown a valid
 * value for a field that is not its final value. That is what a trusting app shows, and acts on.
 *
 * Only a string or a number can be cut so: half a literal shows nothing or itself, and a container
 * only grows. At most one value is open where a fragment ends, so each fragment costs a fixed amount
 * of work, whatever the buffer; a value is read once, when it ends.
 */
import type { PathStep } from './json-containers.ts';
import type { JsonScanner, OpenValue } from './json-scanner.ts';
import { parseJson } from './json-value.ts';
import { memberPath, readPrefix } from './partial-value.ts';
import type { Fragment, MisreadWindow } from './types.ts';

export interface MisreadTracker {
  /** Those that are over, in the order in which they ended. */
  readonly windows: readonly MisreadWindow[];
  /** Called after each fragment has gone through the scanner. */
  fragment(): void;
}

interface Pending {
  readonly value: OpenValue;
  /** The first fragment that ended inside the value. */
  readonly from: number;
}

/**
 * @param scanner the call's scanner
 * @param fragments its fragments
 */
export function createMisreadTracker(
  scanner: JsonScanner,
  fragments: readonly Fragment[],
): MisreadTracker {
  const windows: MisreadWindow[] = [];
  let pending: Pending | null = null;

  /** @param end where the value ends @param next the fragment in which it ended */
  function close({ value, from }: Pending, end: number, next: number): void {
    const text = textBetween(fragments, value.start, end);
    const final = readPrefix(text).value;
    const shownAfter = (fragment: number): unknown =>
      readPrefix(text.slice(0, (fragments[fragment]?.end ?? value.start) - value.start)).value;
    let to = next;
    // Behind the last fragments the value may have been whole, with only its end mark missing.
    while (to > from && shownAfter(to - 1) === final) to = firstWithSameEnd(fragments, to - 1);
    let first = from;
    while (first < to && shownAfter(first) === undefined) first++;
    if (first >= to) return;
    windows.push({
      path: pathOf(value.steps, fragments),
      from: first,
      to,
      shown: shownAfter(to - 1),
      final,
    });
  }

  return {
    windows,
    fragment() {
      const index = fragments.length - 1;
      if (pending !== null && scanner.carriedEnd >= 0) close(pending, scanner.carriedEnd, index);
      const start = scanner.openStart;
      if (start < 0) pending = null;
      else if (pending?.value.start !== start) {
        const value = scanner.openValue;
        pending = value === null ? null : { value, from: index };
      }
    },
  };
}

/** Empty fragments end where the one before them did; together they are read once. */
function firstWithSameEnd(fragments: readonly Fragment[], position: number): number {
  let first = position;
  while (first > 0 && fragments[first - 1]?.end === fragments[position]?.end) first--;
  return first;
}

function pathOf(steps: readonly PathStep[], fragments: readonly Fragment[]): string {
  let path = '$';
  for (const step of steps) {
    if (step.type === 'element') path += `[${step.position}]`;
    else path = memberPath(path, String(parseJson(textBetween(fragments, step.start, step.end))));
  }
  return path;
}

/**
 * A piece of the buffer, put together from the fragments that hold it. To slice the buffer itself would
 * flatten its rope each time, which is work in proportion to all that came before.
 */
function textBetween(fragments: readonly Fragment[], start: number, end: number): string {
  let low = 0;
  let high = fragments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fragments[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let text = '';
  for (let index = low; index < fragments.length; index++) {
    const fragment = fragments[index];
    if (fragment === undefined || fragment.start >= end) break;
    text += fragment.text.slice(Math.max(start - fragment.start, 0), end - fragment.start);
  }
  return text;
}
