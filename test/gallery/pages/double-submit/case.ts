import type { GalleryCase } from '../../gallery-case.ts';
import { REFUND, REFUND_TEXT, refundReply } from '../../replies.ts';

export const doubleSubmit: GalleryCase = {
  name: 'double-submit',
  title: 'Submits twice on retry',
  about: 'The server takes the refund and fails to say so; the page sends it again.',
  replies: {
    'api/chat': refundReply('ai-sdk-ui', ['{"orderId":"A-1042",', '"amountCents":50', '00}']),
  },
  effect: 'api/refunds',
  refused: 1,
  pages: {
    wrong: {
      user: {
        end: [
          { type: 'click', button: 'Confirm refund' },
          { type: 'request', path: 'api/refunds', count: 2 },
        ],
      },
      flags: [
        {
          code: 'duplicate-action',
          confidence: 'confirmed',
          call: 0,
          had: REFUND_TEXT,
          differences: [],
          action: 'api/refunds',
        },
      ],
      sent: [REFUND, REFUND],
    },
    right: {
      user: {
        end: [
          { type: 'click', button: 'Confirm refund' },
          { type: 'request', path: 'api/refunds', count: 2 },
        ],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
