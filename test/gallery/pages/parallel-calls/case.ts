import type { GalleryCase } from '../../gallery-case.ts';
import { REFUND, REFUND_TEXT } from '../../replies.ts';

export const parallelCalls: GalleryCase = {
  name: 'parallel-calls',
  title: 'Runs the first of two calls while the second streams',
  about: 'In this format no call has ended before the finish, however whole it looks.',
  replies: {
    'v1/chat/completions': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_refund', name: 'create_refund' },
        { type: 'fragment', call: 0, text: '{"orderId":"A-1042",' },
        { type: 'fragment', call: 0, text: '"amountCents":5000}' },
        { type: 'call', call: 1, id: 'call_pickup', name: 'schedule_pickup' },
        { type: 'hold', name: 'second call' },
        { type: 'fragment', call: 1, text: '{"day":"2026-' },
        { type: 'fragment', call: 1, text: '12-03"}' },
        { type: 'end' },
      ],
    },
  },
  effect: 'api/tools/0',
  pages: {
    wrong: {
      user: { 'second call': [{ type: 'request', path: 'api/tools/0', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: REFUND_TEXT,
          differences: [],
          action: 'api/tools/0',
        },
      ],
      sent: [REFUND],
    },
    right: { user: {}, flags: [], sent: [REFUND] },
  },
};
