/** @jsxImportSource react */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { find, post, QUESTION } from '../../page-parts.ts';

const transport = new DefaultChatTransport({ api: 'api/chat' });

/** Saves the conversation as it is, the reply that streams among it. */
function save(messages: readonly UIMessage[]): void {
  void post('api/conversations/4', { messages });
}

function App(): ReactNode {
  const { messages, sendMessage } = useChat({ transport });
  const [draft, setDraft] = useState('');
  const [queued, setQueued] = useState<readonly string[]>([]);

  function send(): void {
    const message = { role: 'user', content: draft };
    setQueued([...queued, draft]);
    setDraft('');
    void post('api/conversations/4/messages', message);
  }

  useEffect(() => {
    if (queued.length > 0) save(messages);
  }, [queued, messages]);

  return (
    <main>
      <button onClick={() => void sendMessage({ text: QUESTION })}>Ask</button>
      {messages.map(({ id, parts }) => (
        <pre key={id}>{JSON.stringify(parts)}</pre>
      ))}
      {queued.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label>
          Message <input value={draft} onChange={(event) => setDraft(event.target.value)} />
        </label>
        <button disabled={draft === ''}>Send</button>
      </form>
    </main>
  );
}

createRoot(find('#root', HTMLElement)).render(<App />);
