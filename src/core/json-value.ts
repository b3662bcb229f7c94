/** JSON values, as the wire sends them. */

/** A JSON object, as far as a reader of foreign data may know it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the value of a JSON text; undefined where it is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where a value is nested deeper than the engine can write. It is no JSON, so it never reads as whole. */
const TOO_DEEP = '…';

/**
 * @param value a value that came out of JSON
 * @returns it as compact JSON; an ellipsis where it is nested too deep to be written
 */
export function compactJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return TOO_DEEP;
  }
}

/** Deeper values are taken for different: no tool's arguments are so deep, and the stack is finite. */
const MAX_DEPTH = 500;

/**
 * @param left a JSON value
 * @param right another
 * @returns whether they are the same value, whatever the order of their members
 */
export function isSameJson(left: unknown, right: unknown, depth = 0): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right;
  }
  if (Array.isArray(left) !== Array.isArray(right) || depth > MAX_DEPTH) return false;
  const entries = Object.entries(left);
  const members = new Map<string, unknown>(Object.entries(right));
  return (
    entries.length === members.size &&
    entries.every(
      ([key, value]) => members.has(key) && isSameJson(value, members.get(key), depth + 1),
    )
  );
}
