import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const polling: GalleryCase = {
  name: 'polling',
  title: 'A heartbeat',
  about: 'The page tells its server now and then that it is still there.',
  replies: { 'api/chat': heldRefund('openai-chat') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        start: [{ type: 'request', path: 'api/presence', count: 2 }],
        [HALF]: [{ type: 'request', path: 'api/presence', count: 3 }],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
