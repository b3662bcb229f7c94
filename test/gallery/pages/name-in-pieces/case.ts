import type { GalleryCase } from '../../gallery-case.ts';

export const nameInPieces: GalleryCase = {
  name: 'name-in-pieces',
  title: 'Reads the name off the wrong fragment',
  about: 'The first piece of the name is the name of another tool, and that one is run.',
  replies: {
    'api/chat': {
      format: 'openai-chat',
      steps: [
        { type: 'call', call: 0, id: 'call_lights', name: 'lights_off' },
        { type: 'hold', name: 'half a name' },
        { type: 'name', call: 0, text: '_timer' },
        { type: 'fragment', call: 0, text: '{"minutes":' },
        { type: 'fragment', call: 0, text: '20}' },
        { type: 'end' },
      ],
    },
  },
  effect: 'api/lights',
  pages: {
    wrong: {
      user: { 'half a name': [{ type: 'request', path: 'api/lights', count: 1 }] },
      flags: [
        {
          code: 'early-action',
          confidence: 'confirmed',
          call: 0,
          had: '',
          differences: [['$.minutes', undefined, 20]],
          action: 'api/lights',
        },
      ],
      sent: [{ on: false }],
    },
    right: { user: {}, flags: [], sent: [] },
  },
};
