/**
 * AG-UI, over server-sent events or JSON lines; with the older event names and with what TanStack AI
 * adds. https://docs.ag-ui.com/concepts/events
 *
 *   data: {"type":"TOOL_CALL_START","toolCallId":"t1","toolCallName":"tide_at"}
 *   data: {"type":"TOOL_CALL_ARGS","toolCallId":"t1","delta":"{\"port\":\"Ry"}
 *   data: {"type":"TOOL_CALL_END","toolCallId":"t1"}
 *   data: {"type":"RUN_FINISHED","threadId":"th","runId":"r1"}
 *
 * What surprises: a stream may hold several runs; TOOL_CALL_CHUNK opens a call and continues it, and
 * nearly every other event ends it; END is sent for calls that the token cap cut, and only the reason
 * in RUN_FINISHED tells, where there is one; unset fields are null or missing. Servers put a result
 * under `result` and an error under `error`. TanStack AI names the tool `toolName`, repeats all
 * arguments so far beside the delta, and gives the final input at END or in a CUSTOM event.
 */
import { createCallsById } from './_calls-by-id.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const CORE_TYPE = /^(?:RUN|TOOL_CALL)_[A-Z]+$/;
const OTHER_TYPE =
  /^(?:STEP|TEXT_MESSAGE|STATE|MESSAGES|ACTIVITY|REASONING|THINKING)_[A-Z]+(?:_[A-Z]+)*$/;
const OLD_TYPE = /^(?:ActionExecution(?:Start|Args|End|Result)|TextMessage(?:Start|Content|End))$/;
/** These may come between the chunks of one call. An error ends no call: it is what cuts it. */
const KEEPS_CHUNKS = /^(?:RAW|ACTIVITY_[A-Z]+|REASONING_ENCRYPTED_VALUE|RUN_ERROR)$/;

