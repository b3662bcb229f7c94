/** An app with the bug that the panel is for: it acts on the first fragment of a call. */
import { createChatReader } from './chat-events.ts';
import { offerClient, QUESTION, type ClientResult } from './client-page.ts';

/** Sends what is there of the first call, which is no JSON yet. */
async function act({ calls: [call] }: ClientResult): Promise<void> {
  const body = JSON.stringify({ tool: call?.name, text: call?.arguments });
  const response = await fetch('/refunds', { method: 'POST', body });
  await response.text();
}

offerClient(async (run) => {
  const actions: Promise<void>[] = [];
  const read = createChatReader({
    ...run,
    fragmentSeen: () => {
      if (actions.length === 0) actions.push(act(run.result));
    },
  });
  const response = await fetch(`${run.address}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ question: QUESTION }),
    signal: run.signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  while (actions.length === 0) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    const events = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) read(event.replace(/^data: /, ''));
  }
  await Promise.all(actions);
  run.fragmentSeen();
  await reader?.read();
});
