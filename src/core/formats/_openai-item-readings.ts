/**
 * The types of output items that are calls, and where each keeps its arguments.
 * https://platform.openai.com/docs/api-reference/responses/object
 *
 *   {"type":"custom_tool_call","id":"ctc_7","call_id":"call_q","name":"note","input":"free text"}
 *   {"type":"web_search_call","id":"ws_8","action":{"type":"search","query":"tides"}}
 *
 * What surprises: only the tools of the caller have a `call_id` to answer; what the server runs is
 * known by the id of its item. The arguments of hosted tools are JSON values, never text.
 */
import type { CallKind } from '../types.ts';
import type { JsonObject } from './format.ts';
import { arrayAt, memberOf, objectAt, stringAt } from './format.ts';

export interface ItemReading {
  readonly kind: CallKind | ((item: JsonObject) => CallKind);
  readonly form: 'json-text' | 'free-text' | 'value';
  readonly input: (item: JsonObject) => unknown;
}

const member =
  (key: string) =>
  (item: JsonObject): unknown =>
    memberOf(item, key);

export const READINGS: ReadonlyMap<string, ItemReading> = new Map<string, ItemReading>([
  ['function_call', { kind: 'function', form: 'json-text', input: member('arguments') }],
  ['custom_tool_call', { kind: 'custom', form: 'free-text', input: member('input') }],
  ['mcp_call', { kind: 'server', form: 'json-text', input: member('arguments') }],
  ['mcp_approval_request', { kind: 'server', form: 'json-text', input: member('arguments') }],
  ['code_interpreter_call', { kind: 'server', form: 'free-text', input: member('code') }],
  ['program', { kind: 'server', form: 'free-text', input: member('code') }],
  ['shell_call', { kind: shellKind, form: 'free-text', input: shellCommands }],
  ['local_shell_call', { kind: 'function', form: 'value', input: member('action') }],
  ['computer_call', { kind: 'function', form: 'value', input: computerInput }],
  ['apply_patch_call', { kind: 'function', form: 'value', input: member('operation') }],
  ['tool_search_call', { kind: searchKind, form: 'value', input: member('arguments') }],
  ['web_search_call', { kind: 'server', form: 'value', input: webSearchInput }],
  ['file_search_call', { kind: 'server', form: 'value', input: fileSearchInput }],
  ['image_generation_call', { kind: 'server', form: 'value', input: imageInput }],
]);

/** Items of these types are answered by `call_id`; their own id is no substitute. */
const NEEDS_CALL_ID = new Set(['function_call', 'custom_tool_call']);

/** @returns the id by which the item's call is answered or known; null where it has none yet */
export function idOf(item: JsonObject, itemType: string): string | null {
  const callId = stringAt(item, 'call_id') ?? '';
  if (callId !== '') return callId;
  const id = stringAt(item, 'id') ?? '';
  return NEEDS_CALL_ID.has(itemType) || id === '' ? null : id;
}

/** @returns what a call without a name is known by: the tool that its type says; null for tools that have names */
export function nameOf(itemType: string): string | null {
  return NEEDS_CALL_ID.has(itemType) ? null : itemType.replace(/_call$/, '');
}

function shellKind(item: JsonObject): CallKind {
  const place = stringAt(objectAt(item, 'environment') ?? {}, 'type') ?? '';
  return place.startsWith('container') ? 'server' : 'custom';
}

function shellCommands(item: JsonObject): string {
  const commands = arrayAt(objectAt(item, 'action') ?? {}, 'commands');
  return commands.filter((command) => typeof command === 'string').join('\n');
}

function searchKind(item: JsonObject): CallKind {
  return stringAt(item, 'execution') === 'client' ? 'function' : 'server';
}

function computerInput(item: JsonObject): unknown {
  return memberOf(item, 'action') ?? memberOf(item, 'actions');
}

/** Compatible servers send their search as a function's argument text. */
function webSearchInput(item: JsonObject): unknown {
  return memberOf(item, 'arguments') ?? memberOf(item, 'action');
}

function fileSearchInput(item: JsonObject): unknown {
  const queries = memberOf(item, 'queries');
  return queries === undefined ? undefined : { queries };
}

/** The prompt as the model wrote it is all that is told of the request. */
function imageInput(item: JsonObject): unknown {
  const prompt = stringAt(item, 'revised_prompt');
  return prompt === undefined ? {} : { revised_prompt: prompt };
}
