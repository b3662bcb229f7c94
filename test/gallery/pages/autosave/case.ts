import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const autosave: GalleryCase = {
  name: 'autosave',
  title: 'Autosave of a draft',
  about: 'The page saves what the user writes, which names the same order as the call.',
  replies: { 'api/chat': heldRefund('openai-chat') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'fill', field: 'Draft', text: 'Lamp of A-1042' },
          { type: 'request', path: 'api/drafts/17', count: 1 },
          { type: 'fill', field: 'Draft', text: 'Lamp of A-1042 came broken' },
          { type: 'request', path: 'api/drafts/17', count: 1 },
        ],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
