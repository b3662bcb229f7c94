/**
 * LangChain's messages, as LangGraph and LangServe put them on the wire.
 * https://python.langchain.com/docs/concepts/messages/
 *
 *   {"type":"AIMessageChunk","id":"run-7","content":"","tool_call_chunks":[{"name":"tide_at",
 *    "args":"{\"po","id":"call_q","index":0,"type":"tool_call_chunk"}]}
 *   {"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessageChunk"],"kwargs":{…}}
 *   {"type":"tool","tool_call_id":"call_q","content":"11:42","status":"success"}
 *
 * What surprises: Python and JavaScript write the same message in different shapes; `tool_calls`
 * beside the chunks is parsed leniently, so a text that was cut looks there like whole arguments.
 * It is therefore believed only where the joined text parses too, or where there is none.
 */
import { compactJson } from '../json-value.ts';
import type { JsonObject } from './format.ts';
import { arrayAt, isObject, memberOf, numberAt, objectAt, stringAt } from './format.ts';

export interface Message {
  readonly role: 'ai' | 'tool' | 'other';
  /** Whether it is a piece of a message that others complete. */
  readonly isChunk: boolean;
  /** '' where it has none. */
  readonly id: string;
  readonly fields: JsonObject;
}

/** A call in a message that is whole, or whole so far. */
export interface MessageCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly index: number | null;
  /** The raw text of the arguments, where the message has it. */
  readonly text: string | null;
  /** The arguments as a value; undefined where there is only text. */
  readonly value: unknown;
}

/** Why a message ended. */
export interface MessageEnd {
  /** As the wire says it; null where it says only that this was the last piece. */
  readonly reason: string | null;
  readonly outcome: 'length' | 'filter' | null;
}

const ROLES: ReadonlyMap<string, 'ai' | 'tool' | 'other'> = new Map([
  ['ai', 'ai'],
  ['AIMessage', 'ai'],
  ['AIMessageChunk', 'ai'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['ToolMessageChunk', 'tool'],
  ['human', 'other'],
  ['HumanMessage', 'other'],
  ['HumanMessageChunk', 'other'],
  ['system', 'other'],
  ['SystemMessage', 'other'],
  ['remove', 'other'],
]);

/** What providers call the reason for the end, in `response_metadata`. */
const REASON_KEYS = ['finish_reason', 'stop_reason', 'finishReason', 'stopReason', 'done_reason'];
/** A node, its list, and the message in it. */
const STATE_DEPTH = 3;
const LENGTH = new Set(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens']);
const FILTER = new Set(['content_filter', 'content_filtered', 'refusal', 'SAFETY']);

/** @returns the message that a value is, in any of its shapes; null where it is none */
export function messageOf(value: unknown): Message | null {
  if (!isObject(value)) return null;
  const isConstructor = numberAt(value, 'lc') !== undefined;
  const path = arrayAt(value, 'id');
  const type = isConstructor ? path.at(-1) : memberOf(value, 'type');
  const role = typeof type === 'string' ? ROLES.get(type) : undefined;
  if (typeof type !== 'string' || role === undefined) return null;
  const fields = objectAt(value, isConstructor ? 'kwargs' : 'data') ?? value;
  if (memberOf(fields, 'content') === undefined) return null;
  return { role, isChunk: type.endsWith('Chunk'), id: stringAt(fields, 'id') ?? '', fields };
}

/** @returns the messages in a state: in its own lists, and in those of its nodes */
export function messagesIn(state: unknown): readonly Message[] {
  return gather(state, STATE_DEPTH);
}

function gather(value: unknown, depth: number): readonly Message[] {
  const message = messageOf(value);
  if (message !== null) return [message];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => gather(member, depth - 1));
}

/** @returns the end that a message tells; null while it goes on */
export function endOf({ fields }: Message): MessageEnd | null {
  const metadata = objectAt(fields, 'response_metadata') ?? {};
  for (const key of REASON_KEYS) {
    const reason =
      stringAt(metadata, key) ?? stringAt(objectAt(fields, 'additional_kwargs') ?? {}, key);
    if (reason !== undefined && reason !== '') return describedEnd(reason);
  }
  const status = stringAt(metadata, 'status');
  if (status === 'completed') return describedEnd(status);
  if (status === 'incomplete') {
    return describedEnd(
      stringAt(objectAt(metadata, 'incomplete_details') ?? {}, 'reason') ?? 'max_output_tokens',
    );
  }
  return stringAt(fields, 'chunk_position') === 'last' ? { reason: null, outcome: null } : null;
}

/** @returns what a finish reason of any provider means for the call that was open */
export function describedEnd(reason: string): MessageEnd {
  const outcome = LENGTH.has(reason) ? 'length' : FILTER.has(reason) ? 'filter' : null;
  return { reason, outcome };
}

/** @returns the calls of a message: parsed ones with their values, broken ones with their text */
export function callsOf({ fields }: Message): readonly MessageCall[] {
  const parsed = arrayAt(fields, 'tool_calls').filter(isObject);
  const broken = arrayAt(fields, 'invalid_tool_calls').filter(isObject);
  return [...parsed, ...broken].map(wholeCall);
}

/**
 * The calls of a message that was accumulated so far. The raw texts are in its chunks, or where the
 * provider's own form of the message survived.
 */
export function callsSoFar(message: Message): readonly MessageCall[] {
  const { fields } = message;
  const chunks = arrayAt(fields, 'tool_call_chunks').filter(isObject);
  if (chunks.length > 0) return chunks.map((chunk) => soFar(chunk, memberOf(chunk, 'args')));
  const original = arrayAt(objectAt(fields, 'additional_kwargs') ?? {}, 'tool_calls');
  if (original.length > 0) {
    return original.filter(isObject).map((call) => {
      const body = objectAt(call, 'function') ?? {};
      const merged = { ...call, name: memberOf(body, 'name') };
      return soFar(merged, memberOf(body, 'arguments'));
    });
  }
  const blocks = arrayAt(fields, 'content')
    .filter(isObject)
    .filter((block) => stringAt(block, 'type') === 'tool_use');
  if (blocks.length > 0) {
    return blocks.map((block) =>
      soFar(block, memberOf(block, 'partial_json') ?? memberOf(block, 'input')),
    );
  }
  return arrayAt(fields, 'tool_calls')
    .filter(isObject)
    .map((call) => soFar(call, null));
}

/** @returns what a tool gave back, as text: a message's content, or the value itself */
export function outputText(output: unknown): string {
  const message = messageOf(output);
  const content = message === null ? output : memberOf(message.fields, 'content');
  return typeof content === 'string' ? content : compactJson(content);
}

function wholeCall(call: JsonObject): MessageCall {
  const args = memberOf(call, 'args');
  const text = typeof args === 'string' ? args : null;
  return { ...identityOf(call), text, value: text === null ? (args ?? {}) : undefined };
}

function soFar(call: JsonObject, args: unknown): MessageCall {
  return { ...identityOf(call), text: typeof args === 'string' ? args : null, value: undefined };
}

function identityOf(call: JsonObject): Pick<MessageCall, 'id' | 'name' | 'index'> {
  const id = stringAt(call, 'id') ?? '';
  const name = stringAt(call, 'name') ?? '';
  return {
    id: id === '' ? null : id,
    name: name === '' ? null : name,
    index: numberAt(call, 'index') ?? null,
  };
}
