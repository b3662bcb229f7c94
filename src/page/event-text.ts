/**
 * Server-sent events written back as the text that gives them. A page gets events from an
 * EventSource, never the bytes; the standard's parser reads the same events from this text.
 */
import { indexOf, slice } from './primordials.ts';

export interface ReceivedEvent {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
}

/**
 * Writes one event. `knownId` is the last event id before it: an id is written only where it
 * changes, for an event that names none keeps the last one.
 */
export function eventText({ type, data, lastEventId }: ReceivedEvent, knownId: string): string {
  let text = lastEventId === knownId ? '' : `id: ${lastEventId}\n`;
  if (type !== 'message') text += `event: ${type}\n`;
  let start = 0;
  while (start <= data.length) {
    const found = indexOf(data, '\n', start);
    const end = found < 0 ? data.length : found;
    text += `data: ${slice(data, start, end)}\n`;
    start = end + 1;
  }
  return `${text}\n`;
}
