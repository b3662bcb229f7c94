import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, HALF_DIFFERENCES, HALF_TEXT, refundReply } from '../../replies.ts';

export const debounceBlind: GalleryCase = {
  name: 'debounce-blind',
  title: 'Sends no values when the text is quiet',
  about: 'The tool is checked during the pause; only the address says that this is about the call.',
  replies: { 'api/chat': refundReply('openai-chat', [HALF_TEXT, null, '000', '}']) },
  effect: 'api/tools/create_refund/check',
  pages: {
    wrong: {
      user: { [HALF]: [{ type: 'request', path: 'api/tools/create_refund/check', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'likely',
          call: 0,
          had: HALF_TEXT,
          differences: HALF_DIFFERENCES,
          action: 'api/tools/create_refund/check',
        },
      ],
      sent: [{}],
    },
    right: { user: {}, flags: [], sent: [{}] },
  },
};
