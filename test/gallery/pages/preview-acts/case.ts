import type { GalleryCase } from '../../gallery-case.ts';
import {
  HALF,
  HALF_DIFFERENCES,
  HALF_REFUND,
  HALF_TEXT,
  heldRefund,
  REFUND,
  REFUND_TEXT,
} from '../../replies.ts';

export const previewActs: GalleryCase = {
  name: 'preview-acts',
  title: 'Acts on a best-effort preview',
  about: 'The refund is made as soon as a partial parser shows all fields, half of one among them.',
  replies: { 'api/chat': heldRefund('openai-chat') },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: { [HALF]: [{ type: 'request', path: 'api/refunds', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: HALF_TEXT,
          differences: HALF_DIFFERENCES,
          action: 'api/refunds',
        },
      ],
      sent: [HALF_REFUND],
      // The end came with it, but the page had not looked at it: it sent what it had read before.
      whole: {
        flags: [
          {
            code: 'early-action',
            confidence: 'confirmed',
            call: 0,
            had: REFUND_TEXT,
            differences: HALF_DIFFERENCES,
            action: 'api/refunds',
          },
        ],
        sent: [HALF_REFUND],
      },
    },
    right: { user: {}, flags: [], sent: [REFUND] },
  },
};
