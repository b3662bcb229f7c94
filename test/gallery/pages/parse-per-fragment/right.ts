import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><output></output>');

async function ask(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) {
      text += call.function?.arguments ?? '';
    }
    find('output', HTMLOutputElement).value = text;
    if (finish !== 'tool_calls') continue;
    const refund: unknown = JSON.parse(text);
    if (isRefund(refund)) await post('api/refunds', refund);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
