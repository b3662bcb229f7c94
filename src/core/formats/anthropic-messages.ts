/**
 * Anthropic Messages. https://docs.anthropic.com/en/api/messages-streaming
 *
 *   event: content_block_start
 *   data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"tide_at","input":{}}}
 *   event: content_block_delta
 *   data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"port\": \"Ry"}}
 *   event: content_block_stop
 *   data: {"type":"content_block_stop","index":0}
 *   event: message_delta
 *   data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}
 *   event: message_stop
 *   data: {"type":"message_stop"}
 *
 * What surprises: `input:{}` of the start is a placeholder and no arguments, but compatible servers
 * send the whole input there, with deltas or without; `content_block_stop` also comes for a call
 * that the token cap cut, and the stop reason only afterwards, so a call's end is provisional until
 * `message_delta`; a second `message_start` with another id means that the first message was
 * dropped, and indexes begin anew.
 */
import type { CallKind } from '../types.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
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

const CALL_KINDS: Readonly<Record<string, CallKind>> = {
  tool_use: 'function',
  server_tool_use: 'server',
  mcp_tool_use: 'server',
};
const LENGTH_STOPS = new Set(['max_tokens', 'model_context_window_exceeded']);
const EVENT_TYPES = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);

interface Block {
  readonly writer: CallWriter;
  /** The input of the start event, where it held more than the placeholder. */
  readonly input: JsonObject | null;
}

export default defineFormat({
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  detect,
  createDecoder,
});

function detect(event: WireEvent): number {
  if (!isObject(event.json)) return 0;
  const type = stringAt(event.json, 'type') ?? '';
  if (!EVENT_TYPES.has(type)) return 0;
  if (type === 'message_start') return objectAt(event.json, 'message') === undefined ? 0.5 : 0.9;
  return 0.7;
}

function createDecoder(writer: StreamWriter): Decoder {
  const blocks = new Map<number, Block>();
  let openCalls: CallWriter[] = [];
  let lastCall: CallWriter | null = null;
  let started = false;
  let messageId: string | null = null;
  let stopped = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    switch (stringAt(json, 'type')) {
      case 'message_start':
        messageStart(objectAt(json, 'message') ?? {});
        break;
      case 'content_block_start':
        blockStart(numberAt(json, 'index'), objectAt(json, 'content_block') ?? {});
        break;
      case 'content_block_delta':
        blockDelta(numberAt(json, 'index'), objectAt(json, 'delta') ?? {});
        break;
      case 'content_block_stop':
        blockStop(numberAt(json, 'index'));
        break;
      case 'message_delta':
        messageDelta(objectAt(json, 'delta') ?? {});
        break;
      case 'message_stop':
        stopped = true;
        break;
      case 'error':
        writer.fail(errorText(memberOf(json, 'error') ?? json));
        break;
      default:
    }
  }

  function messageStart(start: JsonObject): void {
    const id = stringAt(start, 'id') ?? null;
    if (started && id === messageId && !stopped) return;
    if (!stopped) {
      for (const call of openCalls) call.outcome('discarded');
    }
    openCalls = [];
    blocks.clear();
    lastCall = null;
    stopped = false;
    started = true;
    messageId = id;
    // Programmatic tool calling puts whole calls into the message itself.
    for (const [index, block] of arrayAt(start, 'content').entries()) {
      if (isObject(block) && blockStart(index, block)) blockStop(index, 'message_start');
    }
  }

  function blockStart(index: number | undefined, block: JsonObject): boolean {
    const kind = CALL_KINDS[stringAt(block, 'type') ?? ''];
    if (kind === undefined) return false;
    const input = objectAt(block, 'input');
    const call = writer.open({
      kind,
      index: index ?? null,
      id: stringAt(block, 'id') ?? null,
      name: stringAt(block, 'name') ?? null,
    });
    if (index === undefined) call.diagnose('index-missing');
    blocks.set(index ?? -1, {
      writer: call,
      input: input !== undefined && Object.keys(input).length > 0 ? input : null,
    });
    openCalls.push(call);
    lastCall = call;
    return true;
  }

  function blockDelta(index: number | undefined, delta: JsonObject): void {
    const block = blocks.get(index ?? -1);
    if (block === undefined || stringAt(delta, 'type') !== 'input_json_delta') return;
    const text = memberOf(delta, 'partial_json');
    if (block.writer.call.end !== null) block.writer.diagnose('delta-after-terminal');
    if (typeof text === 'string') block.writer.fragment(text);
    else if (text === null) block.writer.diagnose('args-null');
  }

  function blockStop(index: number | undefined, terminal = 'content_block_stop'): void {
    const block = blocks.get(index ?? -1);
    if (block === undefined) return;
    if (block.input !== null && block.writer.call.arguments === '') {
      block.writer.diagnose('args-object');
      block.writer.fragment(JSON.stringify(block.input));
    }
    block.writer.end(terminal);
    openCalls = openCalls.filter((call) => call !== block.writer);
  }

  function messageDelta(delta: JsonObject): void {
    const reason = stringAt(delta, 'stop_reason');
    if (reason === undefined) return;
    writer.finish(reason);
    // The cap can only have cut the block that was open last; those before it had ended.
    if (LENGTH_STOPS.has(reason)) lastCall?.outcome('length');
    if (reason === 'refusal') lastCall?.outcome('filter');
  }

  return { event, ended: () => stopped };
}
