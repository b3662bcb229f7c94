/** The transport and the message reader of the AI SDK, as its hooks use them, without a framework. */
import { DefaultChatTransport, isToolUIPart, getToolName, readUIMessageStream } from 'ai';
import { offerClient, QUESTION } from './client-page.ts';

offerClient(async ({ address, signal, fragmentSeen, result }) => {
  const transport = new DefaultChatTransport({ api: `${address}/api/chat` });
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'chat',
    messageId: undefined,
    messages: [{ id: 'question', role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
    abortSignal: signal,
  });
  for await (const { parts } of readUIMessageStream({ stream, terminateOnError: true })) {
    const calls = parts.filter(isToolUIPart);
    result.calls = calls.map((part) => ({
      id: part.toolCallId,
      name: getToolName(part),
      arguments: part.input,
    }));
    result.text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    result.finish = calls.map(({ state }) => state).join();
    if (calls.some(({ input }) => input !== undefined)) fragmentSeen();
  }
});
