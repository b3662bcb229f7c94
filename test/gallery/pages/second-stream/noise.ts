import { draw, find, post, readChat } from '../../page-parts.ts';

draw(
  '<button id="ask">Ask</button><output></output><button id="book" disabled>Book courier</button>',
);

const book = find('#book', HTMLButtonElement);

async function readRefund(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    find('output', HTMLOutputElement).value = text;
    if (finish === 'tool_calls') void post('api/refunds', JSON.parse(text));
  }
}

async function readCourier(): Promise<void> {
  let text = '';
  for await (const { delta, finish_reason: finish } of readChat('api/courier-chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    if (finish !== 'tool_calls') continue;
    const courier: unknown = JSON.parse(text);
    book.disabled = false;
    book.addEventListener('click', () => void post('api/couriers', courier));
  }
}

find('#ask', HTMLButtonElement).addEventListener('click', () => {
  void readRefund();
  void readCourier();
});
