/** @jsxImportSource react */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { find, post, QUESTION } from '../../page-parts.ts';

const transport = new DefaultChatTransport({ api: 'api/chat' });

function App(): ReactNode {
  const { messages, sendMessage, status, stop } = useChat({ transport });
  const parts = messages.flatMap((message) => message.parts).filter((part) => isToolUIPart(part));

  function leave(): void {
    void stop();
    void post('api/chat/cancel', { chat: 'support' });
  }

  return (
    <main>
      <button onClick={() => void sendMessage({ text: QUESTION })}>Ask</button>
      <button disabled={status !== 'streaming'} onClick={leave}>
        Stop generating
      </button>
      {parts.map(({ toolCallId, input }) => (
        <pre key={toolCallId}>{JSON.stringify(input)}</pre>
      ))}
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
