/**
 * Events of Google's Agent Development Kit, as its server streams them from /run_sse.
 * https://google.github.io/adk-docs/events/
 *
 *   data: {"id":"e1","invocationId":"i1","author":"pilot","content":{"role":"model","parts":[
 *          {"functionCall":{"id":"adk-1","name":"tide_at","args":{"port":"Ryde"}}}]},"actions":{}}
 *   data: {"id":"e2","invocationId":"i1","author":"pilot","content":{"role":"user","parts":[
 *          {"functionResponse":{"id":"adk-1","name":"tide_at","response":{"height":2.1}}}]},"actions":{}}
 *
 * What surprises: nothing says that the stream is over. By the kit's own rule an event is a final
 * response if it has neither calls nor responses and is not partial, or names tools that run long;
 * a stream that stops behind such an event is whole. What a partial event says comes again in
 * an event that is not.
 */
import { createPartReader } from './_gemini-parts.ts';
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

const TOOL_PARTS = ['functionCall', 'functionResponse', 'codeExecutionResult'];

export default defineFormat({
  id: 'google-adk',
  label: 'Google Agent Development Kit',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const isEvent =
    stringAt(json, 'invocationId') !== undefined && stringAt(json, 'author') !== undefined;
  return isEvent ? 0.98 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const reader = createPartReader(stream, 0);
  let isFinal = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const error = memberOf(json, 'error');
    if (error !== undefined && error !== null) stream.fail(errorText(error));
    const isPartial = memberOf(json, 'partial') === true;
    const parts = arrayAt(objectAt(json, 'content') ?? {}, 'parts').filter(isObject);
    for (const part of parts) reader.part(part, isPartial);
    isFinal = isFinalResponse(json, parts, isPartial);
    const reason = stringAt(json, 'finishReason');
    if (reason !== undefined) stream.finish(reason);
    const code = stringAt(json, 'errorCode');
    if (code === undefined) return;
    const message = stringAt(json, 'errorMessage');
    stream.fail(message === undefined ? code : `${code}: ${message}`);
  }

  return { event, ended: () => isFinal };
}

function isFinalResponse(
  json: JsonObject,
  parts: readonly JsonObject[],
  isPartial: boolean,
): boolean {
  if (arrayAt(json, 'longRunningToolIds').length > 0) return true;
  if (memberOf(objectAt(json, 'actions') ?? {}, 'skipSummarization') === true) return true;
  return !isPartial && !parts.some((part) => TOOL_PARTS.some((key) => Object.hasOwn(part, key)));
}
