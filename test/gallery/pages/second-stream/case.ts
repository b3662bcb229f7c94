import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const secondStream: GalleryCase = {
  name: 'second-stream',
  title: 'A second, independent stream',
  about: 'Its call is done, its button lights up and is used, while the first call still streams.',
  replies: {
    'api/chat': heldRefund('openai-chat'),
    'api/courier-chat': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_courier', name: 'book_courier' },
        { type: 'fragment', call: 0, text: '{"street":"Quay Road",' },
        { type: 'fragment', call: 0, text: '"parcels":2}' },
        { type: 'end' },
      ],
    },
  },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'click', button: 'Book courier' },
          { type: 'request', path: 'api/couriers', count: 1 },
        ],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
