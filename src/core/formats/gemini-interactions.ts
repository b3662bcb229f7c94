/**
 * Gemini Interactions. https://ai.google.dev/gemini-api/docs/interactions/streaming
 *
 *   event: step.start
 *   data: {"event_type":"step.start","index":1,"step":{"type":"function_call","id":"fc_1","name":"tide_at","arguments":{}}}
 *   event: step.delta
 *   data: {"event_type":"step.delta","index":1,"delta":{"type":"arguments_delta","arguments":"{\"port\":\"Ry"}}
 *   event: step.stop
 *   data: {"event_type":"step.stop","index":1}
 *   event: interaction.completed
 *   data: {"event_type":"interaction.completed","interaction":{"status":"requires_action"}}
 *   event: done
 *   data: [DONE]
 *
 * What surprises: `arguments:{}` of the start is a placeholder. Tools that Google runs are steps too,
 * `…_call` and `…_result`, whose arguments and results are objects, in the start or in a delta. The
 * first revision of the API said `content.start`, `content.delta` and `interaction.complete`, and had
 * whole calls in deltas.
 */
import { compactJson } from '../json-value.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  defineFormat,
  errorText,
  isObject,
  memberOf,
  numberAt,
  objectAt,
  stringAt,
} from './format.ts';

const DONE = '[DONE]';
const FUNCTION_CALL = 'function_call';
const STEP_EVENT = /^(?:step|content)\.(start|delta|stop)$/u;
const ENDS = new Set(['interaction.completed', 'interaction.complete']);

interface CallStep {
  readonly writer: CallWriter;
  /** Whole arguments, where a start or delta had them. */
  args: JsonObject | null;
}

interface ResultStep {
  id: string | null;
  value: unknown;
  isError: boolean;
}

export default defineFormat({
  id: 'gemini-interactions',
  label: 'Google Gemini Interactions',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const type = stringAt(json, 'event_type') ?? '';
  if (STEP_EVENT.test(type)) return numberAt(json, 'index') === undefined ? 0 : 0.75;
  if (!type.startsWith('interaction.')) return 0;
  const isNamed =
    objectAt(json, 'interaction') !== undefined || stringAt(json, 'interaction_id') !== undefined;
  return isNamed ? 0.92 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<number, CallStep>();
  const results = new Map<number, ResultStep>();
  let lastCall: CallWriter | null = null;
  let status = '';
  let ended = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith(DONE)) ended = true;
    if (!isObject(json)) return;
    const type = stringAt(json, 'event_type') ?? '';
    const index = numberAt(json, 'index') ?? -1;
    switch (STEP_EVENT.exec(type)?.[1]) {
      case 'start':
        lastCall = null;
        step(index, objectAt(json, 'step') ?? objectAt(json, 'content') ?? {});
        break;
      case 'delta':
        delta(index, objectAt(json, 'delta') ?? {});
        break;
      case 'stop':
        stepStop(index, type);
        break;
      default:
        if (type === 'error') stream.fail(errorText(memberOf(json, 'error') ?? json));
        else if (type.startsWith('interaction.')) {
          interaction(objectAt(json, 'interaction') ?? json, ENDS.has(type));
        }
    }
  }

  /** A step as its start has it, or as a delta fills it in. */
  function step(index: number, content: JsonObject): void {
    const type = stringAt(content, 'type') ?? '';
    if (type.endsWith('_call')) callStep(index, type, content);
    else if (type.endsWith('_result')) resultStep(index, content);
  }

  function callStep(index: number, type: string, content: JsonObject): void {
    const id = stringAt(content, 'id') ?? null;
    let call = calls.get(index);
    if (call === undefined) {
      // Only functions and tools of MCP servers have a name; of the others the type says as much.
      const name = stringAt(content, 'name') ?? (type === FUNCTION_CALL ? null : type);
      const writer = stream.open({
        kind: type === FUNCTION_CALL ? 'function' : 'server',
        index: index < 0 ? null : index,
        id,
        name,
      });
      call = { writer, args: null };
      calls.set(index, call);
      lastCall = writer;
    } else describeLate(call.writer, id, stringAt(content, 'name'));
    const args = objectAt(content, 'arguments');
    if (args !== undefined && Object.keys(args).length > 0) call.args = args;
  }

  function delta(index: number, content: JsonObject): void {
    if (stringAt(content, 'type') !== 'arguments_delta') {
      step(index, content);
      return;
    }
    const call = calls.get(index)?.writer;
    const text = memberOf(content, 'arguments');
    if (call === undefined) return;
    if (call.call.end !== null) call.diagnose('delta-after-terminal');
    if (typeof text === 'string') call.fragment(text);
    else if (text === null) call.diagnose('args-null');
  }

  function resultStep(index: number, content: JsonObject): void {
    const old = results.get(index);
    const value = memberOf(content, 'result');
    results.set(index, {
      id: stringAt(content, 'call_id') ?? old?.id ?? null,
      value: value ?? old?.value,
      isError: memberOf(content, 'is_error') === true || old?.isError === true,
    });
  }

  function stepStop(index: number, terminal: string): void {
    const call = calls.get(index);
    if (call !== undefined) {
      const { writer, args } = call;
      if (args !== null && writer.call.arguments === '' && writer.call.end === null) {
        writer.fragment(compactJson(args));
      }
      writer.end(terminal);
    }
    const result = results.get(index);
    results.delete(index);
    if (result === undefined || result.id === null) return;
    const { id, value, isError } = result;
    stream.result({ id, isError, text: typeof value === 'string' ? value : compactJson(value) });
  }

  /** @param content says the status of the whole, which may be told more than once */
  function interaction(content: JsonObject, isEnd: boolean): void {
    const next = stringAt(content, 'status') ?? '';
    if (isEnd) ended = true;
    if (isEnd && next !== '') stream.finish(next);
    if (next === status) return;
    status = next;
    if (next === 'failed') stream.fail(errorText(memberOf(content, 'error') ?? next));
    else if (next === 'cancelled') stream.abort();
    else if (next === 'incomplete') {
      lastCall?.end('status: incomplete');
      lastCall?.outcome('length');
    }
  }

  return { event, ended: () => ended };
}

/** A start may leave to its delta what the call is. */
function describeLate(writer: CallWriter, id: string | null, name: string | undefined): void {
  if (id !== null && writer.call.id === null) writer.identify(id);
  if (name !== undefined && writer.call.name === null) writer.rename(name);
}
