import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund } from '../../replies.ts';

export const messages: GalleryCase = {
  name: 'messages',
  title: 'An optimistic list of messages',
  about:
    'The user sends a further message, and the page saves the conversation with the open call.',
  replies: { 'api/chat': heldRefund('ai-sdk-ui') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'fill', field: 'Message', text: 'And the shade of A-1042, too' },
          { type: 'press', field: 'Message', key: 'Enter' },
          { type: 'request', path: 'api/conversations/4/messages', count: 1 },
          { type: 'request', path: 'api/conversations/4', count: 1 },
        ],
      },
      flags: [],
      sent: [],
    },
  },
};
