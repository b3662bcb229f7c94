/** The header lines that an XMLHttpRequest gives. */
import type { HeaderList } from '../core/records.ts';
import { append, indexOf, slice } from './primordials.ts';

/** Reads lines `name: value`, each ended by CR LF; null stands for no headers. */
export function parseHeaderLines(text: string | null): HeaderList {
  const headers: (readonly [string, string])[] = [];
  if (text === null) return headers;
  let start = 0;
  while (start < text.length) {
    const found = indexOf(text, '\r\n', start);
    const end = found < 0 ? text.length : found;
    const line = slice(text, start, end);
    const colon = indexOf(line, ': ');
    if (colon > 0) append(headers, [slice(line, 0, colon), slice(line, colon + 2)]);
    start = end + 2;
  }
  return headers;
}
