/**
 * The calls of a stream of LangChain's messages, whichever way each message comes: in pieces, as
 * snapshots of what there is so far, or whole in a state that is sent again and again.
 *
 * Pieces are joined by the index within their message, else by id, else to the newest call of the
 * message. A call ends with its message: by the finish reason of the last piece, by a whole message
 * or a state that holds it, or by the answer of its tool, whichever comes first.
 */
import {
  callsOf,
  callsSoFar,
  endOf,
  messageOf,
  outputText,
  type Message,
  type MessageCall,
  type MessageEnd,
} from './_langchain-messages.ts';
import { compactJson } from '../json-value.ts';
import type { CallWriter, JsonObject, StreamWriter } from './format.ts';
import { arrayAt, isObject, memberOf, numberAt, stringAt } from './format.ts';

export interface LangChainCalls {
  /** How many messages have begun and not ended. */
  readonly openMessages: number;
  /** How many messages of the model were seen. */
  readonly seenMessages: number;
  /**
   * @param value a message or a piece of one; anything else is left alone
   * @param event the name of its event
   */
  piece(value: unknown, event: string): void;
  /** The accumulated message so far. */
  snapshot(value: unknown, event: string): void;
  /** A message that is whole. */
  whole(message: Message, event: string): void;
  /** A call that was read from another form of message, so that states and results find it. */
  adopt(writer: CallWriter): void;
  /** A message from before this stream: its calls are not calls of this one. */
  old(message: Message): void;
  /** A tool was started, by an event that names the call and its whole input. */
  started(call: MessageCall, event: string): void;
  result(id: string, text: string, isError: boolean): void;
}

interface MessageState {
  /** Pieces behind the end carry usage only. */
  isOver: boolean;
  readonly calls: CallWriter[];
  readonly newestByIndex: Map<string, CallWriter>;
}

/** @param stream the pen of the stream */
export function createLangChainCalls(stream: StreamWriter): LangChainCalls {
  const messages = new Map<string, MessageState>();
  const byId = new Map<string, CallWriter>();
  const open = new Set<string>();
  /** Calls whose whole arguments were seen, and those from before this stream. */
  const settled = new Set<string>();
  const answered = new Set<string>();
  let seen = 0;

  function piece(value: unknown, event: string): void {
    const message = messageOf(value);
    if (message === null) return;
    const chunks = arrayAt(message.fields, 'tool_call_chunks').filter(isObject);
    if (message.role !== 'ai' || (!message.isChunk && chunks.length === 0))
      return whole(message, event);
    const state = begin(message);
    for (const chunk of chunks) callPiece(state, chunk);
    if (chunks.length === 0) {
      for (const [position, call] of callsOf(message).entries()) {
        if (call.value !== undefined) settle(message, position, call, null);
      }
    }
    const end = endOf(message);
    if (end !== null) endMessage(message, end, event);
  }

  function begin({ id }: Message): MessageState {
    let state = messages.get(id);
    if (state === undefined) {
      state = { isOver: false, calls: [], newestByIndex: new Map() };
      messages.set(id, state);
      seen++;
    }
    if (!state.isOver) open.add(id);
    return state;
  }

  function callPiece(state: MessageState, chunk: JsonObject): void {
    const index = memberOf(chunk, 'index');
    const hasIndex = typeof index === 'number' || typeof index === 'string';
    const id = stringAt(chunk, 'id') ?? '';
    const name = stringAt(chunk, 'name') ?? '';
    const newest = hasIndex ? state.newestByIndex.get(String(index)) : state.calls.at(-1);
    const isOther =
      id !== '' && newest !== undefined && newest.call.id !== null && newest.call.id !== id;
    let writer = isOther ? (hasIndex ? undefined : byId.get(id)) : newest;
    if (writer === undefined) {
      writer = openCall(state, {
        id: id || null,
        name: name || null,
        index: numberAt(chunk, 'index') ?? null,
      });
      if (hasIndex) state.newestByIndex.set(String(index), writer);
      if (isOther && hasIndex) writer.diagnose('index-reused');
    } else describeAgain(writer, id, name);
    if (!hasIndex) writer.diagnose('index-missing');
    if (writer.call.id !== null) byId.set(writer.call.id, writer);
    take(writer, memberOf(chunk, 'args'));
  }

  function openCall(
    state: MessageState,
    call: Pick<MessageCall, 'id' | 'name' | 'index'>,
  ): CallWriter {
    const writer = stream.open({ kind: 'function', ...call });
    state.calls.push(writer);
    if (call.id !== null) byId.set(call.id, writer);
    return writer;
  }

  function snapshot(value: unknown, event: string): void {
    const message = messageOf(value);
    if (message === null) return;
    if (message.role !== 'ai') return whole(message, event);
    const state = begin(message);
    for (const [position, call] of callsSoFar(message).entries()) {
      const writer = find(state, position, call.id) ?? openCall(state, call);
      if (call.text !== null) grow(writer, call.text);
    }
    if (endOf(message) !== null) whole(message, event);
  }

  function find(state: MessageState, position: number, id: string | null): CallWriter | undefined {
    if (id !== null && byId.has(id)) return byId.get(id);
    const writer = state.calls[position];
    return id === null || writer?.call.id === null ? writer : undefined;
  }

  function whole(message: Message, event: string): void {
    const { role, id, fields } = message;
    if (role === 'tool') {
      const isError = stringAt(fields, 'status') === 'error';
      result(
        stringAt(fields, 'tool_call_id') ?? '',
        outputText(memberOf(fields, 'content')),
        isError,
      );
    }
    if (role !== 'ai') return;
    const state = begin(message);
    for (const [position, call] of callsOf(message).entries())
      settle(message, position, call, event);
    close(id, state);
    const end = endOf(message);
    if (end !== null) endMessage(message, end, event);
  }

  /** The arguments as the framework has read them. @param event null where the message goes on */
  function settle(
    message: Message,
    position: number,
    call: MessageCall,
    event: string | null,
  ): void {
    const key = call.id ?? `${message.id}#${position}`;
    if (settled.has(key)) return;
    settled.add(key);
    const state = begin(message);
    const known = find(state, position, call.id);
    const writer = known ?? openCall(state, call);
    if (known !== undefined) describeLate(known, call);
    believe(writer, call, known !== undefined);
    if (event !== null) writer.end(event);
  }

  function close(id: string, state: MessageState): void {
    state.isOver = true;
    open.delete(id);
  }

  function endMessage(message: Message, { reason, outcome }: MessageEnd, event: string): void {
    const state = begin(message);
    const { calls } = state;
    if (reason !== null) stream.finish(reason);
    for (const call of calls) call.end(reason === null ? event : `finish_reason: ${reason}`);
    if (outcome !== null) calls.at(-1)?.outcome(outcome);
    close(message.id, state);
  }

  function old(message: Message): void {
    if (messages.has(message.id) && message.id !== '') return;
    answered.add(stringAt(message.fields, 'tool_call_id') ?? '');
    for (const [position, { id }] of callsOf(message).entries()) {
      if (id === null || !byId.has(id)) settled.add(id ?? `${message.id}#${position}`);
    }
  }

  function started(call: MessageCall, event: string): void {
    const known = call.id === null ? undefined : byId.get(call.id);
    if (known === undefined && call.id !== null && settled.has(call.id)) return;
    const writer = known ?? openCall({ isOver: true, calls: [], newestByIndex: new Map() }, call);
    if (call.id !== null) settled.add(call.id);
    if (writer.call.arguments === '') believe(writer, call, known !== undefined);
    writer.end(event);
  }

  function result(id: string, text: string, isError: boolean): void {
    if (id === '' || answered.has(id)) return;
    answered.add(id);
    stream.result({ id, text, isError });
    byId.get(id)?.end('tool result');
  }

  return {
    get openMessages() {
      return open.size;
    },
    get seenMessages() {
      return seen;
    },
    piece,
    snapshot,
    whole,
    adopt(writer) {
      if (writer.call.id !== null) byId.set(writer.call.id, writer);
    },
    old,
    started,
    result,
  };
}

