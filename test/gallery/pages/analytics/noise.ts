import { draw, find, post, readChat } from '../../page-parts.ts';

draw('<button id="ask">Ask</button><button id="details">Details</button>');

function track(event: string, count: number): void {
  void fetch('api/track', {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify({ event, count, session: '7f3a' }),
  });
}

async function ask(): Promise<void> {
  let text = '';
  let count = 0;
  for await (const { delta, finish_reason: finish } of readChat('api/chat')) {
    for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
    track('delta', count++);
    if (finish === 'tool_calls') void post('api/refunds', JSON.parse(text));
  }
}

find('#ask', HTMLButtonElement).addEventListener('click', () => void ask());
document.addEventListener('click', ({ target }) => {
  const name = target instanceof Element ? target.textContent : '';
  navigator.sendBeacon('api/track', JSON.stringify({ event: 'click', name }));
});
