/**
 * OpenAI ChatKit. https://openai.github.io/chatkit-python/
 *
 *   data: {"type":"thread.item.done","item":{"id":"ctc_4","type":"client_tool_call","status":"pending",
 *          "call_id":"call_q","name":"tide_at","arguments":{"port":"Ryde"}}}
 *   data: {"type":"thread.item.done","item":{"id":"msg_5","type":"assistant_message","content":[…]}}
 *
 * What surprises: only the tools that the page itself must run are calls here, and they come whole.
 * A call that is `pending` when the stream ends is in order: the page answers with a new request. The
 * stream has no end of its own: it is whole when each item that was added is done.
 */
import { compactJson } from '../json-value.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, errorText, isObject, memberOf, objectAt, stringAt } from './format.ts';

const ITEM_PREFIX = 'thread.item.';

export default defineFormat({
  id: 'chatkit',
  label: 'OpenAI ChatKit',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'type') ?? '';
  if (type.startsWith(ITEM_PREFIX)) {
    const isItem = objectAt(json, 'item') !== undefined || stringAt(json, 'item_id') !== undefined;
    return isItem ? 0.9 : 0;
  }
  const isThread = type === 'thread.created' || type === 'thread.updated';
  return isThread && objectAt(json, 'thread') !== undefined ? 0.9 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<string, CallWriter>();
  const open = new Set<string>();
  const answered = new Set<string>();
  let hasItems = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    if (type === 'error') stream.fail(failure(json));
    else if (type.startsWith(ITEM_PREFIX)) item(type, json, objectAt(json, 'item') ?? {});
  }

  function item(type: string, json: JsonObject, content: JsonObject): void {
    hasItems = true;
    const id = stringAt(content, 'id') ?? stringAt(json, 'item_id') ?? '';
    const isCall = stringAt(content, 'type') === 'client_tool_call';
    if (type === 'thread.item.removed') {
      open.delete(id);
      calls.get(id)?.outcome('discarded');
    } else if (type === 'thread.item.added') {
      open.add(id);
      if (isCall) take(id, content);
    } else if (type === 'thread.item.done') {
      open.delete(id);
      if (isCall) take(id, content).end(type);
    } else if (type === 'thread.item.replaced' && isCall) {
      const call = take(id, content);
      if (!open.has(id)) call.end(type);
    }
  }

  function take(itemId: string, content: JsonObject): CallWriter {
    const value = memberOf(content, 'arguments');
    const known = calls.get(itemId);
    const id = stringAt(content, 'call_id') ?? null;
    const name = stringAt(content, 'name') ?? null;
    const call = known ?? stream.open({ kind: 'function', index: null, id, name });
    calls.set(itemId, call);
    if (known !== undefined) call.finalValue(value);
    else if (value !== undefined) call.fragment(compactJson(value));
    const output = memberOf(content, 'output') ?? null;
    if (output !== null && id !== null && !answered.has(id)) {
      answered.add(id);
      stream.result({ id, text: typeof output === 'string' ? output : compactJson(output) });
    }
    return call;
  }

  return { event, ended: () => hasItems && open.size === 0 };
}

/** `code` and `message` are in the event itself; the message may be null. */
function failure(json: JsonObject): string {
  const code = stringAt(json, 'code');
  const message = stringAt(json, 'message');
  return code === undefined || message === undefined
    ? errorText(message ?? code ?? json)
    : `${code}: ${message}`;
}
