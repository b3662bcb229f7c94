import type { GalleryCase } from '../../gallery-case.ts';
import { REFUND, REFUND_TEXT } from '../../replies.ts';

export const lastFragment: GalleryCase = {
  name: 'last-fragment',
  title: 'Runs on the last fragment',
  about: 'The text is whole, and the event that says so has not come.',
  replies: {
    agent: {
      format: 'ag-ui',
      steps: [
        { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
        { type: 'fragment', call: 0, text: '{"orderId":"A-1042",' },
        { type: 'fragment', call: 0, text: '"amountCents":50' },
        { type: 'fragment', call: 0, text: '00}' },
        { type: 'hold', name: 'before the end' },
        { type: 'call-end', call: 0 },
        { type: 'end' },
      ],
    },
  },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: { 'before the end': [{ type: 'request', path: 'api/refunds', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: REFUND_TEXT,
          differences: [],
          action: 'api/refunds',
        },
      ],
      sent: [REFUND],
    },
    right: { user: {}, flags: [], sent: [REFUND] },
  },
};
