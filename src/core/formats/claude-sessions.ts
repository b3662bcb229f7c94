/**
 * The event stream of Claude Managed Agents sessions.
 * https://platform.claude.com/docs/en/managed-agents/events-and-streaming
 *
 *   data: {"type":"agent.tool_use","id":"sevt_1","name":"tide_at","input":{"port":"Ryde"},"processed_at":"…"}
 *   data: {"type":"agent.tool_result","id":"sevt_2","tool_use_id":"sevt_1","content":[{"type":"text","text":"11:42"}]}
 *   data: {"type":"session.status_idle","id":"sevt_3","stop_reason":{"type":"end_turn"}}
 *
 * What surprises: calls are whole; their id is that of the event, not one of the model's. Custom tools
 * are run by the client: the session goes idle with `requires_action`, and what the client sends comes
 * back on the stream as `user.custom_tool_result`. A stream that is resumed repeats events. Idle is an
 * end for now only: the session may run again on the same stream. `event_delta` previews text alone.
 */
import type { CallKind } from '../types.ts';
import { textOf } from './_calls-by-id.ts';
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

const CALL_KINDS: Readonly<Record<string, CallKind>> = {
  'agent.tool_use': 'server',
  'agent.mcp_tool_use': 'server',
  'agent.custom_tool_use': 'function',
};
/** Where each result says which call it answers. */
const RESULT_IDS: Readonly<Record<string, string>> = {
  'agent.tool_result': 'tool_use_id',
  'agent.mcp_tool_result': 'mcp_tool_use_id',
  'user.custom_tool_result': 'custom_tool_use_id',
};
const AGENT_TYPE =
  /^agent\.(?:message|thinking|(?:custom_|mcp_)?tool_(?:use|result)|thread_[a-z_]+)$/;
const SESSION_TYPE = /^session\.(?:status_[a-z_]+|error|deleted|thread_[a-z_]+|outcome_[a-z_]+)$/;
const OTHER_TYPE =
  /^(?:span\.[a-z]+_[a-z_]+|user\.(?:message|interrupt|tool_confirmation|custom_tool_result))$/;

export default defineFormat({
  id: 'claude-sessions',
  label: 'Claude Managed Agents session events',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'type') ?? '';
  if (AGENT_TYPE.test(type)) return 0.82;
  if (SESSION_TYPE.test(type)) return 0.77;
  return OTHER_TYPE.test(type) ? 0.62 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const seen = new Set<string>();
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    const id = stringAt(json, 'id');
    if (id !== undefined) {
      // Previews carry the id of the event that they announce.
      if (type.startsWith('event_') || seen.has(id)) return;
      seen.add(id);
    }
    const kind = Object.hasOwn(CALL_KINDS, type) ? CALL_KINDS[type] : undefined;
    if (kind !== undefined) call(json, kind, type);
    const answered = Object.hasOwn(RESULT_IDS, type) ? RESULT_IDS[type] : undefined;
    if (answered !== undefined) result(json, answered);
    if (type.startsWith('session.')) session(json, type);
  }

  function call(json: JsonObject, kind: CallKind, type: string): void {
    const writer = stream.open({
      kind,
      index: null,
      id: stringAt(json, 'id') ?? null,
      name: stringAt(json, 'name') ?? null,
    });
    writer.finalValue(memberOf(json, 'input'));
    writer.end(type);
  }

  function result(json: JsonObject, member: string): void {
    const id = stringAt(json, member) ?? stringAt(json, 'tool_use_id');
    if (id === undefined) return;
    const content = arrayAt(json, 'content');
    const texts = content.map((part) => (isObject(part) ? stringAt(part, 'text') : undefined));
    const isText = texts.length > 0 && texts.every((text) => text !== undefined);
    stream.result({
      id,
      text: isText ? texts.join('\n') : textOf(memberOf(json, 'content')),
      isError: memberOf(json, 'is_error') === true,
    });
  }

  function session(json: JsonObject, type: string): void {
    switch (type) {
      case 'session.status_idle':
        ended = true;
        stream.finish(stopReason(json));
        break;
      case 'session.status_terminated':
      case 'session.deleted':
        ended = true;
        stream.finish(type.replace(/^session\.(?:status_)?/, ''));
        break;
      case 'session.error':
        failure(memberOf(json, 'error') ?? json);
        break;
      default:
        if (type.startsWith('session.status_')) ended = false;
    }
  }

  /** An error that the session gets over by itself is no end of anything. */
  function failure(error: unknown): void {
    const retry = isObject(error) ? objectAt(error, 'retry_status') : undefined;
    if (retry === undefined || stringAt(retry, 'type') !== 'retrying')
      stream.fail(errorText(error));
  }

  return { event, ended: () => ended };
}

function stopReason(json: JsonObject): string {
  const reason = memberOf(json, 'stop_reason');
  if (typeof reason === 'string') return reason;
  return (isObject(reason) ? stringAt(reason, 'type') : undefined) ?? 'idle';
}
