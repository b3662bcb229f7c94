import { HttpAgent } from '@ag-ui/client';
import { parse } from 'partial-json';
import { draw, find, isRefund, post, QUESTION } from '../../page-parts.ts';

draw(
  '<button id="ask">Ask</button><form><output></output><label>Note <input></label><button disabled>Approve</button></form>',
);

const agent = new HttpAgent({ url: 'agent' });
const approve = find('form button', HTMLButtonElement);
const note = find('input', HTMLInputElement);
let text = '';
let refund: unknown;

function send(): void {
  if (isRefund(refund)) void post('api/refunds', { ...refund, note: note.value });
}

find('#ask', HTMLButtonElement).addEventListener('click', () => {
  agent.addMessage({ id: 'question', role: 'user', content: QUESTION });
  void agent.runAgent(
    {},
    {
      onToolCallArgsEvent({ event }) {
        text += event.delta;
        refund = parse(text);
        find('output', HTMLOutputElement).value = JSON.stringify(refund);
      },
      onToolCallEndEvent({ toolCallArgs }) {
        refund = toolCallArgs;
        approve.disabled = false;
      },
    },
  );
});

find('form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
approve.addEventListener('click', send);
note.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!approve.disabled) send();
});
