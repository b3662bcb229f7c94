/** JSON values, as the wire sends them. */

/** @returns the value of a JSON text; undefined where it is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param left a JSON value
 * @param right another
 * @returns whether they are the same value, whatever the order of their members
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return left === right;
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const leftEntries = Object.entries(left);
  const rightMembers = new Map<string, unknown>(Object.entries(right));
  return (
    leftEntries.length === rightMembers.size &&
    leftEntries.every(
      ([key, value]) => rightMembers.has(key) && isSameJson(value, rightMembers.get(key)),
    )
  );
}
