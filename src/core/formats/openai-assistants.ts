/**
 * OpenAI Assistants, which compatible servers still speak.
 * https://platform.openai.com/docs/api-reference/assistants-streaming
 *
 *   event: thread.run.step.delta
 *   data: {"id":"step_2","object":"thread.run.step.delta","delta":{"step_details":{"type":"tool_calls",
 *          "tool_calls":[{"index":0,"id":"call_q","type":"function","function":{"name":"tide_at","arguments":""}}]}}}
 *   event: thread.run.requires_action
 *   data: {"id":"run_1","object":"thread.run","status":"requires_action","required_action":{
 *          "submit_tool_outputs":{"tool_calls":[{"id":"call_q","function":{"arguments":"{…}"}}]}}}
 *   event: done
 *   data: [DONE]
 *
 * What surprises: a call has no end of its own. It ends with its step, or when the run asks for the
 * outputs, and that event has the arguments once more. Indexes count within a step; outputs appear
 * with the step, in the next stream.
 */
import { compactJson } from '../json-value.ts';
import type { CallKind } from '../types.ts';
import type {
  CallWriter,
  Decoder,
  JsonObject,
  Outcome,
  StreamWriter,
  WireEvent,
} from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  numberAt,
  objectAt,
  stringAt,
} from './format.ts';

const RUN_ENDS = new Set([
  'completed',
  'requires_action',
  'failed',
  'cancelled',
  'expired',
  'incomplete',
]);

interface ToolBody {
  readonly kind: CallKind;
  readonly name: string | null;
  readonly freeText: boolean;
  /** Text, or a value where the tool takes one. */
  readonly input: unknown;
  readonly output: unknown;
}

export default defineFormat({
  id: 'openai-assistants',
  label: 'OpenAI Assistants',
  detect,
  createDecoder,
});

