import OpenAI from 'openai';
import { parse } from 'partial-json';
import { draw, find, isRefund, post, QUESTION } from '../../page-parts.ts';

draw('<button>Ask</button>');

const client = new OpenAI({
  apiKey: 'invented',
  baseURL: new URL('v1', location.href).href,
  dangerouslyAllowBrowser: true,
  maxRetries: 0,
});

async function ask(): Promise<void> {
  const stream = await client.chat.completions.create({
    model: 'example-large',
    messages: [{ role: 'user', content: QUESTION }],
    stream: true,
  });
  let text = '';
  for await (const { choices } of stream) {
    for (const { delta, finish_reason: finish } of choices) {
      for (const call of delta.tool_calls ?? []) text += call.function?.arguments ?? '';
      if (finish === null) continue;
      const refund: unknown = parse(text);
      if (isRefund(refund)) await post('api/refunds', refund);
    }
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
