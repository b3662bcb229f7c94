import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button>Ask</button>');

const TOOLS = new Map<string, (text: string) => Promise<Response>>([
  ['lights_off', () => post('api/lights', { on: false })],
  ['lights_off_timer', (text) => post('api/timers', JSON.parse(text))],
]);

async function ask(): Promise<void> {
  let name = '';
  let text = '';
  let isRun = false;
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) {
      name += call.function?.name ?? '';
      text += call.function?.arguments ?? '';
    }
    // What needs no arguments can be run at once.
    if (isRun || (finish !== 'tool_calls' && name !== 'lights_off')) continue;
    isRun = true;
    void TOOLS.get(name)?.(text);
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
