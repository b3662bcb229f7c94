/** Chat completions with OpenAI's client: its streaming helper, which adds the fragments up. */
import OpenAI from 'openai';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new OpenAI({
    apiKey: 'invented',
    baseURL: `${address}/v1`,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
  });
  const stream = client.chat.completions.stream(
    { model: MODEL, messages: [{ role: 'user', content: QUESTION }] },
    { signal },
  );
  stream.on('content', (delta) => {
    result.text += delta;
  });
  stream.on('chunk', ({ choices }, { choices: [choice] }) => {
    result.calls = (choice?.message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      arguments: call.function.arguments,
    }));
    const fragments = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
    if (fragments.some((fragment) => fragment.function?.arguments)) fragmentSeen();
  });
  const completion = await stream.finalChatCompletion();
  result.finish = completion.choices[0]?.finish_reason ?? null;
});
