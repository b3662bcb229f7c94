import type { GalleryCase } from '../../gallery-case.ts';
import {
  HALF,
  HALF_DIFFERENCES,
  HALF_REFUND,
  HALF_TEXT,
  REFUND,
  refundReply,
} from '../../replies.ts';

export const debounce: GalleryCase = {
  name: 'debounce',
  title: 'Acts when the text has been quiet for a while',
  about: 'A pause of the model in the middle of the amount is taken for the end.',
  replies: { 'api/chat': refundReply('openai-chat', [HALF_TEXT, null, '000', '}']) },
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
      // At the end it is quiet again.
      sent: [HALF_REFUND, REFUND],
    },
    right: { user: {}, flags: [], sent: [REFUND] },
  },
};
