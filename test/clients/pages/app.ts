/**
 * An app that took `fetch` when it was loaded, as clients do that keep it in a module or in an
 * instance, and reads with a reader of its own.
 */
import { createChatReader } from './chat-events.ts';
import { offerClient, QUESTION } from './client-page.ts';

const fetchAtLoad = globalThis.fetch;

offerClient(async (run) => {
  const read = createChatReader(run);
  const response = await fetchAtLoad(`${run.address}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ question: QUESTION }),
    signal: run.signal,
  });
  if (!response.ok) throw new Error(await response.text());
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    const events = (rest + decoder.decode(chunk.value, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) read(event.replace(/^data: /, ''));
  }
});
