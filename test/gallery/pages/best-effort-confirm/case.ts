import type { GalleryCase } from '../../gallery-case.ts';
import {
  HALF,
  HALF_DIFFERENCES,
  HALF_REFUND,
  HALF_TEXT,
  heldRefund,
  REFUND,
} from '../../replies.ts';

export const bestEffortConfirm: GalleryCase = {
  name: 'best-effort-confirm',
  title: 'Preview enables Confirm',
  about: 'Confirm lights up as soon as the preview has an amount, and the user is quick.',
  replies: { 'api/chat': heldRefund('ai-sdk-ui') },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: {
        [HALF]: [
          { type: 'click', button: 'Confirm refund' },
          { type: 'request', path: 'api/refunds', count: 1 },
        ],
      },
      flags: [
        {
          code: 'control-early',
          confidence: 'likely',
          call: 0,
          had: HALF_TEXT,
          action: 'Confirm refund',
        },
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: HALF_TEXT,
          differences: HALF_DIFFERENCES,
          action: 'api/refunds',
        },
      ],
      sent: [HALF_REFUND],
    },
    right: {
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
