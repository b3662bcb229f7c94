/** Numbers, times and values as the panel writes them. The reader's own language decides the marks. */

const integer = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const seconds = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
const shortSeconds = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Takes a count; returns it with the reader's thousands marks. */
export function formatCount(value: number): string {
  return integer.format(value);
}

/** Takes a count and its noun for one and for many; returns both: "1 flag", "2 flags". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Takes a point in time in milliseconds; returns seconds with three decimals: "1.205 s". */
export function formatTime(milliseconds: number): string {
  return `${seconds.format(milliseconds / 1000)} s`;
}

/** Takes a length of time in milliseconds; returns it in the unit that reads best: "0.4 ms", "117 ms", "4.02 s". */
export function formatDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < 10) return `${tenths.format(milliseconds)} ms`;
  if (size < 1000) return `${integer.format(milliseconds)} ms`;
  return `${shortSeconds.format(milliseconds / 1000)} s`;
}

/** Takes a number of bytes; returns it in decimal units, as DevTools does: "812 B", "2.1 kB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${integer.format(bytes)} B`;
  if (bytes < 1_000_000) return `${tenths.format(bytes / 1000)} kB`;
  return `${tenths.format(bytes / 1_000_000)} MB`;
}

/** Takes an address; returns its path with the query, or the address itself where it is none. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  return `${parsed.pathname}${parsed.search}`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Takes a JSON value and how many characters may be shown; returns it as one line in the short form
 * of a console: `{ amountCents: 50, to: "acc" }`. Undefined becomes an empty text.
 */
export function formatValue(value: unknown, limit: number): string {
  const text = valueText(value, limit);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** Characters that are shown of what two texts have in common, before they differ. */
const COMMON = 12;

/**
 * Does the same for one of two values that are to be compared: where they are long texts that begin alike,
 * only the end of what they have in common is shown.
 */
export function formatDiffering(value: unknown, other: unknown, limit: number): string {
  if (typeof value !== 'string' || typeof other !== 'string') return formatValue(value, limit);
  if (Math.max(value.length, other.length) <= limit) return formatValue(value, limit);
  const skipped = commonLength(value, other) - COMMON;
  if (skipped <= 0) return formatValue(value, limit);
  // Half of a pair of surrogates is no character.
  const isInPair = (value.charCodeAt(skipped) & 0xfc00) === 0xdc00;
  return formatValue(`…${value.slice(isInPair ? skipped + 1 : skipped)}`, limit);
}

function commonLength(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let common = 0;
  while (common < length && left.charCodeAt(common) === right.charCodeAt(common)) common += 1;
  return common;
}

function valueText(value: unknown, limit: number): string {
  if (value === undefined) return '';
  // Of a text of megabytes only the beginning is quoted.
  if (typeof value === 'string') return JSON.stringify(value.slice(0, limit + 1));
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  const parts: string[] = [];
  let length = 0;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    if (length > limit) break;
    const name = isList ? '' : `${IDENTIFIER.test(key) ? key : JSON.stringify(key)}: `;
    const part = `${name}${valueText(item, limit - length)}`;
    parts.push(part);
    length += part.length;
  }
  if (parts.length === 0) return isList ? '[]' : '{}';
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
