/** Arguments that came as a JSON value, as text. */

/** Where a value is nested deeper than the engine can write. It is no JSON, so such a call never reads as complete. */
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
