/**
 * LangServe, and servers that pass LangChain's own events on.
 * https://python.langchain.com/docs/langserve/
 *
 *   event: data
 *   data: {"type":"AIMessageChunk","id":"run-7","content":"","tool_call_chunks":[{"name":"tide_at",
 *          "args":"{\"po","id":"call_q","index":0}]}
 *   event: data
 *   data: {"ops":[{"op":"add","path":"/logs/ChatExample/streamed_output/-","value":{…}}]}
 *   event: end
 *
 * What surprises: three routes, three forms: messages (`/stream`), patches to a log (`/stream_log`)
 * and records of runs (`/stream_events`). A log has the same piece twice, once for the model and once
 * for the chain around it. `end` comes without a data line, and such an event does not exist by the
 * standard, so the stream is whole when its messages are.
 */
import { createLangChainCalls } from './_langchain-calls.ts';
import { messageOf, messagesIn, outputText } from './_langchain-messages.ts';
import { finalMessages, isRunEvent, readRunEvent } from './_langchain-run-events.ts';
import type { Decoder, Hints, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const ROUTE = /\/(stream|stream_log|stream_events)$/;
const STREAMED_OUTPUT = /^(\/logs\/[^/]+)?\/streamed_output\/-$/;
const FINAL_OUTPUT = /^\/logs\/[^/]+\/final_output$/;

export default defineFormat({
  id: 'langserve',
  label: 'LangServe',
  detect,
  createDecoder,
});

function detect({ name, json }: WireEvent, { url }: Hints): number {
  if (name !== 'data') return name === '' && isRunEvent(json) ? 0.6 : 0;
  if (messageOf(json) !== null || isRunEvent(json) || isLogPatch(json)) return 0.85;
  if (isObject(json) && (isAgentStep(json) || messagesIn(json).length > 0)) return 0.65;
  // What a chain gives is anything; only the address can tell.
  return ROUTE.test(url) && json !== undefined ? 0.6 : 0.3;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createLangChainCalls(stream);
  /** Which part of a log told of a message first. */
  const owners = new Map<string, string>();
  let hasData = false;
  let isOver = false;

  function event({ name, json }: WireEvent): void {
    if (name === 'error') stream.fail(errorText(json));
    else if (name === 'end') isOver = true;
    else if (name === 'data' || name === '') {
      hasData = true;
      data(json);
    }
  }

  function data(json: unknown): void {
    if (messageOf(json) !== null) calls.piece(json, 'data');
    else if (isRunEvent(json)) readRunEvent(json, calls);
    else if (isLogPatch(json)) {
      for (const operation of arrayAt(json, 'ops')) {
        if (isObject(operation)) patch(operation);
      }
    } else if (isObject(json)) {
      for (const message of messagesIn(json)) calls.whole(message, 'data');
      for (const step of arrayAt(json, 'steps')) {
        if (isObject(step)) observation(step);
      }
    }
  }

  function patch(operation: JsonObject): void {
    const path = stringAt(operation, 'path') ?? '';
    const value = memberOf(operation, 'value');
    if (STREAMED_OUTPUT.test(path)) {
      const id = messageOf(value)?.id ?? '';
      if ((owners.get(id) ?? path) !== path) return;
      if (id !== '') owners.set(id, path);
      calls.piece(value, path);
    } else if (FINAL_OUTPUT.test(path)) {
      for (const message of finalMessages(value)) calls.whole(message, path);
    }
  }

  /** An agent's step: what its tool answered. */
  function observation(step: JsonObject): void {
    const id = stringAt(objectAt(step, 'action') ?? {}, 'tool_call_id') ?? '';
    calls.result(id, outputText(memberOf(step, 'observation')), false);
  }

  return { event, ended: () => isOver || (hasData && calls.openMessages === 0) };
}

function isLogPatch(json: unknown): json is JsonObject {
  return (
    isObject(json) &&
    arrayAt(json, 'ops').some((entry) => isObject(entry) && stringAt(entry, 'path') !== undefined)
  );
}

function isAgentStep(json: JsonObject): boolean {
  return arrayAt(json, 'actions')
    .filter(isObject)
    .some((action) => stringAt(action, 'tool') !== undefined);
}
