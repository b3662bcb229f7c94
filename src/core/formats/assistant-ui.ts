/**
 * The assistant transport of assistant-ui.
 * https://www.assistant-ui.com/docs/runtimes/assistant-transport
 *
 *   data: {"type":"part-start","part":{"type":"tool-call","toolCallId":"t1","toolName":"tide_at"},"path":[]}
 *   data: {"type":"text-delta","textDelta":"{\"port\":\"Ry","path":[0]}
 *   data: {"type":"tool-call-args-text-finish","path":[0]}
 *   data: {"type":"part-finish","path":[0]}
 *   data: [DONE]
 *
 * What surprises: parts have no id of their own; a path counts them by the order of `part-start`, so
 * that number is a call's index. `text-delta` is text or arguments, by the kind of its part. A result
 * may come before the end of the arguments.
 */
import { textOf } from './_calls-by-id.ts';
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

const TYPES = new Set([
  'part-start',
  'part-finish',
  'text-delta',
  'tool-call-args-text-finish',
  'result',
  'step-start',
  'step-finish',
  'message-finish',
  'update-state',
  'annotations',
  'data',
  'error',
]);

export default defineFormat({
  id: 'assistant-ui',
  label: 'assistant-ui assistant transport',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json) || !TYPES.has(stringAt(json, 'type') ?? '')) return 0;
  if (Array.isArray(memberOf(json, 'path'))) return 0.85;
  return Array.isArray(memberOf(json, 'operations')) ? 0.73 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  /** By order of their start; null where a part is no call. */
  const parts: (CallWriter | null)[] = [];
  let ended = false;

  function event({ data, json }: WireEvent): void {
    if (data.startsWith('[DONE]')) ended = true;
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    switch (type) {
      case 'part-start':
        parts.push(partStart(objectAt(json, 'part') ?? {}));
        break;
      case 'text-delta':
        delta(partOf(json), memberOf(json, 'textDelta'));
        break;
      case 'tool-call-args-text-finish':
      case 'part-finish':
        partOf(json)?.end(type);
        break;
      case 'result':
        result(partOf(json), json);
        break;
      case 'message-finish':
        ended = true;
        finish(json);
        break;
      case 'step-finish':
        finish(json);
        break;
      case 'error':
        stream.fail(errorText(memberOf(json, 'error') ?? json));
        break;
      default:
    }
  }

  function partStart(part: JsonObject): CallWriter | null {
    if (stringAt(part, 'type') !== 'tool-call') return null;
    return stream.open({
      kind: 'function',
      index: parts.length,
      id: stringAt(part, 'toolCallId') ?? null,
      name: stringAt(part, 'toolName') ?? null,
    });
  }

  function partOf(json: JsonObject): CallWriter | null {
    const position = arrayAt(json, 'path').at(-1);
    return typeof position === 'number' ? (parts[position] ?? null) : null;
  }

  function result(writer: CallWriter | null, json: JsonObject): void {
    const id = writer?.call.id ?? null;
    if (id === null || memberOf(json, 'isPreliminary') === true) return;
    const isError = memberOf(json, 'isError') === true;
    stream.result({ id, text: textOf(memberOf(json, 'result')), isError });
  }

  function finish(json: JsonObject): void {
    const reason = stringAt(json, 'finishReason');
    if (reason === undefined) return;
    stream.finish(reason);
    const outcome = reason === 'length' ? 'length' : reason === 'content-filter' ? 'filter' : null;
    if (outcome === null) return;
    const calls = parts.filter((part) => part !== null);
    for (const call of calls) if (call.call.end === null) call.outcome(outcome);
    // The arguments are text on this wire: those of the newest call are closed when the cap cuts them, too.
    calls.at(-1)?.outcome(outcome);
  }

  return { event, ended: () => ended };
}

function delta(writer: CallWriter | null, text: unknown): void {
  if (writer === null) return;
  if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
  if (typeof text === 'string') writer.fragment(text);
  else if (text === null) writer.diagnose('args-null');
}
