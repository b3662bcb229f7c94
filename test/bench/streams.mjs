// @ts-check
/**
 * Streams for the benchmark, made from nothing but a size: the same bytes on every run.
 */

const WORDS = [
  'pallet',
  'row',
  'aisle',
  'dock',
  'crate',
  'forklift',
  'bay',
  'shelf',
  'bin',
  'gate',
];

/**
 * @param {number} count how many fragments
 * @returns {Generator<string>} fragments of one JSON object, a few characters each
 */
function* fragments(count) {
  yield '{"text":"';
  for (let index = 0; index < count - 2; index++) yield `${WORDS[index % WORDS.length]} `;
  yield '"}';
}

/**
 * @param {number} bytes about how long the body is to be
 * @returns {string} a body in the format openai-chat, in small fragments
 */
export function openAiBody(bytes) {
  /** @type {string[]} */
  const lines = [];
  let length = 0;
  const push = (/** @type {unknown} */ choice) => {
    const event = {
      id: 'chatcmpl-9tQ2b7',
      object: 'chat.completion.chunk',
      created: 1796000000,
      model: 'example-large',
      choices: [choice],
    };
    const line = `data: ${JSON.stringify(event)}\n\n`;
    lines.push(line);
    length += line.length;
  };
  push({
    index: 0,
    delta: {
      tool_calls: [
        {
          index: 0,
          id: 'call_1',
          type: 'function',
          function: { name: 'write_page', arguments: '' },
        },
      ],
    },
    finish_reason: null,
  });
  for (const text of fragments(Math.ceil(bytes / 190))) {
    push({
      index: 0,
      delta: { tool_calls: [{ index: 0, function: { arguments: text } }] },
      finish_reason: null,
    });
    if (length > bytes) break;
  }
  push({
    index: 0,
    delta: { tool_calls: [{ index: 0, function: { arguments: '"}' } }] },
    finish_reason: null,
  });
  push({ index: 0, delta: {}, finish_reason: 'tool_calls' });
  return `${lines.join('')}data: [DONE]\n\n`;
}

/**
 * @param {number} bytes about how long the body is to be
 * @returns {string} a body in the format anthropic-messages, in small fragments
 */
export function anthropicBody(bytes) {
  /** @type {string[]} */
  const lines = [];
  let length = 0;
  const push = (/** @type {{ type: string }} */ event) => {
    const line = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    lines.push(line);
    length += line.length;
  };
  const delta = (/** @type {string} */ text) =>
    push(
      /** @type {{ type: string }} */ ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: text },
      }),
    );
  push(
    /** @type {{ type: string }} */ ({
      type: 'message_start',
      message: { id: 'msg_1', role: 'assistant', content: [] },
    }),
  );
  push(
    /** @type {{ type: string }} */ ({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'write_page', input: {} },
    }),
  );
  for (const text of fragments(Math.ceil(bytes / 140))) {
    delta(text);
    if (length > bytes) break;
  }
  delta('"}');
  push(/** @type {{ type: string }} */ ({ type: 'content_block_stop', index: 0 }));
  push(
    /** @type {{ type: string }} */ ({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
  );
  push({ type: 'message_stop' });
  return lines.join('');
}

/**
 * @param {number} count how many fragments
 * @returns {string} an openai-chat body of one call with that many fragments
 */
export function fragmentsBody(count) {
  const lines = [
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":""}}]}}]}\n\n',
  ];
  for (const text of fragments(count)) lines.push(fragmentEvent(text));
  lines.push(
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
  );
  return lines.join('');
}

/** @param {string} text */
function fragmentEvent(text) {
  return `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":${JSON.stringify(text)}}}]}}]}\n\n`;
}
