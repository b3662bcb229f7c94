/**
 * Anthropic Messages. https://docs.anthropic.com/en/api/messages-streaming
 *
 *   event: content_block_start
 *   data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"tide_at","input":{}}}
 *   event: content_block_delta
 *   data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"port\": \"Ry"}}
 *   event: content_block_stop
 *   data: {"type":"content_block_stop","index":0}
 *   event: message_delta
 *   data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}
 *   event: message_stop
 *   data: {"type":"message_stop"}
 *
 * What surprises: `input:{}` of the start is a placeholder and no arguments, but compatible servers
 * send the whole input there, with deltas or without; `content_block_stop` also comes for a call
 * that the token cap cut, and the stop reason only afterwards, so a call's end is provisional until
 * `message_delta`; a second `message_start` with another id means that the first message was
 * dropped, and indexes begin anew.
 */
import { createAnthropicBlocks, detectAnthropicEvent } from './_anthropic-blocks.ts';
import { defineFormat, isObject } from './format.ts';

export default defineFormat({
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  detect: ({ json }) => (isObject(json) ? detectAnthropicEvent(json) : 0),
  createDecoder(writer) {
    const { event, ended } = createAnthropicBlocks(writer);
    return {
      event({ json }) {
        if (isObject(json)) event(json);
      },
      ended,
    };
  },
});
