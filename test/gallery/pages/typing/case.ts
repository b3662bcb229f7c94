import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const typing: GalleryCase = {
  name: 'typing',
  title: 'Typing in another field',
  about: 'The user writes a note while the call streams, and the note’s own button lights up.',
  replies: { 'api/chat': heldRefund('ai-sdk-ui') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [
          { type: 'press', field: 'Notes', key: 'l' },
          { type: 'press', field: 'Notes', key: 'a' },
          { type: 'press', field: 'Notes', key: 'Enter' },
          { type: 'button', button: 'Add note', isEnabled: true },
        ],
        end: [
          { type: 'click', button: 'Confirm refund' },
          { type: 'request', path: 'api/refunds', count: 1 },
        ],
      },
      flags: [],
      sent: [REFUND],
    },
  },
};
