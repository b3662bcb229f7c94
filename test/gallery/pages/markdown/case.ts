import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund, REFUND } from '../../replies.ts';

export const markdown: GalleryCase = {
  name: 'markdown',
  title: 'Streaming Markdown',
  about:
    'The reply is drawn again with each delta, and with it the buttons of its code blocks, one of which is used.',
  replies: {
    'api/chat': {
      format: 'openai-chat',
      steps: [
        { type: 'text', text: 'The **policy** says:\n```json\n{"amountCents": 50' },
        { type: 'text', text: '00}\n```\nSo I will **refund** it.\n' },
        ...heldRefund('openai-chat').steps.slice(1),
      ],
    },
  },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: { [HALF]: [{ type: 'click', button: 'Copy' }] },
      flags: [],
      sent: [REFUND],
    },
  },
};