export default defineFormat({ id: 'ag-ui', label: 'AG-UI and TanStack AI', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'type') ?? '';
  if (CORE_TYPE.test(type)) return 0.9;
  if (OTHER_TYPE.test(type)) return 0.8;
  if (OLD_TYPE.test(type)) return 0.75;
  return type === 'CUSTOM' && stringAt(json, 'name') !== undefined ? 0.6 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = createCallsById(stream);
  /** The call that TOOL_CALL_CHUNK events continue. */
  let chunked: CallWriter | null = null;
  let isRunning = false;
  let hasFinished = false;
  /** Older servers send calls without a run around them. */
  let isOld = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith('[DONE]')) finishRun(undefined);
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    if (OLD_TYPE.test(type)) isOld = true;
    if (type === 'TOOL_CALL_CHUNK') {
      chunk(json);
      return;
    }
    if (chunked !== null && type !== '' && !KEEPS_CHUNKS.test(type)) {
      chunked.end(type);
      chunked = null;
    }
    const id = stringAt(json, 'toolCallId') ?? stringAt(json, 'actionExecutionId');
    switch (type) {
      case 'RUN_STARTED':
        isRunning = true;
        break;
      case 'RUN_FINISHED':
        finishRun(json);
        break;
      case 'RUN_ERROR':
        isRunning = false;
        stream.fail(failure(json));
        break;
      case 'TOOL_CALL_START':
      case 'ActionExecutionStart':
        calls.start({ id, name: nameOf(json) });
        break;
      case 'TOOL_CALL_ARGS':
      case 'ActionExecutionArgs':
        calls.fragment(id, deltaOf(json, calls.get(id)));
        break;
      case 'TOOL_CALL_END':
      case 'ActionExecutionEnd':
        callEnd(id, json, type);
        break;
      case 'TOOL_CALL_RESULT':
      case 'ActionExecutionResult':
        result(id, json, type);
        break;
      case 'CUSTOM':
        custom(json);
        break;
      case 'MESSAGES_SNAPSHOT':
        snapshot(json);
        break;
      default:
    }
  }

  function chunk(json: JsonObject): void {
    const id = stringAt(json, 'toolCallId');
    if (chunked !== null && id !== undefined && id !== chunked.call.id) {
      chunked.end('TOOL_CALL_CHUNK');
      chunked = null;
    }
    chunked ??= calls.start({ id, name: nameOf(json) });
    const delta = stringAt(json, 'delta');
    if (delta !== undefined) chunked.fragment(delta);
  }

  function callEnd(id: string | undefined, json: JsonObject, type: string): void {
    const input = memberOf(json, 'input');
    if (isObject(input)) calls.whole({ id, name: nameOf(json) }, input, type);
    else calls.end(id, type);
    if (Object.hasOwn(json, 'result')) result(id, json, type);
  }

  function result(id: string | undefined, json: JsonObject, type: string): void {
    const value = memberOf(json, 'content') ?? memberOf(json, 'result');
    const isError =
      stringAt(json, 'state') === 'output-error' || stringAt(json, 'error') !== undefined;
    calls.result(id, value ?? memberOf(json, 'error'), isError, type);
  }

  function custom(json: JsonObject): void {
    const name = stringAt(json, 'name');
    const value = objectAt(json, 'value');
    const id = value === undefined ? undefined : stringAt(value, 'toolCallId');
    if (name !== 'tool-input-available' || value === undefined || id === undefined) return;
    calls.whole({ id, name: nameOf(value) }, memberOf(value, 'input'), `CUSTOM ${name}`);
  }

  /** All messages so far: the calls of this stream among them have their arguments there once more. */
  function snapshot(json: JsonObject): void {
    for (const message of arrayAt(json, 'messages')) {
      if (!isObject(message)) continue;
      for (const entry of arrayAt(message, 'toolCalls')) {
        const body = isObject(entry) ? objectAt(entry, 'function') : undefined;
        const writer = isObject(entry) ? calls.get(stringAt(entry, 'id')) : undefined;
        const text = body === undefined ? undefined : stringAt(body, 'arguments');
        if (writer === undefined || text === undefined || writer.call.end === null) continue;
        const isNone =
          text.trim() === '' || (writer.call.arguments === '' && /^\s*\{\s*\}\s*$/.test(text));
        if (!isNone) writer.final(text);
      }
    }
  }

  function finishRun(json: JsonObject | undefined): void {
    isRunning = false;
    hasFinished = true;
    const reason = json === undefined ? undefined : finishReason(json);
    if (reason === undefined) return;
    stream.finish(reason);
    calls.stop(reason);
  }

  function ended(): boolean {
    if (isOld && !hasFinished) return !isRunning;
    return hasFinished && !isRunning;
  }

  return { event, ended };
}

function nameOf(json: JsonObject): string | undefined {
  return (
    stringAt(json, 'toolCallName') ?? stringAt(json, 'toolName') ?? stringAt(json, 'actionName')
  );
}

/** @param buffer the arguments so far, which `args` repeats where a server sends no delta */
function deltaOf(json: JsonObject, writer: CallWriter | undefined): unknown {
  if (Object.hasOwn(json, 'delta')) return memberOf(json, 'delta');
  const args = memberOf(json, 'args');
  const isOld = Object.hasOwn(json, 'actionExecutionId');
  if (typeof args !== 'string' || isOld) return args;
  // Asked for only here: to join the fragments for each delta would be work in vain.
  const buffer = writer?.call.arguments ?? '';
  if (buffer === '' || !args.startsWith(buffer)) return args;
  return args.slice(buffer.length);
}

/** The model's reason, where the server tells it; else the outcome of the run. */
function finishReason(json: JsonObject): string | undefined {
  const metadata = objectAt(objectAt(json, 'metadata') ?? {}, 'tanstack') ?? {};
  const outcome = memberOf(json, 'outcome');
  return (
    stringAt(json, 'finishReason') ??
    stringAt(metadata, 'finishReason') ??
    (isObject(outcome) ? stringAt(outcome, 'type') : stringAt(json, 'outcome'))
  );
}

function failure(json: JsonObject): string {
  const nested = memberOf(json, 'error');
  const message = stringAt(json, 'message');
  if (message === undefined && nested !== undefined) return errorText(nested);
  const code = stringAt(json, 'code');
  if (message === undefined) return errorText(json);
  return code === undefined ? message : `${code}: ${message}`;
}
