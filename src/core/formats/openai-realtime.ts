/**
 * OpenAI Realtime, over a WebSocket or a data channel.
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 *
 *   {"type":"response.function_call_arguments.delta","event_id":"event_8","response_id":"resp_3",
 *    "item_id":"item_5","output_index":0,"call_id":"call_q","delta":"{\"port\": \"Ry"}
 *   {"type":"response.function_call_arguments.done","event_id":"event_9","response_id":"resp_3",
 *    "item_id":"item_5","output_index":0,"call_id":"call_q","name":"tide_at","arguments":"{…}"}
 *   {"type":"response.done","event_id":"event_11","response":{"id":"resp_3","status":"completed","output":[…]}}
 *
 * What surprises: `arguments.done` also comes for a call that was interrupted, so it is provisional,
 * and the status in `response.done` decides. One connection carries many responses and has no end of
 * its own: it is whole when none of them is open. Results come back as items of the conversation.
 */
import { createItemCalls, type ItemCalls } from './_openai-items.ts';
import type { Decoder, JsonObject, Outcome, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const FAMILIES = ['response.', 'conversation.', 'session.', 'input_audio_buffer.'];
/** What an item is announced with, by the older and the newer interface; each result comes with one of them. */
const ITEM_EVENTS = new Set([
  'conversation.item.created',
  'conversation.item.added',
  'conversation.item.done',
]);

/** One response of the connection. */
interface Run {
  readonly calls: ItemCalls;
  ended: boolean;
}

export default defineFormat({
  id: 'openai-realtime',
  label: 'OpenAI Realtime',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json) || stringAt(json, 'event_id') === undefined) return 0;
  const type = stringAt(json, 'type') ?? '';
  return FAMILIES.some((family) => type.startsWith(family)) ? 0.9 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const runs = new Map<string, Run>();
  const answered = new Set<string>();
  let open = 0;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const type = stringAt(json, 'type') ?? '';
    const response = objectAt(json, 'response') ?? {};
    const id = stringAt(json, 'response_id') ?? stringAt(response, 'id') ?? '';
    if (type === 'error') stream.fail(errorText(memberOf(json, 'error') ?? json));
    else if (type === 'response.done') done(runAt(id), type, response);
    else if (type === 'response.created') runAt(id);
    else if (ITEM_EVENTS.has(type)) conversationItem(objectAt(json, 'item') ?? {});
    else if (stringAt(json, 'response_id') !== undefined) runAt(id).calls.event(type, json);
  }

  function runAt(id: string): Run {
    let run = runs.get(id);
    if (run === undefined) {
      run = { calls: createItemCalls(stream), ended: false };
      runs.set(id, run);
      open++;
    }
    return run;
  }

  function done(run: Run, type: string, response: JsonObject): void {
    if (!run.ended) open--;
    run.ended = true;
    run.calls.output(arrayAt(response, 'output'), type);
    const status = stringAt(response, 'status') ?? 'completed';
    const details = objectAt(response, 'status_details') ?? {};
    const reason = stringAt(details, 'reason');
    stream.finish(reason ?? status);
    if (status === 'failed') stream.fail(errorText(memberOf(details, 'error') ?? status));
    const outcome = outcomeOf(status, reason);
    if (outcome !== null) settle(run.calls, outcome);
  }

  /** The same item may be told of twice, as added and as done. */
  function conversationItem(item: JsonObject): void {
    const id = stringAt(item, 'call_id') ?? '';
    if (stringAt(item, 'type') !== 'function_call_output' || answered.has(id)) return;
    answered.add(id);
    stream.result({ id, text: stringAt(item, 'output') ?? '' });
  }

  return { event, ended: () => open === 0 };
}

/** @returns what the end of a response makes of its calls; null where they are good */
function outcomeOf(status: string, reason: string | undefined): Outcome | null {
  switch (status) {
    case 'cancelled':
      return 'abort';
    case 'failed':
      return 'error';
    case 'incomplete':
      return reason === 'content_filter' ? 'filter' : 'length';
    default:
      return null;
  }
}

/** A cap cuts the call that came last, and those whose item is not completed; other ends void them all. */
function settle({ all }: ItemCalls, outcome: Outcome): void {
  const isPartial = outcome === 'length' || outcome === 'filter';
  for (const [position, { status, writer }] of all.entries()) {
    const isLast = position === all.length - 1;
    if (!isPartial || isLast || status !== 'completed') writer.outcome(outcome);
  }
}
