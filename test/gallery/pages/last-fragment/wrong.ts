import { HttpAgent } from '@ag-ui/client';
import { draw, find, isRefund, post, QUESTION } from '../../page-parts.ts';

draw('<button>Ask</button>');

const agent = new HttpAgent({ url: 'agent' });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => {
  let text = '';
  agent.addMessage({ id: 'question', role: 'user', content: QUESTION });
  void agent.runAgent(
    {},
    {
      onToolCallArgsEvent({ event }) {
        text += event.delta;
        const refund = parse(text);
        if (isRefund(refund)) void post('api/refunds', refund);
      },
    },
  );
});
