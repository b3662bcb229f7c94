/**
 * The UI message stream of the AI SDK, from version 5 on.
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#ui-message-stream-protocol
 *
 *   data: {"type":"tool-input-start","toolCallId":"t1","toolName":"tide_at"}
 *   data: {"type":"tool-input-delta","toolCallId":"t1","inputTextDelta":"{\"port\":\"Ry"}
 *   data: {"type":"tool-input-available","toolCallId":"t1","toolName":"tide_at","input":{"port":"Ryde"}}
 *   data: {"type":"finish"}
 *   data: [DONE]
 *
 * What surprises: there is no end of a call's input but `tool-input-available`, whose input has gone
 * through the tool's schema and may rightly differ from the deltas; servers leave it out, and then
 * the output is the end; it may come with no delta before it. An id may come back for another call
 * in a later step. `[DONE]` is written behind an error, too.
 */
import type { CallDescription } from './_calls-by-id.ts';
import { createCallsById } from './_calls-by-id.ts';
import type { Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, errorText, isObject, memberOf, stringAt } from './format.ts';

const DONE = '[DONE]';
/** Events of the protocol that no other one has. */
const STEPS = new Set(['start-step', 'finish-step', 'reset-step']);
const TEXT = /^(?:text|reasoning)-(?:start|delta|end)$/;
const TOOL = /^tool-(?:input|output|approval)-[a-z]+$/;

export default defineFormat({
  id: 'ai-sdk-ui',
  label: 'AI SDK UI message stream',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  // Protocols with like names wrap or place their chunks.
  if (Object.hasOwn(json, 'payload') || Object.hasOwn(json, 'path')) return 0;
  const type = stringAt(json, 'type') ?? '';
  if (TOOL.test(type)) return stringAt(json, 'toolCallId') === undefined ? 0.4 : 0.9;
  if (STEPS.has(type)) return 0.7;
  if (TEXT.test(type)) return stringAt(json, 'id') === undefined ? 0.3 : 0.65;
  if (type === 'message-metadata' && Object.hasOwn(json, 'messageMetadata')) return 0.7;
  if (type === 'start') return stringAt(json, 'messageId') === undefined ? 0.4 : 0.6;
  if (type === 'error') return stringAt(json, 'errorText') === undefined ? 0 : 0.6;
  if (type === 'source-url' || type === 'source-document') {
    return stringAt(json, 'sourceId') === undefined ? 0.3 : 0.7;
  }
  return type.startsWith('data-') && Object.hasOwn(json, 'data') ? 0.55 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createCallsById(stream);
  /** How many calls there were when the current step began. */
  let callsBeforeStep = 0;
  let ended = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith(DONE)) ended = true;
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    const id = stringAt(json, 'toolCallId');
    switch (type) {
      case 'start-step':
        callsBeforeStep = calls.count;
        break;
      case 'reset-step':
        calls.discardFrom(callsBeforeStep);
        break;
      case 'tool-input-start':
        calls.start(describe(json));
        break;
      case 'tool-input-delta':
        calls.fragment(id, memberOf(json, 'inputTextDelta'));
        break;
      case 'tool-input-available':
        calls.whole(describe(json), memberOf(json, 'input'), type);
        break;
      case 'tool-input-error':
        inputError(json, type);
        break;
      case 'tool-output-available':
        // Preliminary outputs repeat until the last one.
        if (memberOf(json, 'preliminary') === true) calls.end(id, type);
        else calls.result(id, memberOf(json, 'output'), false, type);
        break;
      case 'tool-output-error':
        calls.result(id, memberOf(json, 'errorText'), true, type);
        break;
      case 'tool-output-denied':
        calls.end(id, type);
        break;
      case 'finish':
        finish(stringAt(json, 'finishReason'));
        break;
      case 'abort':
        ended = true;
        stream.abort();
        break;
      case 'error':
        stream.fail(stringAt(json, 'errorText') ?? errorText(json));
        break;
      default:
    }
  }

  /** The input did not fit the schema, or was no JSON: then it is the text itself. */
  function inputError(json: JsonObject, type: string): void {
    const input = memberOf(json, 'input');
    const known = calls.get(stringAt(json, 'toolCallId'));
    const writer = known ?? calls.start(describe(json));
    if (typeof input === 'string' && writer.call.arguments !== '') writer.final(input);
    else writer.finalValue(input);
    writer.end(type);
  }

  function finish(reason: string | undefined): void {
    ended = true;
    if (reason === undefined) return;
    stream.finish(reason);
    calls.stop(reason);
  }

  return { event, ended: () => ended };
}

function describe(json: JsonObject): CallDescription {
  return {
    id: stringAt(json, 'toolCallId'),
    name: stringAt(json, 'toolName'),
    kind: memberOf(json, 'providerExecuted') === true ? 'server' : 'function',
  };
}
