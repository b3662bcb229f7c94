import { parse } from 'partial-json';
import { draw, find, isRefund, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

/** When the text has not changed for so long, the model is through with it. */
const QUIET_MS = 150;

async function ask(): Promise<void> {
  let text = '';
  let timer: number | undefined;
  for await (const { delta } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const refund: unknown = text === '' ? null : parse(text);
      if (isRefund(refund)) void post('api/refunds', refund);
    }, QUIET_MS);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
