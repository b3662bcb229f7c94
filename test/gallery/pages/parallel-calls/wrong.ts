import OpenAI from 'openai';
import { draw, find, post, QUESTION } from '../../page-parts.ts';

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
  const texts: string[] = [];
  let run = 0;
  for await (const { choices } of stream) {
    for (const { delta, finish_reason: finish } of choices) {
      for (const { index, function: part } of delta.tool_calls ?? []) {
        texts[index] = (texts[index] ?? '') + (part?.arguments ?? '');
      }
      // When the next call begins, the ones before it are whole.
      const whole = finish === 'tool_calls' ? texts.length : texts.length - 1;
      for (; run < whole; run++) void post(`api/tools/${run}`, JSON.parse(texts[run] ?? ''));
    }
  }
}

find('button', HTMLButtonElement).addEventListener('click', () => void ask());
