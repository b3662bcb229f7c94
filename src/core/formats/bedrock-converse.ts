/**
 * Amazon Bedrock ConverseStream, in the binary event stream of AWS; data is a frame's payload, the
 * name its `:event-type`.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 *
 *   contentBlockStart  {"contentBlockIndex":0,"p":"abc","start":{"toolUse":{"name":"tide_at","toolUseId":"tooluse_1"}}}
 *   contentBlockDelta  {"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\"port\":\"Ryde\"}"}},"p":"ab"}
 *   contentBlockStop   {"contentBlockIndex":0,"p":"abcdef"}
 *   messageStop        {"stopReason":"tool_use","p":"a"}
 *
 * What surprises: every payload is padded by `p` to a random length; blocks of text mostly have no
 * start; a cap is told only by `messageStop`, when the block it cut has long been stopped; errors are
 * frames of another kind, exceptions. Servers that use an SDK hand the same events on as JSON
 * objects with one member.
 */
import {
  createConverseEvents,
  exceptionOf,
  exceptionText,
  isConverse,
  unwrapConverse,
  type ConverseEvent,
} from './_converse-events.ts';
import type { Decoder, Hints, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, isObject } from './format.ts';

export default defineFormat({
  id: 'bedrock-converse',
  label: 'Amazon Bedrock Converse',
  detect,
  createDecoder,
});

function detect(event: WireEvent, { url }: Hints): number {
  // Any service of AWS may answer with an exception; here the address tells.
  if (exceptionOf(event.name) !== null) return url.includes('/converse-stream') ? 0.6 : 0.3;
  const converse = converseOf(event);
  return converse !== null && isConverse(converse) ? 0.95 : 0;
}

function converseOf({ name, json }: WireEvent): ConverseEvent | null {
  if (!isObject(json)) return null;
  return unwrapConverse(json) ?? { type: name, body: json };
}

function createDecoder(stream: StreamWriter): Decoder {
  const events = createConverseEvents(stream);
  return {
    event(event) {
      const exception = exceptionOf(event.name);
      if (exception !== null) stream.fail(exceptionText(exception, event.json));
      else {
        const converse = converseOf(event);
        if (converse !== null) events.event(converse);
      }
    },
    ended: events.ended,
  };
}
