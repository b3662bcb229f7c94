/** @jsxImportSource react */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { find, post, QUESTION } from '../../page-parts.ts';

const transport = new DefaultChatTransport({ api: 'api/chat' });

async function makeRefund(refund: unknown): Promise<boolean> {
  const { ok } = await post('api/refunds', refund);
  if (ok) return true;
  // It may have been taken all the same.
  const made: unknown = await (await fetch('api/refunds')).json();
  return Array.isArray(made) && made.length > 0;
}

function App(): ReactNode {
  const { messages, sendMessage } = useChat({ transport });
  const [outcome, setOutcome] = useState('');
  const parts = messages.flatMap((message) => message.parts).filter((part) => isToolUIPart(part));
  return (
    <main>
      <button onClick={() => void sendMessage({ text: QUESTION })}>Ask</button>
      {parts.map(({ toolCallId, state, input }) => (
        <article key={toolCallId}>
          <button
            disabled={state !== 'input-available'}
            onClick={async () => setOutcome((await makeRefund(input)) ? 'Refunded' : 'Failed')}
          >
            Confirm refund
          </button>
        </article>
      ))}
      <output>{outcome}</output>
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
