/**
 * Ollama's own chat. https://docs.ollama.com/api/chat
 *
 *   {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"",
 *    "tool_calls":[{"id":"call_1","function":{"index":0,"name":"tide_at","arguments":{"port":"Ryde"}}}]},"done":false}
 *   {"model":"m","created_at":"2026-01-01T00:00:01Z","message":{"role":"assistant","content":""},
 *    "done":true,"done_reason":"stop"}
 *
 * What surprises: calls are whole, with arguments as an object; id and index came with later
 * versions only; an error is a line of its own, behind which nothing comes.
 */
import { compactJson } from '../json-value.ts';
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

export default defineFormat({ id: 'ollama', label: 'Ollama', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json) || typeof memberOf(json, 'done') !== 'boolean') return 0;
  const isReply =
    objectAt(json, 'message') !== undefined || stringAt(json, 'response') !== undefined;
  if (!isReply || stringAt(json, 'model') === undefined) return 0;
  return stringAt(json, 'created_at') === undefined ? 0.57 : 0.91;
}

function createDecoder(stream: StreamWriter): Decoder {
  let done = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const error = memberOf(json, 'error');
    if (error !== undefined && error !== null) stream.fail(errorText(error));
    for (const call of arrayAt(objectAt(json, 'message') ?? {}, 'tool_calls')) {
      if (isObject(call)) toolCall(call);
    }
    if (memberOf(json, 'done') !== true) return;
    done = true;
    const reason = stringAt(json, 'done_reason');
    if (reason !== undefined) stream.finish(reason);
  }

  function toolCall(call: JsonObject): void {
    const body = objectAt(call, 'function') ?? {};
    const id = stringAt(call, 'id');
    const input = memberOf(body, 'arguments');
    const writer = stream.open({
      kind: 'function',
      index: numberAt(body, 'index') ?? null,
      id: id === '' ? null : (id ?? null),
      name: stringAt(body, 'name') ?? null,
    });
    if (id === '') writer.diagnose('id-empty');
    if (typeof input === 'string') writer.fragment(input);
    else if (input === null) writer.diagnose('args-null');
    else if (input !== undefined) writer.fragment(compactJson(input));
    writer.end('tool_calls');
  }

  return { event, ended: () => done };
}
