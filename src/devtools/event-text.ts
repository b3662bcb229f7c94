/**
 * An event of the network log, written again as server-sent events are on the wire. The text gives
 * the same event when it is read; how the server wrote it is not known.
 */
import type { LoggedEvent } from './logged-request.ts';

/**
 * @param event the event
 * @param lastId the id that was in force before it: the stream has an `id` line only where it changes
 * @returns the lines and the blank line that dispatches them
 */
export function eventText(event: LoggedEvent, lastId: string): string {
  const id = event.id === lastId ? '' : `id: ${event.id}\n`;
  const name = event.name === '' || event.name === 'message' ? '' : `event: ${event.name}\n`;
  const data = event.data.replaceAll('\n', '\ndata: ');
  return `${id}${name}data: ${data}\n\n`;
}
