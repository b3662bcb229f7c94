/**
 * LangGraph's newer thread protocol: one envelope for all channels, over server-sent events or a
 * WebSocket. https://docs.langchain.com/langsmith/streaming
 *
 *   {"type":"event","seq":7,"method":"messages","params":{"namespace":[],"data":{
 *    "event":"content-block-start","index":1,"content":{"type":"tool_call_chunk","id":"call_q","name":"tide_at","args":""}}}}
 *   {"type":"event","seq":8,"method":"messages","params":{"namespace":[],"data":{
 *    "event":"content-block-delta","index":1,"delta":{"type":"block-delta","fields":{"args":"{\"port\": \"Ry"}}}}}
 *   {"type":"event","seq":9,"method":"messages","params":{"namespace":[],"data":{
 *    "event":"content-block-finish","index":1,"content":{"type":"tool_call","id":"call_q","name":"tide_at","args":{…}}}}}
 *
 * What surprises: `fields.args` of a block delta is everything so far, not what is new, while the
 * older form with `content.args` appends; and deltas name no message: they belong to the newest of
 * their namespace and run.
 */
import { believe, describeLate, grow, type LangChainCalls } from './_langchain-calls.ts';
import { describedEnd, messagesIn, outputText } from './_langchain-messages.ts';
import type { CallKind } from '../types.ts';
import type { CallWriter, JsonObject, StreamWriter } from './format.ts';
import { arrayAt, errorText, isObject, memberOf, numberAt, objectAt, stringAt } from './format.ts';

export interface ProtocolReader {
  /** How many messages have begun and not ended. */
  readonly openMessages: number;
  readonly seenMessages: number;
  /** Whether the root has said that it is over. */
  readonly finished: boolean;
  envelope(json: JsonObject): void;
}

const CALL_BLOCKS: ReadonlyMap<string, CallKind> = new Map<string, CallKind>([
  ['tool_call_chunk', 'function'],
  ['tool_call', 'function'],
  ['invalid_tool_call', 'function'],
  ['server_tool_call_chunk', 'server'],
  ['server_tool_call', 'server'],
]);

/** @returns whether an event is an envelope of the protocol */
export function isEnvelope(json: unknown): json is JsonObject {
  return (
    isObject(json) &&
    stringAt(json, 'type') === 'event' &&
    stringAt(json, 'method') !== undefined &&
    objectAt(objectAt(json, 'params') ?? {}, 'data') !== undefined
  );
}

/**
 * @param stream the pen of the stream
 * @param calls takes what states and tools say
 */
