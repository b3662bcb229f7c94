/** An interceptor that answers by itself: the stream is made in the page and nothing is sent. */
import { FetchInterceptor } from '@mswjs/interceptors/fetch';

const EVENTS = ['{"port":', '"Ryde"}'].map((text, index) => {
  const opening = index === 0 ? { id: 'call_M', type: 'function' } : {};
  const name = index === 0 ? { name: 'tide_at' } : {};
  const call = { index: 0, ...opening, function: { ...name, arguments: text } };
  const choice = { index: 0, delta: { tool_calls: [call] }, finish_reason: null };
  return { id: 'chatcmpl-mock', object: 'chat.completion.chunk', choices: [choice] };
});
const END = { id: 'chatcmpl-mock', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };

const interceptor = new FetchInterceptor();
interceptor.apply();
interceptor.on('request', ({ controller }) => {
  const text = [...EVENTS, END].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const body = new Blob([text, 'data: [DONE]\n\n']).stream();
  controller.respondWith(
    new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  );
});
