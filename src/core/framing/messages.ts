/**
 * Transports whose messages are whole: WebSocket and data channels. Each chunk is one event; there is
 * no framing below, and nothing to recognise.
 */
import type { Framer, FramingSink } from './framing.ts';

export const MESSAGES = 'messages';

/** Creates a framer that makes one event of each chunk. */
export function createMessageFramer(sink: FramingSink): Framer {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let offset = 0;
  return {
    feed(bytes, chunk) {
      const start = offset;
      offset += bytes.length;
      const data = decoder.decode(bytes);
      sink.frame({
        type: 'event',
        name: '',
        data,
        id: '',
        start,
        end: offset,
        firstChunk: chunk,
        chunk,
      });
    },
    end() {},
    pending: () => false,
  };
}