export function createProtocolReader(stream: StreamWriter, calls: LangChainCalls): ProtocolReader {
  /** The newest message of each namespace and run: its calls by block. */
  const messages = new Map<string, Map<number, CallWriter>>();
  const statesSeen = new Set<string>();
  let seen = 0;
  let finished = false;

  function envelope(json: JsonObject): void {
    const params = objectAt(json, 'params') ?? {};
    const data = objectAt(params, 'data') ?? {};
    const namespace = arrayAt(params, 'namespace')
      .filter((part) => typeof part === 'string')
      .join('/');
    switch (stringAt(json, 'method')) {
      case 'messages':
        messageEvent(`${namespace} ${stringAt(data, 'run_id') ?? ''}`, data);
        break;
      case 'tools':
        toolEvent(data);
        break;
      case 'values':
      case 'updates':
        state(namespace, data, stringAt(json, 'method') ?? '');
        break;
      case 'lifecycle':
        if (namespace === '') lifecycle(data);
        break;
      default:
    }
  }

  function messageEvent(key: string, data: JsonObject): void {
    const event = stringAt(data, 'event') ?? '';
    if (event === 'message-start') {
      messages.set(key, new Map());
      seen++;
    } else if (event === 'content-block-start') blockStart(blocksOf(key), data);
    else if (event === 'content-block-delta') blockDelta(blocksOf(key), data);
    else if (event === 'content-block-finish') blockFinish(blocksOf(key), data, event);
    else if (event === 'message-finish') {
      const reason = stringAt(data, 'reason') ?? '';
      const { outcome } = describedEnd(reason);
      if (reason !== '') stream.finish(reason);
      if (outcome !== null) [...blocksOf(key).values()].at(-1)?.outcome(outcome);
      messages.delete(key);
    } else if (event === 'error' || event === 'message-error') stream.fail(errorText(data));
  }

  function blocksOf(key: string): Map<number, CallWriter> {
    const blocks = messages.get(key) ?? new Map<number, CallWriter>();
    messages.set(key, blocks);
    return blocks;
  }

  function blockStart(blocks: Map<number, CallWriter>, data: JsonObject): CallWriter | null {
    const content = contentOf(data);
    const kind = CALL_BLOCKS.get(stringAt(content, 'type') ?? '');
    if (kind === undefined) return null;
    const index = numberAt(data, 'index') ?? null;
    const id = stringAt(content, 'id') ?? null;
    const call = stream.open({ kind, index, id, name: stringAt(content, 'name') ?? null });
    blocks.set(index ?? -1, call);
    const args = memberOf(content, 'args');
    if (typeof args === 'string' && args !== '') call.fragment(args);
    calls.adopt(call);
    return call;
  }

  function blockDelta(blocks: Map<number, CallWriter>, data: JsonObject): void {
    const fields = objectAt(objectAt(data, 'delta') ?? {}, 'fields');
    const content = fields ?? contentOf(data);
    const isCall = CALL_BLOCKS.has(stringAt(content, 'type') ?? 'tool_call_chunk');
    const known = blocks.get(numberAt(data, 'index') ?? -1);
    if (!isCall) return;
    const args = stringAt(content, 'args') ?? '';
    if (known === undefined) {
      if (stringAt(content, 'type') !== undefined) blockStart(blocks, { ...data, content });
      return;
    }
    describe(known, content);
    if (known.call.end !== null && args !== '') known.diagnose('delta-after-terminal');
    if (fields !== undefined && args.startsWith(known.call.arguments)) grow(known, args);
    else known.fragment(args);
    calls.adopt(known);
  }

  function blockFinish(blocks: Map<number, CallWriter>, data: JsonObject, event: string): void {
    const content = contentOf(data);
    if (!CALL_BLOCKS.has(stringAt(content, 'type') ?? '')) return serverResult(content);
    const known = blocks.get(numberAt(data, 'index') ?? -1);
    const call = known ?? blockStart(blocks, data);
    if (call === null) return;
    describe(call, content);
    const args = memberOf(content, 'args');
    const text = typeof args === 'string' ? args : null;
    if (known !== undefined || text === null) {
      believe(call, { text, value: args }, known !== undefined);
    }
    call.end(event);
    calls.adopt(call);
  }

  function serverResult(content: JsonObject): void {
    if (stringAt(content, 'type') !== 'server_tool_result') return;
    const isError = stringAt(content, 'status') === 'error';
    calls.result(
      stringAt(content, 'tool_call_id') ?? '',
      outputText(memberOf(content, 'output')),
      isError,
    );
  }

  function toolEvent(data: JsonObject): void {
    const event = stringAt(data, 'event') ?? '';
    const id = stringAt(data, 'tool_call_id') ?? '';
    if (event === 'tool-started') {
      const input = memberOf(data, 'input');
      const text = typeof input === 'string' ? input : null;
      const name = stringAt(data, 'tool_name') ?? null;
      calls.started({ id: id === '' ? null : id, name, index: null, text, value: input }, event);
    } else if (event === 'tool-finished')
      calls.result(id, outputText(memberOf(data, 'output')), false);
    else if (event === 'tool-error') {
      calls.result(id, stringAt(data, 'message') ?? errorText(memberOf(data, 'error')), true);
    }
  }

  /** The first state of a namespace is its input, with all that was before. */
  function state(namespace: string, data: JsonObject, event: string): void {
    const isFirst = event === 'values' && !statesSeen.has(namespace);
    statesSeen.add(namespace);
    for (const message of messagesIn(data)) {
      if (isFirst) calls.old(message);
      else calls.whole(message, event);
    }
  }

  function lifecycle(data: JsonObject): void {
    const event = stringAt(data, 'event') ?? '';
    if (event === 'failed') stream.fail(errorText(memberOf(data, 'error') ?? event));
    finished = event === 'completed' || event === 'interrupted';
  }

  return {
    get openMessages() {
      return messages.size;
    },
    get seenMessages() {
      return seen;
    },
    get finished() {
      return finished;
    },
    envelope,
  };
}

/** Revisions of the protocol name it differently. */
function contentOf(data: JsonObject): JsonObject {
  return objectAt(data, 'content') ?? objectAt(data, 'contentBlock') ?? {};
}

function describe(writer: CallWriter, content: JsonObject): void {
  describeLate(writer, {
    id: stringAt(content, 'id') ?? null,
    name: stringAt(content, 'name') ?? null,
  });
}
