/** Gemini with Google's client. Its calls come whole. */
import { GoogleGenAI } from '@google/genai';
import { MODEL, offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const client = new GoogleGenAI({ apiKey: 'invented', httpOptions: { baseUrl: address } });
  const stream = await client.models.generateContentStream({
    model: MODEL,
    contents: QUESTION,
    config: { abortSignal: signal },
  });
  for await (const { candidates } of stream) {
    for (const { content, finishReason } of candidates ?? []) {
      result.finish = finishReason ?? result.finish;
      for (const { text, functionCall } of content?.parts ?? []) {
        result.text += text ?? '';
        if (functionCall === undefined) continue;
        const call = { id: functionCall.id, name: functionCall.name, arguments: functionCall.args };
        result.calls = [...result.calls, call];
        fragmentSeen();
      }
    }
  }
});
