import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button><label>Draft <textarea></textarea></label>');

const draft = find('textarea', HTMLTextAreaElement);
let timer: number | undefined;

draft.addEventListener('input', () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void post('api/drafts/17', { text: draft.value }), 100);
});

async function ask(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    if (finish === 'tool_calls') void post('api/refunds', JSON.parse(text));
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
