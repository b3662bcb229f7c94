import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(): Promise<void> {
  let text = '';
  let isDone = false;
  for await (const { delta } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    const cents = parse(text);
    if (isDone || typeof cents !== 'number') continue;
    isDone = true;
    void post('api/reserve-price', { lot: 'L-7', cents });
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
