import type { GalleryCase } from '../../gallery-case.ts';
import { HALF, heldRefund } from '../../replies.ts';

export const stopIcon: GalleryCase = {
  name: 'stop-icon',
  title: 'A stop button that is an icon without a name',
  about: 'Only what it does says what it is; it lights up with the first fragment of the call.',
  replies: { 'api/chat': heldRefund('openai-chat') },
  effect: 'api/refunds',
  pages: {
    noise: {
      user: { [HALF]: [{ type: 'click', button: /^$/ }] },
      flags: [],
      sent: [],
    },
  },
};
