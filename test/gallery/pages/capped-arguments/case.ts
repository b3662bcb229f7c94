import type { GalleryCase } from '../../gallery-case.ts';
import { HALF_REFUND, HALF_TEXT } from '../../replies.ts';

export const cappedArguments: GalleryCase = {
  name: 'capped-arguments',
  title: 'Acts at a finish that is the token cap',
  about: 'The reply finishes with the reason “length” in the middle of the amount.',
  replies: {
    'v1/chat/completions': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
        { type: 'fragment', call: 0, text: '{"orderId":"A-1042",' },
        { type: 'fragment', call: 0, text: '"amountCents":5' },
        { type: 'end', isCapped: true },
      ],
    },
  },
  effect: 'api/refunds',
  pages: {
    wrong: {
      user: {},
      flags: [
        {
          code: 'acted-on-incomplete',
          confidence: 'confirmed',
          call: 0,
          had: HALF_TEXT,
          differences: [],
          action: 'api/refunds',
        },
      ],
      sent: [HALF_REFUND],
    },
    right: { user: {}, flags: [], sent: [] },
  },
};
