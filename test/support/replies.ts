/**
 * Replies that several end-to-end tests stream.
 */
import type { ServedStream } from './stream-server.ts';
import { createWireWriter, type ReplyPart, type WireFormat } from './wire.ts';

/** One refund, its amount cut in the middle. */
export const REFUND: readonly ReplyPart[] = [
  { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
  { type: 'fragment', call: 0, text: '{"orderId": "A-1042", "amountCents": 50' },
  { type: 'fragment', call: 0, text: '00}' },
  { type: 'call-end', call: 0 },
  { type: 'end' },
];

export const REFUND_ARGUMENTS = '{"orderId": "A-1042", "amountCents": 5000}';

/** Two calls in one reply. */
export const REFUND_AND_PICKUP: readonly ReplyPart[] = [
  { type: 'text', text: 'I will see to both.' },
  ...REFUND.slice(0, -1),
  { type: 'call', call: 1, id: 'call_pickup', name: 'schedule_pickup' },
  { type: 'fragment', call: 1, text: '{"day": "2026-12-' },
  { type: 'fragment', call: 1, text: '03", "note": "Tür 7 – läuten"}' },
  { type: 'call-end', call: 1 },
  { type: 'end' },
];

export const PICKUP_ARGUMENTS = '{"day": "2026-12-03", "note": "Tür 7 – läuten"}';

export interface Reply {
  /** Sends so many parts more, each as a chunk of its own. */
  send(count: number): Promise<void>;
  /** Sends all that is left and ends the body. */
  finish(): Promise<void>;
}

/**
 * Writes a reply to a stream part by part.
 * @param stream where to
 * @param format on which wire
 * @param parts the whole reply
 */
export function createReply(
  stream: ServedStream,
  format: WireFormat,
  parts: readonly ReplyPart[],
): Reply {
  const writer = createWireWriter(format);
  let position = 0;

  async function send(count: number): Promise<void> {
    const next = parts.slice(position, position + count);
    position += next.length;
    for (const part of next) {
      const text = writer.write(part);
      if (text !== '') await stream.send(text);
    }
  }

  return {
    send,
    async finish() {
      await send(parts.length - position);
      stream.end();
    },
  };
}
