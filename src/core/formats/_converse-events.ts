/**
 * The events of Amazon Bedrock's ConverseStream, whatever carries them: frames named by their
 * header, or objects with one member, as the SDKs hand them on and as Nova sends them.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
import { compactJson } from '../json-value.ts';
import type { CallWriter, JsonObject, StreamWriter } from './format.ts';
import { arrayAt, errorText, isObject, memberOf, numberAt, objectAt, stringAt } from './format.ts';

const LENGTH_STOPS = new Set(['max_tokens', 'model_context_window_exceeded']);
const FILTER_STOPS = new Set(['guardrail_intervened', 'content_filtered']);
const FAILED_STOPS = new Set(['malformed_model_output', 'malformed_tool_use']);
const BLOCK_EVENTS = new Set(['contentBlockStart', 'contentBlockDelta', 'contentBlockStop']);

export interface ConverseEvent {
  readonly type: string;
  readonly body: JsonObject;
}

export interface ConverseEvents {
  readonly event: (event: ConverseEvent) => void;
  /** Whether the message is over. */
  readonly ended: () => boolean;
}

interface ToolResult {
  readonly id: string;
  readonly isError: boolean;
  text: string;
}

/**
 * @param json an object with one member of note, the event; others, such as metrics, may lie beside it
 * @returns the event; null where there is none
 */
export function unwrapConverse(json: JsonObject): ConverseEvent | null {
  for (const type of Object.keys(json)) {
    const body = objectAt(json, type);
    if (body !== undefined && (isConverse({ type, body }) || type.endsWith('Exception'))) {
      return { type, body };
    }
  }
  return null;
}

/** @returns whether it is one of ConverseStream's events, beyond doubt */
export function isConverse({ type, body }: ConverseEvent): boolean {
  if (BLOCK_EVENTS.has(type)) return numberAt(body, 'contentBlockIndex') !== undefined;
  if (type === 'messageStart') return stringAt(body, 'role') !== undefined;
  return type === 'messageStop' && stringAt(body, 'stopReason') !== undefined;
}

/**
 * @param name the name of a frame
 * @returns the kind of exception or error that it is; null where it is an event
 */
export function exceptionOf(name: string): string | null {
  return /^(?:exception|error):(.*)$/su.exec(name)?.[1] ?? null;
}

/** @param stream gets the calls */
export function createConverseEvents(stream: StreamWriter): ConverseEvents {
  const calls = new Map<number, CallWriter>();
  const results = new Map<number, ToolResult>();
  /** The call whose block was open last, as long as no other block has begun. */
  let lastCall: CallWriter | null = null;
  let stopped = false;

  function event({ type, body }: ConverseEvent): void {
    const index = numberAt(body, 'contentBlockIndex') ?? -1;
    switch (type) {
      case 'contentBlockStart':
        blockStart(index, objectAt(body, 'start') ?? {});
        break;
      case 'contentBlockDelta':
        blockDelta(index, objectAt(body, 'delta') ?? {});
        break;
      case 'contentBlockStop':
        blockStop(index);
        break;
      case 'messageStop':
        stopped = true;
        stop(stringAt(body, 'stopReason') ?? '');
        break;
      default:
        if (type.endsWith('Exception')) stream.fail(exceptionText(type, body));
    }
  }

  function blockStart(index: number, start: JsonObject): void {
    lastCall = null;
    const use = objectAt(start, 'toolUse');
    if (use !== undefined) {
      lastCall = stream.open({
        kind: stringAt(use, 'type') === 'server_tool_use' ? 'server' : 'function',
        index: index < 0 ? null : index,
        id: stringAt(use, 'toolUseId') ?? null,
        name: stringAt(use, 'name') ?? null,
      });
      calls.set(index, lastCall);
    }
    const result = objectAt(start, 'toolResult');
    const id = result === undefined ? undefined : stringAt(result, 'toolUseId');
    if (result === undefined || id === undefined) return;
    results.set(index, { id, isError: stringAt(result, 'status') === 'error', text: '' });
  }

  function blockDelta(index: number, delta: JsonObject): void {
    const call = calls.get(index);
    const use = objectAt(delta, 'toolUse');
    if (call !== undefined && use !== undefined) input(call, memberOf(use, 'input'));
    // Text blocks often have no start.
    else if (call === undefined) lastCall = null;
    const result = results.get(index);
    if (result === undefined) return;
    for (const piece of arrayAt(delta, 'toolResult')) {
      if (!isObject(piece)) continue;
      const value = memberOf(piece, 'json');
      result.text += stringAt(piece, 'text') ?? (value === undefined ? '' : compactJson(value));
    }
  }

  function blockStop(index: number): void {
    calls.get(index)?.end('contentBlockStop');
    const result = results.get(index);
    if (result === undefined) return;
    results.delete(index);
    stream.result(result);
  }

  function stop(reason: string): void {
    stream.finish(reason);
    if (LENGTH_STOPS.has(reason)) lastCall?.outcome('length');
    else if (FILTER_STOPS.has(reason)) lastCall?.outcome('filter');
    else if (FAILED_STOPS.has(reason)) stream.fail(reason);
  }

  return { event, ended: () => stopped };
}

function input(call: CallWriter, value: unknown): void {
  if (call.call.end !== null) call.diagnose('delta-after-terminal');
  if (typeof value === 'string') call.fragment(value);
  else if (value === null) call.diagnose('args-null');
  else if (value !== undefined) {
    call.diagnose('args-object');
    call.fragment(compactJson(value));
  }
}

/** @returns the text of an exception, with its kind */
export function exceptionText(kind: string, body: unknown): string {
  // Some services write the member with a capital.
  const message = isObject(body) ? (stringAt(body, 'message') ?? stringAt(body, 'Message')) : body;
  return message === undefined || message === '' ? kind : `${kind}: ${errorText(message)}`;
}
