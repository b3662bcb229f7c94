/**
 * Cohere Chat v2. https://docs.cohere.com/v2/reference/chat-stream
 *
 *   event: tool-call-start
 *   data: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"tide_at_k1","type":"function","function":{"name":"tide_at","arguments":""}}}}}
 *   event: tool-call-delta
 *   data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{\n    \"port\""}}}}}
 *   event: tool-call-end
 *   data: {"type":"tool-call-end","index":0}
 *   event: message-end
 *   data: {"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}
 *   data: [DONE]
 *
 * What surprises: `tool_calls` is one object and no list; a call without arguments has no delta at
 * all; arguments are pretty-printed; a failure is a finish reason of an ordinary end.
 */
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  defineFormat,
  errorText,
  isObject,
  memberOf,
  numberAt,
  objectAt,
  stringAt,
} from './format.ts';

const DONE = '[DONE]';
const MESSAGE_EVENTS = new Set([
  'message-start',
  'content-start',
  'content-delta',
  'tool-plan-delta',
  'tool-call-start',
  'tool-call-delta',
  'citation-start',
]);
const FAILURES = new Set(['ERROR', 'TIMEOUT']);

export default defineFormat({ id: 'cohere-v2', label: 'Cohere Chat v2', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'type') ?? '';
  const delta = objectAt(json, 'delta') ?? {};
  if (type === 'message-end') return stringAt(delta, 'finish_reason') === undefined ? 0 : 0.78;
  if (!MESSAGE_EVENTS.has(type) || objectAt(delta, 'message') === undefined) return 0;
  return type === 'message-start' ? 0.93 : 0.83;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<number, CallWriter>();
  /** The call whose part was open last, as long as no other part has begun. */
  let lastCall: CallWriter | null = null;
  let ended = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith(DONE)) ended = true;
    if (!isObject(json)) return;
    const error = memberOf(json, 'error');
    if (error !== undefined && error !== null) stream.fail(errorText(error));
    const index = numberAt(json, 'index');
    const delta = objectAt(json, 'delta') ?? {};
    switch (stringAt(json, 'type')) {
      case 'tool-call-start':
        callStart(index, toolCallOf(delta));
        break;
      case 'tool-call-delta':
        callDelta(index, toolCallOf(delta));
        break;
      case 'tool-call-end':
        callAt(index)?.end('tool-call-end');
        break;
      case 'content-start':
        lastCall = null;
        break;
      case 'message-end':
        ended = true;
        messageEnd(delta);
        break;
      default:
    }
  }

  function callStart(index: number | undefined, call: JsonObject): void {
    const body = objectAt(call, 'function') ?? {};
    const writer = stream.open({
      kind: 'function',
      index: index ?? null,
      id: stringAt(call, 'id') ?? null,
      name: stringAt(body, 'name') ?? null,
    });
    if (index === undefined) writer.diagnose('index-missing');
    else calls.set(index, writer);
    lastCall = writer;
    // The empty text of a start is a placeholder.
    const text = stringAt(body, 'arguments') ?? '';
    if (text !== '') writer.fragment(text);
  }

  function callDelta(index: number | undefined, call: JsonObject): void {
    const writer = callAt(index);
    if (writer === null) return;
    if (index === undefined) writer.diagnose('index-missing');
    if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
    const text = memberOf(objectAt(call, 'function') ?? {}, 'arguments');
    if (typeof text === 'string') writer.fragment(text);
    else if (text === null) writer.diagnose('args-null');
  }

  function callAt(index: number | undefined): CallWriter | null {
    return index === undefined ? lastCall : (calls.get(index) ?? null);
  }

  function messageEnd(delta: JsonObject): void {
    const reason = stringAt(delta, 'finish_reason');
    if (reason === undefined) return;
    stream.finish(reason);
    if (reason === 'MAX_TOKENS') {
      lastCall?.end('message-end');
      lastCall?.outcome('length');
    }
    if (FAILURES.has(reason)) {
      const message = stringAt(delta, 'error');
      stream.fail(message === undefined ? reason : `${reason}: ${message}`);
    }
  }

  return { event, ended: () => ended };
}

function toolCallOf(delta: JsonObject): JsonObject {
  return objectAt(objectAt(delta, 'message') ?? {}, 'tool_calls') ?? {};
}
