import { HttpAgent } from '@ag-ui/client';
import { draw, find, isRefund, post, QUESTION } from '../../page-parts.ts';

draw('<button>Ask</button>');

const agent = new HttpAgent({ url: 'agent' });

find('button', HTMLButtonElement).addEventListener('click', () => {
  agent.addMessage({ id: 'question', role: 'user', content: QUESTION });
  void agent.runAgent(
    {},
    {
      onToolCallEndEvent({ toolCallArgs: refund }) {
        if (isRefund(refund)) void post('api/refunds', refund);
      },
    },
  );
});
