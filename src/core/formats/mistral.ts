/**
 * Mistral Conversations. https://docs.mistral.ai/api/endpoint/beta/conversations
 *
 *   event: function.call.delta
 *   data: {"type":"function.call.delta","id":"fc_1","output_index":1,"name":"tide_at","tool_call_id":"call_1","arguments":"{\"port\": \"Ry"}
 *   event: tool.execution.started
 *   data: {"type":"tool.execution.started","id":"te_1","output_index":0,"name":"web_search","arguments":"{\"query\":"}
 *   event: conversation.response.done
 *   data: {"type":"conversation.response.done","usage":{…}}
 *
 * What surprises: every delta repeats name and ids; a function call has no end of its own and the
 * stream no finish reason. Chat completions of Mistral are those of OpenAI and are read as such.
 */
import { compactJson } from '../json-value.ts';
import type { CallKind } from '../types.ts';
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

const DONE = 'conversation.response.done';
const EVENT_TYPES = new Set([
  'conversation.response.started',
  DONE,
  'message.output.delta',
  'function.call.delta',
  'tool.execution.started',
  'tool.execution.delta',
  'tool.execution.done',
  'agent.handoff.started',
  'agent.handoff.done',
]);

export default defineFormat({
  id: 'mistral',
  label: 'Mistral Conversations',
  detect,
  createDecoder,
});

function detect({ name, json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'type') ?? '';
  if (!EVENT_TYPES.has(type)) return 0;
  const isNamed =
    stringAt(json, 'conversation_id') !== undefined ||
    numberAt(json, 'output_index') !== undefined ||
    stringAt(json, 'tool_call_id') !== undefined;
  return isNamed || name === type ? 0.96 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<string, CallWriter>();
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    switch (type) {
      case 'function.call.delta':
        delta(json, 'function', stringAt(json, 'tool_call_id'));
        break;
      case 'tool.execution.started':
      case 'tool.execution.delta':
        delta(json, 'server', undefined);
        break;
      case 'tool.execution.done':
        executionDone(json);
        break;
      case DONE:
        ended = true;
        for (const call of calls.values()) call.end(DONE);
        break;
      case 'conversation.response.error':
        stream.fail(errorText(json));
        break;
      default:
    }
  }

  function delta(json: JsonObject, kind: CallKind, callId: string | undefined): void {
    const entry = stringAt(json, 'id');
    const index = numberAt(json, 'output_index');
    const id = callId ?? entry;
    // Entries of a conversation have ids; their position is only the last resort.
    const key = id ?? `#${index ?? ''}`;
    let writer = calls.get(key);
    if (writer === undefined) {
      writer = stream.open({
        kind,
        index: index ?? null,
        id: id ?? null,
        name: stringAt(json, 'name') ?? null,
      });
      if (callId !== undefined && entry !== undefined) writer.alias(entry);
      calls.set(key, writer);
    }
    if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
    const text = memberOf(json, 'arguments');
    if (typeof text === 'string') writer.fragment(text);
    else if (text === null) writer.diagnose('args-null');
    else if (text !== undefined) {
      writer.diagnose('args-object');
      writer.fragment(compactJson(text));
    }
  }

  function executionDone(json: JsonObject): void {
    const id = stringAt(json, 'id');
    if (id === undefined) return;
    calls.get(id)?.end('tool.execution.done');
    const info = objectAt(json, 'info');
    if (info !== undefined) stream.result({ id, text: compactJson(info) });
  }

  return { event, ended: () => ended };
}
