import type { GalleryCase } from '../../gallery-case.ts';

export const parsablePrefix: GalleryCase = {
  name: 'parsable-prefix',
  title: 'Acts as soon as the text parses',
  about: 'The arguments are a plain number, and the first digit of a number is a number.',
  replies: {
    'api/chat': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_price', name: 'set_reserve_price' },
        { type: 'fragment', call: 0, text: '5' },
        { type: 'hold', name: 'first digit' },
        { type: 'fragment', call: 0, text: '00' },
        { type: 'fragment', call: 0, text: '0' },
        { type: 'end' },
      ],
    },
  },
  effect: 'api/reserve-price',
  pages: {
    wrong: {
      user: { 'first digit': [{ type: 'request', path: 'api/reserve-price', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: '5',
          differences: [['$', 5, 5000]],
          action: 'api/reserve-price',
        },
      ],
      sent: [{ lot: 'L-7', cents: 5 }],
    },
    right: { user: {}, flags: [], sent: [{ lot: 'L-7', cents: 5000 }] },
  },
};
