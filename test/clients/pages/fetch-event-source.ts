/** Events by Microsoft's fetch-event-source, as its documentation shows for replies by POST. */
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { createChatReader } from './chat-events.ts';
import { offerClient, QUESTION } from './client-page.ts';

offerClient(async (run) => {
  const read = createChatReader(run);
  await fetchEventSource(`${run.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: QUESTION }),
    signal: run.signal,
    openWhenHidden: true,
    onmessage: ({ data }) => read(data),
    // Without this it would ask again and again.
    onerror: (error) => {
      throw error;
    },
  });
});
