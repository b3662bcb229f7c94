import { parse } from 'partial-json';
import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><output></output>');

async function ask(): Promise<void> {
  let text = '';
  let isFinished = false;
  try {
    for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
      for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
      isFinished ||= finish === 'tool_calls';
    }
  } catch {
    find('output', HTMLOutputElement).value = 'The connection was lost.';
  }
  const refund: unknown = text === '' ? null : parse(text);
  if (isFinished && isRefund(refund)) await post('api/refunds', refund);
  else if (!isFinished) find('output', HTMLOutputElement).value += ' Ask again.';
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