function detect({ name, json }: WireEvent): number {
  if (!isObject(json)) return 0;
  const object = stringAt(json, 'object') ?? '';
  if (object !== 'thread' && !object.startsWith('thread.')) return 0;
  if (name.startsWith('thread.')) return 0.9;
  return name === '' && object.startsWith('thread.run') ? 0.7 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  /** The calls of each step, by index. */
  const steps = new Map<string, Map<number, CallWriter>>();
  const byId = new Map<string, CallWriter>();
  const answered = new Set<string>();
  let newest: CallWriter | null = null;
  let runEnded = false;
  let done = false;

  function event({ name, data, json }: WireEvent): void {
    if (name === 'done' || data.startsWith('[DONE]')) done = true;
    if (!isObject(json)) return;
    const object = stringAt(json, 'object') ?? '';
    if (name === 'error') stream.fail(errorText(memberOf(json, 'error') ?? json));
    else if (object === 'thread.run.step.delta') stepDelta(json);
    else if (object === 'thread.run.step') step(name, json);
    else if (object === 'thread.run') run(name, json);
  }

  function stepDelta(json: JsonObject): void {
    const calls = callsOf(stringAt(json, 'id') ?? '');
    const details = objectAt(objectAt(json, 'delta') ?? {}, 'step_details') ?? {};
    for (const entry of arrayAt(details, 'tool_calls')) {
      if (isObject(entry)) callDelta(calls, entry);
    }
  }

  function callsOf(stepId: string): Map<number, CallWriter> {
    const calls = steps.get(stepId) ?? new Map<number, CallWriter>();
    steps.set(stepId, calls);
    return calls;
  }

  function callDelta(calls: Map<number, CallWriter>, entry: JsonObject): void {
    const index = numberAt(entry, 'index');
    const body = bodyOf(entry);
    const writer = calls.get(index ?? -1) ?? open(calls, index, entry, body);
    if (index === undefined) writer.diagnose('index-missing');
    describe(writer, entry, body);
    if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
    if (typeof body.input === 'string') writer.fragment(body.input);
    else if (body.input === null) writer.diagnose('args-null');
    answer(writer, body);
  }

  function open(
    calls: Map<number, CallWriter>,
    index: number | undefined,
    entry: JsonObject,
    { kind, name, freeText }: ToolBody,
  ): CallWriter {
    const id = stringAt(entry, 'id') ?? null;
    const writer = stream.open({ kind, index: index ?? null, id, name, freeText });
    calls.set(index ?? -1, writer);
    newest = writer;
    if (id !== null) byId.set(id, writer);
    return writer;
  }

  function describe(writer: CallWriter, entry: JsonObject, { name }: ToolBody): void {
    const id = stringAt(entry, 'id') ?? '';
    if (id !== '' && writer.call.id === null) {
      writer.identify(id);
      writer.diagnose('id-late');
      byId.set(id, writer);
    }
    if (name !== null && writer.call.name === null) {
      writer.rename(name);
      writer.diagnose('name-late');
    }
  }

  /** A step as a whole, at its beginning and at its end. */
  function step(name: string, json: JsonObject): void {
    const status = stringAt(json, 'status') ?? '';
    const calls = callsOf(stringAt(json, 'id') ?? '');
    const details = objectAt(json, 'step_details') ?? {};
    if (status === 'completed') {
      const terminal = name === '' ? 'thread.run.step.completed' : name;
      wholeCalls(calls, arrayAt(details, 'tool_calls'), terminal);
      for (const writer of calls.values()) writer.end(terminal);
    }
    const outcome = outcomeOf(status);
    if (outcome === null) return;
    for (const writer of calls.values()) {
      if (writer.call.end === null) writer.outcome(outcome);
    }
  }

  function wholeCalls(
    calls: Map<number, CallWriter>,
    entries: readonly unknown[],
    terminal: string,
  ): void {
    for (const [index, entry] of entries.entries()) {
      if (!isObject(entry)) continue;
      const body = bodyOf(entry);
      const known = byId.get(stringAt(entry, 'id') ?? '') ?? calls.get(index);
      const writer = known ?? open(calls, undefined, entry, body);
      describe(writer, entry, body);
      if (known === undefined && typeof body.input === 'string') writer.fragment(body.input);
      else if (typeof body.input === 'string') writer.final(body.input);
      else writer.finalValue(body.input);
      writer.end(terminal);
      answer(writer, body);
    }
  }

  function answer({ call }: CallWriter, { output }: ToolBody): void {
    const isEmpty =
      output === undefined || output === null || (Array.isArray(output) && output.length === 0);
    if (isEmpty || call.id === null || answered.has(call.id)) return;
    answered.add(call.id);
    stream.result({ id: call.id, text: typeof output === 'string' ? output : compactJson(output) });
  }

  function run(name: string, json: JsonObject): void {
    const status = stringAt(json, 'status') ?? '';
    if (!RUN_ENDS.has(status)) return;
    runEnded = true;
    const terminal = name === '' ? `thread.run.${status}` : name;
    const action = objectAt(objectAt(json, 'required_action') ?? {}, 'submit_tool_outputs') ?? {};
    wholeCalls(new Map(), arrayAt(action, 'tool_calls'), terminal);
    const reason = stringAt(objectAt(json, 'incomplete_details') ?? {}, 'reason');
    stream.finish(reason ?? status);
    if (status === 'failed' || status === 'expired') {
      stream.fail(errorText(memberOf(json, 'last_error') ?? `the run ${status}`));
    } else if (status === 'cancelled') stream.abort();
    else if (status === 'incomplete') {
      // Only the call that came last can have been cut.
      for (const calls of steps.values()) for (const writer of calls.values()) writer.end(terminal);
      newest?.outcome(reason === 'content_filter' ? 'filter' : 'length');
    }
  }

  return { event, ended: () => done || runEnded };
}

function outcomeOf(status: string): Outcome | null {
  if (status === 'failed' || status === 'expired') return 'error';
  return status === 'cancelled' ? 'abort' : null;
}

/** Each type of tool keeps its part in a member of that name. */
function bodyOf(entry: JsonObject): ToolBody {
  const type = stringAt(entry, 'type') ?? 'function';
  const body = objectAt(entry, type) ?? {};
  switch (type) {
    case 'function': {
      const name = stringAt(body, 'name') ?? null;
      const input = memberOf(body, 'arguments');
      return { kind: 'function', name, freeText: false, input, output: memberOf(body, 'output') };
    }
    case 'code_interpreter': {
      const input = memberOf(body, 'input');
      return {
        kind: 'server',
        name: type,
        freeText: true,
        input,
        output: memberOf(body, 'outputs'),
      };
    }
    default: {
      const { results, ...input } = body;
      return { kind: 'server', name: type, freeText: false, input, output: results };
    }
  }
}
