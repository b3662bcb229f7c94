import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

/** When the text has not changed for so long, the model is through with it. */
const QUIET_MS = 150;

async function ask(): Promise<void> {
  let text = '';
  let timer: number | undefined;
  let isChecked = false;
  for await (const { delta } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    if (isChecked || !/"amountCents":\d/.test(text)) continue;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      isChecked = true;
      void post('api/tools/create_refund/check', {});
    }, QUIET_MS);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
