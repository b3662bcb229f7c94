import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

async function ask(): Promise<void> {
  for await (const { finish_reason: finish } of readChat('api/chat')) {
    if (finish !== 'tool_calls') continue;
    void post('api/tools/create_refund/check', {});
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
