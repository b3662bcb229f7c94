/**
 * Dify's chat and workflow apps. https://docs.dify.ai/api-reference
 *
 *   data: {"event":"agent_thought","id":"th1","task_id":"k1","position":1,"thought":"","observation":"","tool":"tide_at",
 *          "tool_input":"{\"tide_at\":{\"port\":\"Ryde\"}}"}
 *   data: {"event":"agent_thought","id":"th1","task_id":"k1","position":1,"observation":"{\"tide_at\":\"11:42\"}",…}
 *   data: {"event":"message_end","task_id":"k1","conversation_id":"c1"}
 *
 * What surprises: the kind is a member `event` of the JSON. A thought is sent again under its id as it
 * fills: empty, with the tool, with the observation. It may name several tools, parted by semicolons;
 * input and observation are then JSON text keyed by tool. Calls have no id of their own: theirs is
 * that of the thought, with the tool's name behind it where there are several.
 */
import { parseJson } from '../json-value.ts';
import { textOf } from './_calls-by-id.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import { defineFormat, errorText, isObject, objectAt, stringAt } from './format.ts';

const EVENT =
  /^(?:agent_(?:thought|message|log)|message(?:_end|_file|_replace)?|tts_message(?:_end)?|(?:workflow|node|iteration|loop|parallel_branch)_[a-z]+|text_(?:chunk|replace)|error)$/;
const ID_MEMBERS = ['task_id', 'conversation_id', 'message_id', 'workflow_run_id'];

interface Thought {
  readonly calls: readonly CallWriter[];
  readonly tools: readonly string[];
  isAnswered: boolean;
}

export default defineFormat({ id: 'dify', label: 'Dify', detect, createDecoder });

function detect({ json }: WireEvent): number {
  if (!isObject(json) || !EVENT.test(stringAt(json, 'event') ?? '')) return 0;
  return ID_MEMBERS.some((member) => stringAt(json, member) !== undefined) ? 0.78 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const thoughts = new Map<string, Thought>();
  /** The thought whose tool was named before its input. */
  let waiting: string | null = null;
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'event') ?? '';
    const id = stringAt(json, 'id') ?? '';
    // The next event tells that there is no input to come.
    if (waiting !== null && (type !== 'agent_thought' || id !== waiting)) endWaiting(type);
    switch (type) {
      case 'agent_thought':
        thought(id, json);
        break;
      case 'workflow_finished':
        workflowFinished(objectAt(json, 'data') ?? {});
        break;
      case 'message_end':
        ended = true;
        break;
      case 'error':
        stream.fail(errorText(json));
        break;
      default:
    }
  }

  function thought(id: string, json: JsonObject): void {
    const tools = (stringAt(json, 'tool') ?? '').split(';').filter((name) => name !== '');
    if (tools.length === 0) return;
    let known = thoughts.get(id);
    if (known === undefined) {
      known = {
        calls: tools.map((name) => open(id, name, tools.length > 1)),
        tools,
        isAnswered: false,
      };
      thoughts.set(id, known);
      waiting = id;
    }
    const input = stringAt(json, 'tool_input') ?? '';
    if (input !== '') take(known, input);
    const observation = stringAt(json, 'observation') ?? '';
    if (observation !== '') observe(known, observation);
  }

  function open(id: string, name: string, isOneOfMany: boolean): CallWriter {
    const callId = isOneOfMany ? `${id};${name}` : id;
    return stream.open({ kind: 'server', index: null, id: callId === '' ? null : callId, name });
  }

  function take({ calls, tools }: Thought, input: string): void {
    waiting = null;
    const byTool = parseJson(input);
    for (const [position, call] of calls.entries()) {
      const name = tools[position] ?? '';
      const isKeyed = isObject(byTool) && Object.hasOwn(byTool, name);
      const value = isKeyed ? ownMember(byTool, name) : input;
      // Sent again as it was, it is the value that the call has.
      if (textOf(value) !== call.call.arguments) call.finalValue(value);
      call.end('agent_thought');
    }
  }

  function observe(known: Thought, observation: string): void {
    if (known.isAnswered) return;
    known.isAnswered = true;
    waiting = null;
    const byTool = parseJson(observation);
    for (const [position, writer] of known.calls.entries()) {
      const name = known.tools[position] ?? '';
      const isKeyed = isObject(byTool) && Object.hasOwn(byTool, name);
      const { id } = writer.call;
      writer.end('agent_thought');
      if (id === null) continue;
      stream.result({ id, text: isKeyed ? textOf(ownMember(byTool, name)) : observation });
    }
  }

  function endWaiting(terminal: string): void {
    for (const call of thoughts.get(waiting ?? '')?.calls ?? []) call.end(terminal);
    waiting = null;
  }

  function workflowFinished(data: JsonObject): void {
    ended = true;
    const status = stringAt(data, 'status');
    if (status !== undefined) stream.finish(status);
    if (status === 'failed') stream.fail(stringAt(data, 'error') ?? status);
    if (status === 'stopped') stream.abort();
  }

  return { event, ended: () => ended };
}

/** The key is a tool's name, which may be any text. */
function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
