/** Field by field: what the page can have acted on, against the final arguments. */
import { compactJson, isObject } from '../json-value.ts';
import { memberPath } from '../partial-value.ts';
import type { Difference } from '../types.ts';

/** More differences than this say nothing that the first ones do not. */
const MAX_DIFFERENCES = 100;
const MAX_DEPTH = 100;

/**
 * @param acted the value as the page could read it when it acted
 * @param final the final arguments
 * @returns the fields that differ, in the order of the final arguments
 */
export function differencesOf(acted: unknown, final: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(acted, final, '$', 0);
  return found;

  function compare(left: unknown, right: unknown, path: string, depth: number): void {
    if (found.length >= MAX_DIFFERENCES || depth > MAX_DEPTH) return;
    if (isObject(left) && isObject(right)) {
      for (const key of new Set([...Object.keys(right), ...Object.keys(left)])) {
        compare(own(left, key), own(right, key), memberPath(path, key), depth + 1);
      }
    } else if (Array.isArray(left) && Array.isArray(right)) {
      for (let index = 0; index < Math.max(left.length, right.length); index++) {
        compare(left[index], right[index], `${path}[${index}]`, depth + 1);
      }
    } else if (left === undefined && isObject(right) && Object.keys(right).length > 0) {
      compare({}, right, path, depth);
    } else if (!isEqualScalar(left, right)) {
      found.push({ path, acted: left, final: right });
    }
  }
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isEqualScalar(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  // An empty object beside an empty array, or two empty ones of a kind.
  return compactJson(left) === compactJson(right) && typeof left === typeof right;
}
