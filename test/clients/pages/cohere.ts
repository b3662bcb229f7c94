/** Chat, version 2, with Cohere's client, which gives events. */
import { CohereClientV2 } from 'cohere-ai';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new CohereClientV2({ token: 'invented', environment: address });
  const stream = await client.chatStream(
    { model: MODEL, messages: [{ role: 'user', content: QUESTION }] },
    { abortSignal: signal, maxRetries: 0 },
  );
  const calls: { id: string | undefined; name: string | undefined; arguments: string }[] = [];
  result.calls = calls;
  for await (const event of stream) {
    switch (event.type) {
      case 'content-delta':
        result.text += event.delta?.message?.content?.text ?? '';
        break;
      case 'tool-call-start': {
        const call = event.delta?.message?.toolCalls;
        const text = call?.function?.arguments ?? '';
        calls.push({ id: call?.id, name: call?.function?.name, arguments: text });
        break;
      }
      case 'tool-call-delta': {
        const fragment = event.delta?.message?.toolCalls?.function?.arguments ?? '';
        const call = calls.at(-1);
        if (call !== undefined) call.arguments += fragment;
        fragmentSeen();
        break;
      }
      case 'message-end':
        result.finish = event.delta?.finishReason ?? null;
        break;
      default:
        break;
    }
  }
});
