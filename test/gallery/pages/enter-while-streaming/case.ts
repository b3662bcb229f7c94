import type { GalleryCase } from '../../gallery-case.ts';
import {
  HALF,
  HALF_DIFFERENCES,
  HALF_REFUND,
  HALF_TEXT,
  heldRefund,
  REFUND,
} from '../../replies.ts';

export const enterWhileStreaming: GalleryCase = {
  name: 'enter-while-streaming',
  title: 'Enter approves while the call streams',
  about: 'Approve is disabled as it should be, but Enter in the note goes past it.',
  replies: { agent: heldRefund('ag-ui') },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: {
        [HALF]: [
          { type: 'press', field: 'Note', key: 'Enter' },
          { type: 'request', path: 'api/refunds', count: 1 },
        ],
      },
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
      sent: [{ ...HALF_REFUND, note: '' }],
    },
    right: {
      user: {
        [HALF]: [
          { type: 'button', button: 'Approve', isEnabled: false },
          { type: 'press', field: 'Note', key: 'Enter' },
        ],
        end: [
          { type: 'button', button: 'Approve', isEnabled: true },
          { type: 'press', field: 'Note', key: 'Enter' },
          { type: 'request', path: 'api/refunds', count: 1 },
        ],
      },
      flags: [],
      sent: [{ ...REFUND, note: '' }],
    },
  },
};
