import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><output></output>');

async function ask(): Promise<void> {
  const refund: object = {};
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) {
      const text = call.function?.arguments ?? '';
      if (text === '') continue;
      try {
        Object.assign(refund, JSON.parse(text));
      } catch {
        // The next one may be whole.
      }
    }
    find('output', HTMLOutputElement).value = JSON.stringify(refund);
    if (finish === 'tool_calls' && isRefund(refund)) await post('api/refunds', refund);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
