import { draw, find, post, readChat } from '../../page-parts.ts';

draw(
  '<button id="ask">Ask</button><button id="square" disabled><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12"/></svg></button>',
);

const square = find('#square', HTMLButtonElement);

async function ask(): Promise<void> {
  const controller = new AbortController();
  square.addEventListener('click', () => controller.abort(), { once: true });
  let text = '';
  try {
    for await (const { delta, finish_reason: finish } of readChat('api/chat', controller.signal)) {
      for (const call of delta.tool_calls ?? []) {
        text += call.function?.arguments ?? '';
        square.disabled = false;
      }
      if (finish === 'tool_calls') void post('api/refunds', JSON.parse(text));
    }
  } catch {
    square.disabled = true;
  }
}

find('#ask', HTMLButtonElement).addEventListener('click', () => void ask());
