import type { GalleryCase } from '../../gallery-case.ts';
import { HALF_REFUND, HALF_TEXT } from '../../replies.ts';

export const droppedConnection: GalleryCase = {
  name: 'dropped-connection',
  title: 'Acts after a dropped connection',
  about: 'The connection breaks in the middle of the amount, and the page makes the best of it.',
  replies: {
    'api/chat': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
        { type: 'fragment', call: 0, text: '{"orderId":"A-1042",' },
        { type: 'fragment', call: 0, text: '"amountCents":5' },
        // What the browser has not read when a connection breaks is lost.
        { type: 'hold', name: 'before the break' },
        { type: 'drop' },
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
