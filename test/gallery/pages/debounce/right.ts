import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

async function ask(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    if (finish !== 'tool_calls') continue;
    const refund: unknown = JSON.parse(text);
    if (isRefund(refund)) void post('api/refunds', refund);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
