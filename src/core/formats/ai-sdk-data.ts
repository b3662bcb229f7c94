/**
 * The data stream protocol of the AI SDK 3 and 4, and assistant-ui's extension of it.
 * https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 *
 *   b:{"toolCallId":"t1","toolName":"tide_at"}
 *   c:{"toolCallId":"t1","argsTextDelta":"{\"port\":\"Ry"}
 *   9:{"toolCallId":"t1","toolName":"tide_at","args":{"port":"Ryde"}}
 *   a:{"toolCallId":"t1","result":"11:42"}
 *   d:{"finishReason":"tool-calls","usage":{}}
 *
 * Lines of a code and JSON; the framing makes the code the event's name. What surprises: `e` ends a
 * step and `d` the message, and both carry a reason; without streaming of calls only `9` comes;
 * assistant-ui ends a call's input with a `c` that has `isFinal`, or with the result alone; the oldest
 * servers send calls in the shape of OpenAI's.
 */
import { createCallsById } from './_calls-by-id.ts';
import type { Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const CALL_CODES = new Set(['9', 'a', 'b', 'c']);
const STRING_CODES = new Set(['0', '3', 'g']);
const LIST_CODES = new Set(['2', '8']);
const FINISH_CODES = new Set(['d', 'e']);

export default defineFormat({
  id: 'ai-sdk-data',
  label: 'AI SDK data stream (3 and 4) and assistant-ui data stream',
  detect,
  createDecoder,
});

function detect({ name, json }: WireEvent): number {
  if (name.startsWith('aui-')) return 0.9;
  if (STRING_CODES.has(name)) return typeof json === 'string' ? 0.7 : 0;
  if (LIST_CODES.has(name)) return Array.isArray(json) ? 0.6 : 0;
  if (!isObject(json)) return 0;
  if (CALL_CODES.has(name)) return stringAt(json, 'toolCallId') === undefined ? 0 : 0.95;
  if (name === 'f') return stringAt(json, 'messageId') === undefined ? 0 : 0.8;
  if (FINISH_CODES.has(name)) return stringAt(json, 'finishReason') === undefined ? 0 : 0.8;
  return isOldCall(name, json) ? 0.7 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createCallsById(stream);
  let ended = false;

  function event({ name, json }: WireEvent): void {
    if (name === '3') {
      stream.fail(errorText(json));
      return;
    }
    if (!isObject(json)) return;
    const id = stringAt(json, 'toolCallId');
    const toolName = stringAt(json, 'toolName');
    switch (name) {
      case 'b':
        calls.start({ id, name: toolName });
        break;
      case 'c':
        calls.fragment(id, memberOf(json, 'argsTextDelta'));
        if (memberOf(json, 'isFinal') === true) calls.end(id, 'c: isFinal');
        break;
      case '9':
        calls.whole({ id, name: toolName }, memberOf(json, 'args'), '9');
        break;
      case 'a':
        if (memberOf(json, 'isPreliminary') === true) break;
        calls.result(id, memberOf(json, 'result'), memberOf(json, 'isError') === true, 'a');
        break;
      case 'd':
      case 'e':
        if (name === 'd') ended = true;
        finish(stringAt(json, 'finishReason'));
        break;
      default:
        if (isOldCall(name, json)) oldCalls(json);
    }
  }

  function finish(reason: string | undefined): void {
    if (reason === undefined) return;
    stream.finish(reason);
    calls.stop(reason);
  }

  /** Whole calls, the arguments as text. */
  function oldCalls(json: JsonObject): void {
    const single = objectAt(json, 'function_call');
    if (single !== undefined) oldCall(undefined, single, 'function_call');
    for (const entry of arrayAt(json, 'tool_calls')) {
      const body = isObject(entry) ? objectAt(entry, 'function') : undefined;
      if (isObject(entry) && body !== undefined) oldCall(stringAt(entry, 'id'), body, 'tool_calls');
    }
  }

  function oldCall(id: string | undefined, body: JsonObject, terminal: string): void {
    const writer = calls.start({ id, name: stringAt(body, 'name') });
    const text = memberOf(body, 'arguments');
    if (typeof text === 'string') writer.fragment(text);
    else writer.finalValue(text);
    writer.end(terminal);
  }

  return { event, ended: () => ended };
}

/** Version 3 gave a code of their own to calls of OpenAI's shape; which one changed. */
function isOldCall(name: string, json: JsonObject): boolean {
  if (!/^[0-9]$/.test(name)) return false;
  return objectAt(json, 'function_call') !== undefined || arrayAt(json, 'tool_calls').length > 0;
}
