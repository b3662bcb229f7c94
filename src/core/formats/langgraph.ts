/**
 * LangGraph Platform, its runs and its newer threads.
 * https://docs.langchain.com/langsmith/streaming
 *
 *   event: messages
 *   data: [{"type":"AIMessageChunk","id":"run-7","content":"","tool_call_chunks":[{"name":"tide_at",
 *          "args":"{\"po","id":"call_q","index":0}]},{"langgraph_node":"agent"}]
 *   event: updates|sub:4
 *   data: {"agent":{"messages":[{"type":"ai","id":"run-7","content":"","tool_calls":[{"id":"call_q",…}]}]}}
 *
 * What surprises: the same call may come three ways, in pieces (`messages`), as snapshots
 * (`messages/partial`) and in states (`values`, `updates`); the first state also holds what was
 * before this run. The name of an event may end in a bar and a namespace. Most streams just end when
 * the last message has, without an event that says so.
 */
import { createLangChainCalls } from './_langchain-calls.ts';
import { messageOf, messagesIn, outputText } from './_langchain-messages.ts';
import { isRunEvent, readRunEvent } from './_langchain-run-events.ts';
import { createProtocolReader, isEnvelope } from './_langgraph-protocol.ts';
import type { Decoder, Hints, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, errorText, isObject, memberOf, stringAt } from './format.ts';

export default defineFormat({
  id: 'langgraph',
  label: 'LangGraph',
  detect,
  createDecoder,
});

function detect({ name, json }: WireEvent, { url }: Hints): number {
  if (isEnvelope(json)) return 0.9;
  const [mode = ''] = name.split('|');
  switch (mode) {
    case 'messages':
      return Array.isArray(json) && messageOf(json[0]) !== null ? 0.9 : 0;
    case 'messages/partial':
    case 'messages/complete':
      return Array.isArray(json) ? 0.9 : 0;
    case 'values':
    case 'updates':
      if (!isObject(json)) return 0;
      if (memberOf(json, '__interrupt__') !== undefined || messagesIn(json).length > 0) return 0.8;
      return /\/(threads|runs)\//.test(url) ? 0.6 : 0.4;
    case 'events':
      return isRunEvent(json) ? 0.7 : 0;
    default:
      return 0;
  }
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createLangChainCalls(stream);
  const protocol = createProtocolReader(stream, calls);
  const statesSeen = new Set<string>();
  let hasState = false;
  let isOver = false;

  function event({ name, json }: WireEvent): void {
    if (isEnvelope(json)) return protocol.envelope(json);
    const [mode = '', ...namespace] = name.split('|');
    switch (mode) {
      case 'messages':
        if (Array.isArray(json)) calls.piece(json[0], mode);
        break;
      case 'messages/partial':
        for (const message of Array.isArray(json) ? json : []) calls.snapshot(message, mode);
        break;
      case 'messages/complete':
      case 'updates':
        hasState = true;
        for (const message of messagesIn(json)) calls.whole(message, mode);
        break;
      case 'values':
        values(namespace.join('|'), json);
        break;
      case 'events':
        if (isRunEvent(json)) readRunEvent(json, calls);
        break;
      case 'tools':
        if (isObject(json)) tool(json);
        break;
      case 'error':
        stream.fail(failure(json));
        break;
      case 'end':
        isOver = true;
        break;
      default:
    }
  }

  /** The first state of a namespace is its input, with all that was before. */
  function values(namespace: string, state: unknown): void {
    hasState = true;
    const isFirst = !statesSeen.has(namespace);
    statesSeen.add(namespace);
    for (const message of messagesIn(state)) {
      if (isFirst) calls.old(message);
      else calls.whole(message, 'values');
    }
  }

  function tool(json: JsonObject): void {
    const phase = stringAt(json, 'event') ?? '';
    const id = stringAt(json, 'toolCallId') ?? stringAt(json, 'tool_call_id') ?? '';
    if (phase === 'on_tool_start') {
      const value = memberOf(json, 'input');
      const text = typeof value === 'string' ? value : null;
      const name = stringAt(json, 'name') ?? null;
      calls.started({ id: id === '' ? null : id, name, index: null, text, value }, phase);
    } else if (phase === 'on_tool_end')
      calls.result(id, outputText(memberOf(json, 'output')), false);
    else if (phase === 'on_tool_error') calls.result(id, errorText(memberOf(json, 'error')), true);
  }

  function ended(): boolean {
    if (isOver || protocol.finished) return true;
    const hasBegun = hasState || calls.seenMessages > 0 || protocol.seenMessages > 0;
    return hasBegun && calls.openMessages === 0 && protocol.openMessages === 0;
  }

  return { event, ended };
}

/** `error` is the class of the error, `message` what it says. */
function failure(json: unknown): string {
  if (!isObject(json)) return errorText(json);
  const kind = stringAt(json, 'error');
  const message = stringAt(json, 'message');
  if (kind === undefined || message === undefined) return message ?? kind ?? errorText(json);
  return `${kind}: ${message}`;
}
