/** @jsxImportSource react */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { find, isRefund, post, QUESTION } from '../../page-parts.ts';

const transport = new DefaultChatTransport({ api: 'api/chat' });

function App(): ReactNode {
  const { messages, sendMessage } = useChat({ transport });
  const parts = messages.flatMap((message) => message.parts).filter((part) => isToolUIPart(part));
  return (
    <main>
      <button onClick={() => void sendMessage({ text: QUESTION })}>Ask</button>
      {parts.map((part) => (
        <article key={part.toolCallId}>
          <pre>{JSON.stringify(part.input)}</pre>
          <button
            disabled={!isRefund(part.input)}
            onClick={() => void post('api/refunds', part.input)}
          >
            Confirm refund
          </button>
        </article>
      ))}
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
