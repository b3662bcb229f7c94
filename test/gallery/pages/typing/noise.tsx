/** @jsxImportSource react */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { find, post, QUESTION } from '../../page-parts.ts';

const transport = new DefaultChatTransport({ api: 'api/chat' });

function App(): ReactNode {
  const { messages, sendMessage } = useChat({ transport });
  const [draft, setDraft] = useState('');
  const parts = messages.flatMap((message) => message.parts).filter((part) => isToolUIPart(part));
  return (
    <main>
      <button onClick={() => void sendMessage({ text: QUESTION })}>Ask</button>
      <label>
        Notes <textarea value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <button disabled={draft === ''}>Add note</button>
      {parts.map(({ toolCallId, state, input }) => (
        <button
          key={toolCallId}
          disabled={state !== 'input-available'}
          onClick={() => void post('api/refunds', input)}
        >
          Confirm refund
        </button>
      ))}
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
