/**
 * The Model Context Protocol over Streamable HTTP: JSON-RPC, as one document or as server-sent events.
 * https://modelcontextprotocol.io/specification
 *
 *   request: {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tide_at","arguments":{"port":"Ryde"}}}
 *   data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}
 *   data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"11:42"}],"isError":false}}
 *
 * What surprises: the call is in the request, whole before the first byte of the stream, and the
 * response with its id is its end; nothing streams its arguments. `isError` is a failure of the tool
 * inside a success. The server may put requests of its own on the stream. A stream that answers no
 * known request (a GET, or a request that could not be read) promises no end.
 */
import { textOf } from './_calls-by-id.ts';
import type { CallWriter, Decoder, Hints, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const SERVER_METHODS = new Set([
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'ping',
]);
const RESULT_MEMBERS = [
  'content',
  'structuredContent',
  'isError',
  'protocolVersion',
  'tools',
  'resources',
  'resourceTemplates',
  'prompts',
  'contents',
  'messages',
  'completion',
  'resultType',
];

export default defineFormat({
  id: 'mcp',
  label: 'Model Context Protocol (Streamable HTTP)',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent, { request }: Hints): number {
  const [message] = messagesOf(json);
  if (message === undefined) return 0;
  const method = stringAt(message, 'method');
  if (method !== undefined) {
    return method.startsWith('notifications/') || SERVER_METHODS.has(method) ? 0.8 : 0.3;
  }
  const result = objectAt(message, 'result');
  const isAnswer = messagesOf(request).some((asked) => stringAt(asked, 'method') === 'tools/call');
  if (result === undefined) return Object.hasOwn(message, 'error') ? (isAnswer ? 0.7 : 0.5) : 0;
  if (RESULT_MEMBERS.some((member) => Object.hasOwn(result, member))) return 0.75;
  // An empty result answers a ping.
  return isAnswer || Object.keys(result).length === 0 ? 0.55 : 0.4;
}

function createDecoder(stream: StreamWriter, { request }: Hints): Decoder {
  /** The calls of the request, by the JSON text of their ids: 1 and "1" are two. */
  const calls = new Map<string, CallWriter>();
  const unanswered = new Set<string>();
  let isOpened = false;

  function event({ json }: WireEvent): void {
    if (!isOpened) openCalls();
    for (const message of messagesOf(json)) {
      if (stringAt(message, 'method') === undefined) response(message);
    }
  }

  function openCalls(): void {
    isOpened = true;
    for (const message of messagesOf(request)) {
      const id = memberOf(message, 'id');
      if (id === undefined || id === null) continue;
      unanswered.add(textOfId(id));
      if (stringAt(message, 'method') !== 'tools/call') continue;
      const params = objectAt(message, 'params') ?? {};
      const call = stream.open({
        kind: 'function',
        index: null,
        id: textOf(id),
        name: stringAt(params, 'name') ?? null,
      });
      call.finalValue(memberOf(params, 'arguments'));
      calls.set(textOfId(id), call);
    }
  }

  function response(message: JsonObject): void {
    const id = memberOf(message, 'id');
    if (id === undefined) return;
    const key = textOfId(id);
    unanswered.delete(key);
    const call = calls.get(key);
    const error = memberOf(message, 'error');
    if (error !== undefined && error !== null) {
      call?.end('error');
      answer(call, errorText(error), true);
      stream.fail(errorText(error));
      return;
    }
    call?.end('result');
    const result = objectAt(message, 'result') ?? {};
    const type = stringAt(result, 'resultType');
    if (type !== undefined) stream.finish(type);
    // The tool has not run: the server asks for more first.
    if (type === 'input_required') return;
    answer(call, resultText(result), memberOf(result, 'isError') === true);
  }

  function answer(call: CallWriter | undefined, text: string, isError: boolean): void {
    const id = call?.call.id ?? null;
    if (id !== null) stream.result({ id, text, isError });
  }

  return { event, ended: () => isOpened && unanswered.size === 0 };
}

/** @returns a message, or those of a batch */
function messagesOf(json: unknown): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(json) ? json : [json];
  return list.filter(isObject).filter((message) => stringAt(message, 'jsonrpc') === '2.0');
}

function textOfId(id: unknown): string {
  return textOf([id]);
}

/** @returns the text where the content is text alone; else the content, or the result, as JSON */
function resultText(result: JsonObject): string {
  const content = arrayAt(result, 'content');
  const texts = content.map((part) =>
    isObject(part) && stringAt(part, 'type') === 'text' ? stringAt(part, 'text') : undefined,
  );
  if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join('\n');
  return textOf(content.length > 0 ? content : (memberOf(result, 'structuredContent') ?? result));
}
