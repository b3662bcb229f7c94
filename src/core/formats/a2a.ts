/**
 * Agent2Agent: updates of a task, as JSON-RPC responses or bare. https://a2a-protocol.org/latest/specification/
 *
 *   data: {"jsonrpc":"2.0","id":"1","result":{"task":{"id":"k1","contextId":"x","status":{"state":"TASK_STATE_WORKING"}}}}
 *   data: {"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"taskId":"k1","artifact":{"artifactId":"a","parts":[{"text":"11:42"}]}}}}
 *   data: {"jsonrpc":"2.0","id":"1","result":{"statusUpdate":{"taskId":"k1","status":{"state":"TASK_STATE_COMPLETED"}}}}
 *
 * What surprises: the protocol knows no tool calls. Agents show theirs by a convention: a data part
 * whose metadata has a key `type`, with a prefix or without, that says `function_call` or
 * `function_response`; such calls are whole, run by the agent, and repeated when the task is sent
 * again. Revisions before 1.0 send the update itself, with `kind`. A state that waits for the user
 * ends the stream as well as a final one.
 */
import { textOf } from './_calls-by-id.ts';
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

const KINDS = new Set(['task', 'message', 'status-update', 'artifact-update']);
const METHOD = /^(?:message|tasks|agent)\/|^(?:Send|Subscribe|Get|Cancel|List)[A-Z]/;
const END_STATES = new Set([
  'completed',
  'failed',
  'canceled',
  'rejected',
  'input-required',
  'auth-required',
]);

export default defineFormat({ id: 'a2a', label: 'Agent2Agent (A2A)', detect, createDecoder });

function detect({ json }: WireEvent, { request }: Hints): number {
  if (!isObject(json)) return 0;
  const isRpc = stringAt(json, 'jsonrpc') === '2.0';
  const update = isRpc ? objectAt(json, 'result') : json;
  if (update === undefined) {
    const isAsked = isObject(request) && METHOD.test(stringAt(request, 'method') ?? '');
    return isAsked && Object.hasOwn(json, 'error') ? 0.65 : 0;
  }
  if (isUpdate(update)) return isRpc ? 0.85 : 0.72;
  // The first revision: the status or the artifact, beside the id of the task.
  const isFirst = stateOf(update) !== null || objectAt(update, 'artifact') !== undefined;
  return isRpc && isFirst && stringAt(update, 'id') !== undefined ? 0.6 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const seen = new Set<string>();
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const error = memberOf(json, 'error');
    if (error !== undefined && error !== null) stream.fail(errorText(error));
    const result = stringAt(json, 'jsonrpc') === '2.0' ? objectAt(json, 'result') : json;
    if (result === undefined) return;
    const kind = stringAt(result, 'kind') ?? '';
    const inner = KINDS.has(kind) ? result : undefined;
    const message = kind === 'message' ? inner : objectAt(result, 'message');
    if (message !== undefined) {
      // An agent that opens no task answers with one message.
      ended = true;
      parts(message);
    }
    const task =
      objectAt(result, 'task') ??
      objectAt(result, 'statusUpdate') ??
      objectAt(result, 'artifactUpdate') ??
      (message === undefined ? result : undefined);
    if (task !== undefined) update(task);
  }

  function update(task: JsonObject): void {
    for (const artifact of [memberOf(task, 'artifact'), ...arrayAt(task, 'artifacts')]) {
      if (isObject(artifact)) parts(artifact);
    }
    const spoken = objectAt(objectAt(task, 'status') ?? {}, 'message');
    if (spoken !== undefined) parts(spoken);
    const state = stateOf(task);
    if (state === null) return;
    const plain = state
      .replace(/^TASK_STATE_/, '')
      .replaceAll('_', '-')
      .toLowerCase();
    ended = END_STATES.has(plain) || memberOf(task, 'final') === true;
    if (!END_STATES.has(plain)) return;
    stream.finish(state);
    if (plain === 'failed') stream.fail(spoken === undefined ? state : saidText(spoken, state));
    if (plain === 'canceled') stream.abort();
  }

  function parts(holder: JsonObject): void {
    for (const part of arrayAt(holder, 'parts')) {
      if (!isObject(part)) continue;
      const data = objectAt(part, 'data');
      if (data === undefined) continue;
      const type = typeOf(objectAt(part, 'metadata') ?? {});
      if (type === 'function_call') call(data);
      else if (type === 'function_response') response(data);
    }
  }

  function call(data: JsonObject): void {
    const id = stringAt(data, 'id');
    const name = stringAt(data, 'name');
    const args = memberOf(data, 'args');
    if (isSeen(id ?? textOf([name, args]))) return;
    const writer = stream.open({ kind: 'server', index: null, id: id ?? null, name: name ?? null });
    writer.finalValue(args);
    writer.end('function_call');
  }

  function response(data: JsonObject): void {
    const id = stringAt(data, 'id');
    if (id === undefined || isSeen(`response ${id}`)) return;
    stream.result({ id, text: textOf(memberOf(data, 'response')) });
  }

  function isSeen(key: string): boolean {
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  }

  return { event, ended: () => ended };
}

function isUpdate(update: JsonObject): boolean {
  if (objectAt(update, 'statusUpdate') !== undefined) return true;
  if (objectAt(update, 'artifactUpdate') !== undefined) return true;
  const task = objectAt(update, 'task');
  if (task !== undefined) return stateOf(task) !== null;
  const message = objectAt(update, 'message');
  if (message !== undefined) return isMessage(message);
  const kind = stringAt(update, 'kind') ?? '';
  if (kind === 'message') return isMessage(update);
  const isOfTask = stateOf(update) !== null || stringAt(update, 'taskId') !== undefined;
  return KINDS.has(kind) && isOfTask;
}

function isMessage(message: JsonObject): boolean {
  return stringAt(message, 'messageId') !== undefined && Array.isArray(memberOf(message, 'parts'));
}

function stateOf(task: JsonObject): string | null {
  return stringAt(objectAt(task, 'status') ?? {}, 'state') ?? null;
}

/** @returns the value of the key `type`, whatever prefix an agent gives it */
function typeOf(metadata: JsonObject): string | undefined {
  const key = Object.keys(metadata).find((name) => name === 'type' || name.endsWith('_type'));
  return key === undefined ? undefined : stringAt(metadata, key);
}

function saidText(message: JsonObject, otherwise: string): string {
  const texts = arrayAt(message, 'parts').map((part) =>
    isObject(part) ? (stringAt(part, 'text') ?? '') : '',
  );
  return texts.join('') || otherwise;
}
