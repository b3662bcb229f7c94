import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund } from '../../replies.ts';

export const stopNamed: GalleryCase = {
  name: 'stop-named',
  title: 'A stop button',
  about: 'It becomes usable when the reply begins, ends the stream, and tells the server so.',
  replies: { 'api/chat': heldRefund('ai-sdk-ui') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'click', button: 'Stop generating' },
          { type: 'request', path: 'api/chat/cancel', count: 1 },
        ],
      },
      flags: [],
      sent: [],
    },
  },
};
