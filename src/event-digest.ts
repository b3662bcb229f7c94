/**
 * A short number for an event, so that two views of the same stream can be compared event by event
 * without sending the events. Both sides of the comparison must use this one.
 */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

function fold(hash: number, text: string): number {
  let folded = hash;
  for (let index = 0; index < text.length; index += 1) {
    folded = Math.imul(folded ^ text.charCodeAt(index), PRIME);
  }
  return folded;
}

/**
 * Digests one server-sent event with FNV-1a over UTF-16 units
 * (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv): it finds accidents, not forgeries.
 * @param name the event's type; '' and 'message' are the same, as the standard has it
 * @param data its data, lines joined by line feeds
 * @returns an unsigned number of 32 bits
 */
export function eventDigest(name: string, data: string): number {
  const type = name === '' ? 'message' : name;
  return fold(fold(OFFSET, `${type}\n`), data) >>> 0;
}
