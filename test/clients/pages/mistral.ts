/** A conversation with Mistral's client, which gives events. */
import { Mistral } from '@mistralai/mistralai';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new Mistral({ apiKey: 'invented', serverURL: address });
  const stream = await client.beta.conversations.startStream(
    { model: MODEL, inputs: QUESTION },
    { signal, retries: { strategy: 'none' } },
  );
  for await (const { data } of stream) {
    if (data.type === 'function.call.delta') {
      const call = { id: data.toolCallId, name: data.name, arguments: data.arguments };
      result.calls = [...result.calls, call];
      fragmentSeen();
    } else if (data.type === 'message.output.delta') {
      result.text += typeof data.content === 'string' ? data.content : '';
    } else if (data.type === 'conversation.response.done') {
      result.finish = data.type;
    }
  }
});
