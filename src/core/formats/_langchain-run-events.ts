/**
 * Records of `astream_events`, which LangServe and LangGraph both pass on.
 * https://python.langchain.com/docs/how_to/streaming/#using-stream-events
 *
 *   {"event":"on_chat_model_stream","run_id":"7c","name":"ChatExample","data":{"chunk":{…}}}
 *   {"event":"on_chat_model_end","run_id":"7c","name":"ChatExample","data":{"output":{…}}}
 *
 * What surprises: chains repeat what the model in them streamed, so only the model's own events
 * count; a tool's events name its run and not the call, except in the message that it gives back.
 */
import type { LangChainCalls } from './_langchain-calls.ts';
import { messageOf, type Message } from './_langchain-messages.ts';
import type { JsonObject } from './format.ts';
import { arrayAt, isObject, memberOf, objectAt, stringAt } from './format.ts';

/** @returns whether an event is a record of a run */
export function isRunEvent(json: unknown): json is JsonObject {
  return (
    isObject(json) &&
    (stringAt(json, 'event') ?? '').startsWith('on_') &&
    stringAt(json, 'run_id') !== undefined &&
    objectAt(json, 'data') !== undefined
  );
}

/** @param calls takes the messages of the record */
export function readRunEvent(json: JsonObject, calls: LangChainCalls): void {
  const event = stringAt(json, 'event') ?? '';
  const data = objectAt(json, 'data') ?? {};
  if (event === 'on_chat_model_stream') calls.piece(memberOf(data, 'chunk'), event);
  else if (event === 'on_chat_model_end' || event === 'on_tool_end') {
    for (const message of finalMessages(memberOf(data, 'output'))) calls.whole(message, event);
  }
}

/** @returns the messages in what a model or a tool gave at its end, in either revision's form */
export function finalMessages(output: unknown): readonly Message[] {
  const message = messageOf(output);
  if (message !== null) return [message];
  if (!isObject(output)) return [];
  return arrayAt(output, 'generations')
    .flat()
    .filter(isObject)
    .map((generation) => messageOf(memberOf(generation, 'message')))
    .filter((candidate) => candidate !== null);
}
