/**
 * Amazon Bedrock InvokeModelWithResponseStream: the model's own events, in base64, in the binary
 * event stream of AWS.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 *
 *   chunk  {"bytes":"eyJ0eXBlIjoi…","p":"abcd"}
 *
 * with, inside, what Anthropic's models send
 *
 *   {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"po"}}
 *
 * or Amazon's
 *
 *   {"contentBlockDelta":{"delta":{"toolUse":{"input":"{\"port\":\"Ryde\"}"}},"contentBlockIndex":3}}
 *
 * What surprises: the frame's type says nothing of the model, only its bytes do; Nova makes a block
 * of each piece of text, so that indexes of calls are high and may have gaps.
 */
import { parseJson } from '../json-value.ts';
import { createAnthropicBlocks, detectAnthropicEvent } from './_anthropic-blocks.ts';
import {
  createConverseEvents,
  exceptionOf,
  exceptionText,
  unwrapConverse,
} from './_converse-events.ts';
import type { Decoder, Hints, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, isObject, stringAt } from './format.ts';

export default defineFormat({
  id: 'bedrock-invoke',
  label: 'Amazon Bedrock InvokeModel',
  detect,
  createDecoder,
});

function detect(event: WireEvent, { url }: Hints): number {
  // Any service of AWS may answer with an exception; here the address tells.
  if (exceptionOf(event.name) !== null) {
    return url.includes('/invoke-with-response-stream') ? 0.65 : 0.35;
  }
  const inner = innerOf(event);
  if (inner === null) return 0;
  return detectAnthropicEvent(inner) > 0 || unwrapConverse(inner) !== null ? 0.97 : 0;
}

/** @returns the model's event inside the frame */
function innerOf({ json }: WireEvent): JsonObject | null {
  const base64 = isObject(json) ? stringAt(json, 'bytes') : undefined;
  const inner = base64 === undefined ? undefined : parseJson(textOfBase64(base64));
  return isObject(inner) ? inner : null;
}

/** @returns the text; '' where it is no base64 */
function textOfBase64(base64: string): string {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return '';
  }
  return new TextDecoder('utf-8').decode(
    Uint8Array.from(binary, (character) => character.charCodeAt(0)),
  );
}

function createDecoder(stream: StreamWriter): Decoder {
  const blocks = createAnthropicBlocks(stream);
  const converse = createConverseEvents(stream);
  return {
    event(event) {
      const exception = exceptionOf(event.name);
      if (exception !== null) stream.fail(exceptionText(exception, event.json));
      const inner = innerOf(event);
      if (inner === null) return;
      const wrapped = unwrapConverse(inner);
      if (wrapped === null) blocks.event(inner);
      else converse.event(wrapped);
    },
    ended: () => blocks.ended() || converse.ended(),
  };
}
