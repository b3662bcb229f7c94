/** An interceptor that answers by itself: the stream is made in the page, and nothing is sent. */
import { FetchInterceptor } from '@mswjs/interceptors/fetch';

const FUNCTION = { name: 'tide_at', arguments: '{"port":' };
const DELTAS = [
  {
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'call_M', type: 'function', function: FUNCTION }],
  },
  { tool_calls: [{ index: 0, function: { arguments: '"Ryde"}' } }] },
];

const events = [...DELTAS, {}].map((delta, index) => {
  const choice = { index: 0, delta, finish_reason: index === DELTAS.length ? 'tool_calls' : null };
  const chunk = { id: 'chatcmpl-mock', object: 'chat.completion.chunk', choices: [choice] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
});

const interceptor = new FetchInterceptor();
interceptor.apply();
interceptor.on('request', ({ controller }) => {
  const body = new Blob([...events, 'data: [DONE]\n\n']).stream();
  controller.respondWith(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
});
