/** Messages with Anthropic's client: its streaming helper. */
import Anthropic from '@anthropic-ai/sdk';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new Anthropic({
    apiKey: 'invented',
    baseURL: address,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
  });
  const stream = client.messages.stream(
    { model: MODEL, max_tokens: 1024, messages: [{ role: 'user', content: QUESTION }] },
    { signal },
  );
  stream.on('text', (delta) => {
    result.text += delta;
  });
  stream.on('inputJson', fragmentSeen);
  const message = await stream.finalMessage();
  result.calls = message.content
    .filter((block) => block.type === 'tool_use')
    .map((block) => ({ id: block.id, name: block.name, arguments: block.input }));
  result.finish = message.stop_reason;
});
