import { parse } from 'partial-json';
import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><output></output>');

async function ask(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    if (text === '') continue;
    const refund: unknown = parse(text);
    find('output', HTMLOutputElement).value = JSON.stringify(refund);
    if (finish !== 'tool_calls' || !isRefund(refund)) continue;
    void post('api/refunds', refund);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
