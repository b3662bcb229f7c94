/**
 * Cohere Chat v1. https://docs.cohere.com/v1/reference/chat-stream
 *
 *   {"is_finished":false,"event_type":"tool-calls-chunk","tool_call_delta":{"name":"tide_at","index":0}}
 *   {"is_finished":false,"event_type":"tool-calls-chunk","tool_call_delta":{"parameters":"{\"port\":\"Ry","index":0}}
 *   {"is_finished":false,"event_type":"tool-calls-generation","tool_calls":[{"name":"tide_at","parameters":{"port":"Ryde"}}]}
 *   {"is_finished":true,"event_type":"stream-end","finish_reason":"COMPLETE","response":{…}}
 *
 * What surprises: calls have no ids. Chunks need not come; `tool-calls-generation` has every call
 * again, whole, in the order of their indexes, and is what ends them. The last event repeats the
 * whole response.
 */
import { compactJson } from '../json-value.ts';
import type {
  CallWriter,
  Decoder,
  JsonObject,
  Outcome,
  StreamWriter,
  WireEvent,
} from './format.ts';
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

const EVENT_TYPES = new Set([
  'stream-start',
  'search-queries-generation',
  'search-results',
  'text-generation',
  'citation-generation',
  'tool-calls-chunk',
  'tool-calls-generation',
  'stream-end',
]);
const LENGTH_REASONS = new Set(['MAX_TOKENS', 'ERROR_LIMIT']);

export default defineFormat({ id: 'cohere-v1', label: 'Cohere Chat v1', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json) || !EVENT_TYPES.has(stringAt(json, 'event_type') ?? '')) return 0;
  return typeof memberOf(json, 'is_finished') === 'boolean' ? 0.94 : 0.55;
}

function createDecoder(stream: StreamWriter): Decoder {
  /** The calls that came in chunks since the last generation. */
  let streamed = new Map<number, CallWriter>();
  let newest: CallWriter | null = null;
  let generated = false;
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    switch (stringAt(json, 'event_type')) {
      case 'tool-calls-chunk':
        chunk(objectAt(json, 'tool_call_delta') ?? {});
        break;
      case 'tool-calls-generation':
        generation(json, 'tool-calls-generation');
        break;
      case 'stream-end':
        ended = true;
        streamEnd(json);
        break;
      default: {
        const error = memberOf(json, 'error');
        if (error !== undefined && error !== null) stream.fail(errorText(error));
      }
    }
  }

  function chunk(delta: JsonObject): void {
    const name = stringAt(delta, 'name');
    const text = stringAt(delta, 'parameters');
    // Chunks of the plan have text alone.
    if (name === undefined && text === undefined) return;
    const index = numberAt(delta, 'index');
    let writer = index === undefined ? newest : (streamed.get(index) ?? null);
    const isNext = index === undefined && name !== undefined && writer?.call.name !== null;
    if (writer === null || isNext) {
      writer = stream.open({ kind: 'function', index: index ?? null, name: name ?? null });
      streamed.set(index ?? streamed.size, writer);
      newest = writer;
    } else if (name !== undefined && writer.call.name === null) {
      writer.rename(name);
      writer.diagnose('name-late');
    }
    if (text !== undefined) writer.fragment(text);
  }

  function generation(source: JsonObject, terminal: string): void {
    const calls = arrayAt(source, 'tool_calls');
    if (calls.length === 0) return;
    generated = true;
    for (const [position, call] of calls.entries()) {
      if (!isObject(call)) continue;
      const name = stringAt(call, 'name') ?? null;
      const parameters = memberOf(call, 'parameters');
      const known = streamed.get(position);
      const writer = known ?? stream.open({ kind: 'function', index: null, name });
      if (known !== undefined) writer.finalValue(parameters);
      else if (parameters !== undefined && parameters !== null) {
        writer.fragment(compactJson(parameters));
      }
      if (name !== null && writer.call.name === null) writer.rename(name);
      writer.end(terminal);
    }
    streamed = new Map();
    newest = null;
  }

  function streamEnd(json: JsonObject): void {
    if (!generated || streamed.size > 0) generation(objectAt(json, 'response') ?? {}, 'stream-end');
    const reason = stringAt(json, 'finish_reason');
    if (reason === undefined) return;
    stream.finish(reason);
    if (LENGTH_REASONS.has(reason)) cut(newest, 'length');
    else if (reason === 'ERROR_TOXIC') cut(newest, 'filter');
    else if (reason === 'ERROR') {
      stream.fail(errorText(memberOf(json, 'error') ?? memberOf(json, 'message') ?? reason));
    } else if (reason === 'USER_CANCEL') stream.abort();
  }

  return { event, ended: () => ended };
}

/** No generation comes for a call that was cut. */
function cut(writer: CallWriter | null, outcome: Outcome): void {
  writer?.end('stream-end');
  writer?.outcome(outcome);
}
