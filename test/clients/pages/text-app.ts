/** An app that waits for the whole body, and reads it from a clone as well. */
import { createChatReader } from './chat-events.ts';
import { offerClient, QUESTION } from './client-page.ts';

offerClient(async (run) => {
  const read = createChatReader(run);
  const response = await fetch(`${run.address}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ question: QUESTION }),
    signal: run.signal,
  });
  const copy = response.clone();
  const [text, copied] = await Promise.all([response.text(), copy.text()]);
  for (const event of text.split('\n\n')) if (event !== '') read(event.replace(/^data: /, ''));
  run.result.text = copied;
});
