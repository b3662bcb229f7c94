/** Events by eventsource-parser's transform stream, behind the browser's own text decoder. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { createChatReader } from './chat-events.ts';
import { offerClient, QUESTION } from './client-page.ts';

offerClient(async (run) => {
  const read = createChatReader(run);
  const response = await fetch(`${run.address}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ question: QUESTION }),
    signal: run.signal,
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) read(data);
});
