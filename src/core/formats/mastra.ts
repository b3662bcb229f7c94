/**
 * Mastra's own stream of an agent. https://mastra.ai/reference/streaming/ChunkType
 *
 *   data: {"type":"tool-call-input-streaming-start","runId":"r1","from":"AGENT","payload":{"toolCallId":"t1","toolName":"tide_at"}}
 *   data: {"type":"tool-call-delta","runId":"r1","from":"AGENT","payload":{"toolCallId":"t1","argsTextDelta":"{\"port\":\"Ry"}}
 *   data: {"type":"tool-call-input-streaming-end","runId":"r1","from":"AGENT","payload":{"toolCallId":"t1"}}
 *   data: {"type":"tool-call","runId":"r1","from":"AGENT","payload":{"toolCallId":"t1","toolName":"tide_at","args":{"port":"Ryde"}}}
 *
 * What surprises: the end of the input and the final arguments are two events; models that do not
 * stream input give `tool-call` alone. A call that waits for approval, or that suspended itself, ends
 * the stream: another request goes on with the run.
 */
import { createCallsById, type CallDescription } from './_calls-by-id.ts';
import type { Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, errorText, isObject, memberOf, objectAt, stringAt } from './format.ts';

export default defineFormat({ id: 'mastra', label: 'Mastra', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json) || stringAt(json, 'type') === undefined) return 0;
  if (objectAt(json, 'payload') === undefined || stringAt(json, 'runId') === undefined) return 0;
  return stringAt(json, 'from') === undefined ? 0.6 : 0.9;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createCallsById(stream);
  let ended = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith('[DONE]')) ended = true;
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    const payload = objectAt(json, 'payload') ?? {};
    const id = stringAt(payload, 'toolCallId');
    switch (type) {
      case 'tool-call-input-streaming-start':
        calls.start(describe(payload));
        break;
      case 'tool-call-delta':
        calls.fragment(id, memberOf(payload, 'argsTextDelta'));
        break;
      case 'tool-call-input-streaming-end':
        calls.end(id, type);
        break;
      case 'tool-call':
        calls.whole(describe(payload), memberOf(payload, 'args'), type);
        break;
      case 'tool-call-approval':
      case 'tool-call-suspended':
        ended = true;
        calls.whole(describe(payload), memberOf(payload, 'args'), type);
        break;
      case 'tool-result':
        calls.result(id, memberOf(payload, 'result'), memberOf(payload, 'isError') === true, type);
        break;
      case 'tool-error':
        calls.result(id, errorText(memberOf(payload, 'error')), true, type);
        break;
      case 'step-finish':
        finish(payload);
        break;
      case 'finish':
        ended = true;
        finish(payload);
        break;
      case 'abort':
        ended = true;
        stream.abort();
        break;
      case 'tripwire':
        // A guard of the server stopped the answer.
        ended = true;
        stream.finish(type);
        calls.stop('content-filter');
        break;
      case 'error':
        stream.fail(errorText(memberOf(payload, 'error') ?? payload));
        break;
      default:
    }
  }

  function finish(payload: JsonObject): void {
    const step = objectAt(payload, 'stepResult') ?? payload;
    const reason = stringAt(step, 'reason') ?? stringAt(step, 'finishReason');
    if (reason === undefined) return;
    stream.finish(reason);
    calls.stop(reason);
  }

  return { event, ended: () => ended };
}

function describe(payload: JsonObject): CallDescription {
  return {
    id: stringAt(payload, 'toolCallId'),
    name: stringAt(payload, 'toolName'),
    kind: memberOf(payload, 'providerExecuted') === true ? 'server' : 'function',
  };
}
