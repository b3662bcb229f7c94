/** Responses with OpenAI's client: its streaming helper. */
import OpenAI from 'openai';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new OpenAI({
    apiKey: 'invented',
    baseURL: `${address}/v1`,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
  });
  const stream = client.responses.stream({ model: MODEL, input: QUESTION }, { signal });
  stream.on('response.output_text.delta', ({ delta }) => {
    result.text += delta;
  });
  stream.on('response.function_call_arguments.delta', ({ delta }) => {
    if (delta !== '') fragmentSeen();
  });
  const response = await stream.finalResponse();
  result.calls = response.output
    .filter((item) => item.type === 'function_call')
    .map((item) => ({ id: item.call_id, name: item.name, arguments: item.arguments }));
  result.finish = response.status ?? null;
});