/** Values that were read from a text which does not parse are repaired, and prove nothing. */
export function believe(
  writer: CallWriter,
  { text, value }: Pick<MessageCall, 'text' | 'value'>,
  isKnown: boolean,
): void {
  const { arguments: streamed, parse } = writer.call;
  if (streamed !== '' && parse.type !== 'parses') return;
  if (text !== null) {
    if (isKnown) writer.final(text);
    else writer.fragment(text);
  } else if (isKnown) writer.finalValue(value);
  else writer.fragment(compactJson(value));
}

/** A snapshot repeats what came; only what is new is a fragment. */
export function grow(writer: CallWriter, text: string): void {
  const { arguments: streamed } = writer.call;
  if (text.length > streamed.length && text.startsWith(streamed)) {
    writer.fragment(text.slice(streamed.length));
  }
}

export function describeLate(
  writer: CallWriter,
  { id, name }: Pick<MessageCall, 'id' | 'name'>,
): void {
  if (id !== null && id !== '' && writer.call.id === null) {
    writer.identify(id);
    writer.diagnose('id-late');
  }
  if (name !== null && name !== '' && writer.call.name === null) {
    writer.rename(name);
    writer.diagnose('name-late');
  }
}

function describeAgain(writer: CallWriter, id: string, name: string): void {
  const { call } = writer;
  if (id !== '' && call.id === id) writer.diagnose('id-repeated');
  if (name !== '' && call.name === name) writer.diagnose('name-repeated');
  else if (name !== '' && call.name !== null) {
    writer.rename(call.name + name);
    writer.diagnose('name-split');
  }
  describeLate(writer, { id, name });
}

function take(writer: CallWriter, args: unknown): void {
  if (typeof args === 'string') {
    if (writer.call.end !== null && args !== '') writer.diagnose('delta-after-terminal');
    writer.fragment(args);
  } else if (args === null) writer.diagnose('args-null');
  else if (args !== undefined) {
    writer.diagnose('args-object');
    writer.fragment(compactJson(args));
  }
}
