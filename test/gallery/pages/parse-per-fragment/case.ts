import { refundReply, REFUND } from '../../replies.ts';
import type { GalleryCase } from '../../gallery-case.ts';

export const parsePerFragment: GalleryCase = {
  name: 'parse-per-fragment',
  title: 'Parses each fragment by itself',
  about: 'Each delta goes into JSON.parse alone, so a refund that comes in pieces is never made.',
  replies: {
    'api/chat': refundReply('openai-chat', ['{"orderId":"A-1042",', '"amountCents":50', '00}']),
  },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: {},
      flags: [{ code: 'parse-failure', confidence: 'confirmed', call: 0, had: null }],
      sent: [],
    },
    right: { user: {}, flags: [], sent: [REFUND] },
  },
};
