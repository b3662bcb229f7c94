/**
 * The events of Anthropic Messages, whatever carries them: server-sent events, or the frames of
 * Amazon Bedrock. https://docs.anthropic.com/en/api/messages-streaming
 */
import { compactJson } from '../json-value.ts';
import type { CallKind } from '../types.ts';
import type { CallWriter, JsonObject, StreamWriter } from './format.ts';
import { arrayOf, errorText, isObject, numberOf, objectOf, stringOf } from './format.ts';

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

export interface AnthropicBlocks {
  readonly event: (json: JsonObject) => void;
  /** Whether the message is over. */
  readonly ended: () => boolean;
}

interface Block {
  readonly writer: CallWriter;
  /** The input of the start event, where it held more than the placeholder. */
  readonly input: JsonObject | null;
}

/**
 * @param json an event
 * @returns how surely it is one of Anthropic's: 0 to 0.9
 */
export function detectAnthropicEvent(json: JsonObject): number {
  const type = stringOf(json['type']) ?? '';
  if (!EVENT_TYPES.has(type)) return 0;
  if (type === 'message_start') return objectOf(json['message']) === undefined ? 0.5 : 0.9;
  return 0.7;
}

/** @param writer gets the calls */
export function createAnthropicBlocks(writer: StreamWriter): AnthropicBlocks {
  const blocks = new Map<number, Block>();
  let openCalls: CallWriter[] = [];
  let lastCall: CallWriter | null = null;
  let started = false;
  let messageId: string | null = null;
  let stopped = false;

  function event(json: JsonObject): void {
    switch (stringOf(json['type'])) {
      case 'message_start':
        messageStart(objectOf(json['message']) ?? {});
        break;
      case 'content_block_start':
        blockStart(numberOf(json['index']), objectOf(json['content_block']) ?? {});
        break;
      case 'content_block_delta':
        blockDelta(numberOf(json['index']), objectOf(json['delta']) ?? {});
        break;
      case 'content_block_stop':
        blockStop(numberOf(json['index']));
        break;
      case 'message_delta':
        messageDelta(objectOf(json['delta']) ?? {});
        break;
      case 'message_stop':
        stopped = true;
        break;
      case 'error':
        writer.fail(errorText(json['error'] ?? json));
        break;
      default:
    }
  }

  function messageStart(start: JsonObject): void {
    const id = stringOf(start['id']) ?? null;
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
    for (const [index, block] of arrayOf(start['content']).entries()) {
      if (isObject(block) && blockStart(index, block)) blockStop(index, 'message_start');
    }
  }

  function blockStart(index: number | undefined, block: JsonObject): boolean {
    const type = stringOf(block['type']) ?? '';
    const kind = CALL_KINDS[type];
    if (kind === undefined) {
      // A cap that comes in a later block does not touch the call before it.
      lastCall = null;
      if (type.endsWith('tool_result')) result(block);
      return false;
    }
    const input = objectOf(block['input']);
    const call = writer.open({
      kind,
      index: index ?? null,
      id: stringOf(block['id']) ?? null,
      name: stringOf(block['name']) ?? null,
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

  /** Results come as whole blocks. */
  function result(block: JsonObject): void {
    const id = stringOf(block['tool_use_id']);
    if (id === undefined) return;
    const content = block['content'];
    const kind = isObject(content) ? (stringOf(content['type']) ?? '') : '';
    writer.result({
      id,
      text: typeof content === 'string' ? content : compactJson(content),
      isError: block['is_error'] === true || kind.endsWith('_error'),
    });
  }

  function blockDelta(index: number | undefined, delta: JsonObject): void {
    const block = blocks.get(index ?? -1);
    if (block === undefined || stringOf(delta['type']) !== 'input_json_delta') return;
    const text = delta['partial_json'];
    if (block.writer.call.end !== null) block.writer.diagnose('delta-after-terminal');
    if (typeof text === 'string') block.writer.fragment(text);
    else if (text === null) block.writer.diagnose('args-null');
  }

  function blockStop(index: number | undefined, terminal = 'content_block_stop'): void {
    const block = blocks.get(index ?? -1);
    if (block === undefined) return;
    if (block.input !== null && block.writer.call.arguments === '') {
      block.writer.diagnose('args-object');
      block.writer.fragment(compactJson(block.input));
    }
    block.writer.end(terminal);
    openCalls = openCalls.filter((call) => call !== block.writer);
  }

  function messageDelta(delta: JsonObject): void {
    const reason = stringOf(delta['stop_reason']);
    if (reason === undefined) return;
    writer.finish(reason);
    // The cap can only have cut the block that was open last; those before it had ended.
    if (LENGTH_STOPS.has(reason)) lastCall?.outcome('length');
    if (reason === 'refusal') lastCall?.outcome('filter');
  }

  return { event, ended: () => stopped };
}
