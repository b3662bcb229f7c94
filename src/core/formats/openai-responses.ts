/**
 * OpenAI Responses, over server-sent events or a WebSocket.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 *
 *   event: response.output_item.added
 *   data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{
 *          "type":"function_call","id":"fc_7","call_id":"call_q","name":"tide_at","arguments":""}}
 *   event: response.function_call_arguments.delta
 *   data: {"type":"response.function_call_arguments.delta","sequence_number":3,"output_index":0,
 *          "item_id":"fc_7","delta":"{\"port\": \"Ry"}
 *   event: response.completed
 *   data: {"type":"response.completed","sequence_number":9,"response":{"status":"completed","output":[…]}}
 *
 * What surprises: a call that the token cap cut gets its `arguments.done` and `output_item.done` all
 * the same, and only then `response.incomplete` says so; an error comes as `error` and again as
 * `response.failed`; there is no [DONE], but gateways add one, and drop the `event:` lines. Over a
 * WebSocket several responses share the connection, told apart by `stream_id`.
 */
import { createItemCalls, type ItemCalls } from './_openai-items.ts';
import type { Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  numberAt,
  objectAt,
  stringAt,
} from './format.ts';

/** What a client sends over a WebSocket; it says nothing about the answer. */
const CLIENT_EVENTS = new Set(['response.create', 'response.cancel']);
const TERMINALS = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.done',
]);

/** One response of the stream. */
interface Run {
  readonly id: string | null;
  readonly calls: ItemCalls;
  ended: boolean;
}

export default defineFormat({
  id: 'openai-responses',
  label: 'OpenAI Responses',
  detect,
  createDecoder,
});

function detect(event: WireEvent): number {
  if (!isObject(event.json)) return 0;
  const type = stringAt(event.json, 'type') ?? '';
  if (!type.startsWith('response.') || CLIENT_EVENTS.has(type)) return 0;
  if (numberAt(event.json, 'sequence_number') !== undefined) return 0.95;
  // An event id is the mark of the Realtime interface, which uses the same names.
  return stringAt(event.json, 'event_id') === undefined ? 0.8 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  /** The newest response of each `stream_id`; '' where the stream has one at a time. */
  const runs = new Map<string, Run>();

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    const key = stringAt(json, 'stream_id') ?? '';
    if (type === 'error') stream.fail(failure(json));
    else if (type === 'response.created') begin(key, objectAt(json, 'response') ?? {});
    else if (TERMINALS.has(type)) terminal(runAt(key), type, objectAt(json, 'response') ?? {});
    else if (type.startsWith('response.')) runAt(key).calls.event(type, json);
  }

  /** A second beginning without an end: a proxy asked again, and what was open is void. */
  function begin(key: string, response: JsonObject): void {
    const id = stringAt(response, 'id') ?? null;
    const previous = runs.get(key);
    if (previous !== undefined && !previous.ended) {
      if (previous.id === id) return;
      for (const { writer } of previous.calls.all) {
        if (writer.call.end === null) writer.outcome('discarded');
      }
    }
    runs.set(key, { id, calls: createItemCalls(stream), ended: false });
  }

  /** A resumed stream begins in the middle. */
  function runAt(key: string): Run {
    let run = runs.get(key);
    if (run === undefined) {
      run = { id: null, calls: createItemCalls(stream), ended: false };
      runs.set(key, run);
    }
    return run;
  }

  function terminal(run: Run, type: string, response: JsonObject): void {
    run.ended = true;
    const { calls } = run;
    calls.output(arrayAt(response, 'output'), type);
    const status = stringAt(response, 'status') ?? type.slice('response.'.length);
    const reason = stringAt(objectAt(response, 'incomplete_details') ?? {}, 'reason');
    stream.finish(reason ?? status);
    if (status === 'incomplete') cut(calls, reason === 'content_filter' ? 'filter' : 'length');
    else if (status === 'failed') stream.fail(errorText(memberOf(response, 'error') ?? status));
    else if (status === 'cancelled') stream.abort();
  }

  function ended(): boolean {
    return runs.size > 0 && [...runs.values()].every((run) => run.ended);
  }

  return { event, ended };
}

/** The schema has the error's members in the event itself; the wire has them in `error`. */
function failure(json: JsonObject): string {
  const error = objectAt(json, 'error');
  if (error !== undefined) return errorText(error);
  const { type: _type, ...rest } = json;
  return errorText(rest);
}

/** The call that came last was cut, and each whose item does not say that it was completed. */
function cut({ all }: ItemCalls, outcome: 'length' | 'filter'): void {
  const last = all.at(-1);
  for (const call of all) {
    if (call === last || call.status !== 'completed') call.writer.outcome(outcome);
  }
}
