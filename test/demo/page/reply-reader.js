// @ts-check
/**
 * Reads the agent's reply off the wire: server-sent events, in either provider's format, become
 * the few things that the page draws. It reads the way most apps do, with fetch and a reader.
 */

/**
 * @typedef {(
 *   | { readonly type: 'text', readonly text: string }
 *   | { readonly type: 'call', readonly key: number, readonly name: string }
 *   | { readonly type: 'fragment', readonly key: number, readonly text: string }
 *   | { readonly type: 'call-end', readonly key: number }
 *   | { readonly type: 'end' }
 * )} ReplyEvent
 */

/**
 * Narrows to something whose fields can be asked for.
 * @param {unknown} value anything
 * @returns {Readonly<Record<string, unknown>>} the value itself, or an empty object where it has no fields
 */
export function fields(value) {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
function items(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {Readonly<Record<string, unknown>>} chunk one chat.completion.chunk
 * @returns {ReplyEvent[]}
 */
function readOpenaiChunk(chunk) {
  /** @type {ReplyEvent[]} */
  const events = [];
  for (const choice of items(chunk['choices']).map(fields)) {
    const delta = fields(choice['delta']);
    if (typeof delta['content'] === 'string') events.push({ type: 'text', text: delta['content'] });
    for (const call of items(delta['tool_calls']).map(fields)) {
      const part = fields(call['function']);
      const key = Number(call['index']);
      if (typeof part['name'] === 'string') events.push({ type: 'call', key, name: part['name'] });
      if (typeof part['arguments'] === 'string' && part['arguments'] !== '')
        events.push({ type: 'fragment', key, text: part['arguments'] });
    }
    if (typeof choice['finish_reason'] === 'string') events.push({ type: 'end' });
  }
  return events;
}

/**
 * @param {Readonly<Record<string, unknown>>} event one event of a message
 * @returns {ReplyEvent[]}
 */
function readAnthropicEvent(event) {
  const key = Number(event['index']);
  const block = fields(event['content_block']);
  const delta = fields(event['delta']);
  if (typeof block['name'] === 'string') return [{ type: 'call', key, name: block['name'] }];
  if (typeof delta['text'] === 'string') return [{ type: 'text', text: delta['text'] }];
  if (typeof delta['partial_json'] === 'string')
    return [{ type: 'fragment', key, text: delta['partial_json'] }];
  if (event['type'] === 'content_block_stop') return [{ type: 'call-end', key }];
  return event['type'] === 'message_stop' ? [{ type: 'end' }] : [];
}

/**
 * @param {string} block the lines of one event
 * @returns {ReplyEvent[]}
 */
function readEvent(block) {
  const lines = block.split('\n').filter((line) => line.startsWith('data: '));
  const data = lines.map((line) => line.slice('data: '.length)).join('\n');
  if (data === '' || data === '[DONE]') return [];
  const payload = fields(JSON.parse(data));
  return 'choices' in payload ? readOpenaiChunk(payload) : readAnthropicEvent(payload);
}

/**
 * Reads a reply to its end, telling each event as soon as it is there.
 * @param {Response} response the answer of /api/chat
 * @param {(event: ReplyEvent) => void} onEvent called in the order of the wire
 * @returns {Promise<boolean>} whether the reply said that it was done; false when it was cut
 */
export async function readReply(response, onEvent) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  let done = false;
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return done;
    const blocks = (pending + read.value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const event of blocks.flatMap(readEvent)) {
      done ||= event.type === 'end';
      onEvent(event);
    }
  }
}
