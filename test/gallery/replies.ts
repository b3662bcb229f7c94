/** Replies that several pages get. */
import type { Reply, ReplyFormat, ReplyStep } from './gallery-case.ts';

/** The refund that the reply asks for in the end. */
export const REFUND = { orderId: 'A-1042', amountCents: 5000 };

/** The refund as a trusting parser reads it at the hold. */
export const HALF_REFUND = { orderId: 'A-1042', amountCents: 5 };

/** The arguments at the hold: what follows makes 5000 of the 5. */
export const HALF_TEXT = '{"orderId":"A-1042","amountCents":5';

/** How the two differ. */
export const HALF_DIFFERENCES = [['$.amountCents', 5, 5000]] as const;

export const REFUND_TEXT = '{"orderId":"A-1042","amountCents":5000}';

/** The name of the hold in the middle of a number. */
export const HALF = 'half an amount';

/**
 * One refund.
 * @param format the wire
 * @param fragments the arguments as they come; null is a hold in the middle of the amount
 */
export function refundReply(format: ReplyFormat, fragments: readonly (string | null)[]): Reply {
  return {
    format,
    steps: [
      { type: 'text', text: 'I will refund it.' },
      { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
      ...fragments.map((text): ReplyStep =>
        text === null ? { type: 'hold', name: HALF } : { type: 'fragment', call: 0, text },
      ),
      { type: 'call-end', call: 0 },
      { type: 'end' },
    ],
  };
}

/** A refund that is held in the middle of its amount. */
export const heldRefund = (format: ReplyFormat): Reply =>
  refundReply(format, ['{"orderId":"A-1042",', '"amountCents":5', null, '000', '}']);
