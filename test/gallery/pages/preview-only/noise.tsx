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
      {parts.map(({ toolCallId, state, input }) => (
        <article key={toolCallId}>
          <h2>{isRefund(input) ? `Refund of ${input.amountCents / 100}` : 'Refund'}</h2>
          <button
            aria-disabled={state !== 'input-available'}
            onClick={() => {
              if (state === 'input-available') void post('api/refunds', input);
            }}
          >
            Confirm refund
          </button>
        </article>
      ))}
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
