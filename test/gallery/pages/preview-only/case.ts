import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const previewOnly: GalleryCase = {
  name: 'preview-only',
  title: 'A speculative preview that enables nothing',
  about: 'The amount is shown while it grows; Confirm cannot be used before the call is whole.',
  replies: { 'api/chat': heldRefund('ai-sdk-ui') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: {
        [HALF]: [{ type: 'button', button: 'Confirm refund', isEnabled: false }],
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
