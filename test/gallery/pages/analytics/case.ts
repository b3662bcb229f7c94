import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const analytics: GalleryCase = {
  name: 'analytics',
  title: 'Analytics on each click and each delta',
  about: 'The page counts what happens, in the same turn as it happens.',
  replies: { 'api/chat': heldRefund('openai-chat') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'click', button: 'Details' },
          { type: 'request', path: 'api/track', count: 1 },
        ],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
