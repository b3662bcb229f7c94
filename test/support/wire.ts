/**
 * Writes an agent's reply on the wire of a provider, one part at a time: the caller decides where
 * to cut and when to pause. What each event looks like follows the providers' published streaming
 * references (OpenAI chat completions, Anthropic messages).
 *
 * Two habits of the providers matter to a reader: OpenAI has no end of its own for a call (the
 * finish of the choice ends all of them), and Anthropic numbers text and calls in one row, so the
 * first call after a text has index 1.
 */

export type WireFormat = 'openai-chat' | 'anthropic-messages';

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: number; readonly id: string; readonly name: string }
  | { readonly type: 'fragment'; readonly call: number; readonly text: string }
  | { readonly type: 'call-end'; readonly call: number }
  | { readonly type: 'end' };

export interface WireWriter {
  /** The events that this part becomes, as text; empty where the format says nothing for it. */
  write(part: ReplyPart): string;
}

/**
 * Tells whether a text names a format that can be written here.
 * @param value what a query or a flag said
 */
export function isWireFormat(value: unknown): value is WireFormat {
  return value === 'openai-chat' || value === 'anthropic-messages';
}

/**
 * Creates the writer of one reply. Calls are numbered from 0 by the caller; Anthropic's blocks must
 * come one after another, so end a call before the next one opens.
 * @param format the wire format
 */
export function createWireWriter(format: WireFormat): WireWriter {
  return format === 'openai-chat' ? createOpenaiWriter() : createAnthropicWriter();
}

function openaiChunk(delta: object, finish: string | null = null): string {
  const choice = { index: 0, delta, finish_reason: finish };
  const payload = {
    id: 'chatcmpl-demo',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'demo',
    choices: [choice],
  };
  return `data: ${JSON.stringify(payload)}\n\n`;
}

function createOpenaiWriter(): WireWriter {
  let begun = false;
  let calls = 0;

  function body(part: ReplyPart): string {
    switch (part.type) {
      case 'text':
        return openaiChunk({ content: part.text });
      case 'call': {
        calls += 1;
        const opening = { name: part.name, arguments: '' };
        const call = { index: part.call, id: part.id, type: 'function', function: opening };
        return openaiChunk({ tool_calls: [call] });
      }
      case 'fragment': {
        const call = { index: part.call, function: { arguments: part.text } };
        return openaiChunk({ tool_calls: [call] });
      }
      case 'call-end':
        return '';
      case 'end':
        break;
    }
    return `${openaiChunk({}, calls > 0 ? 'tool_calls' : 'stop')}data: [DONE]\n\n`;
  }

  return {
    write(part) {
      const opening = begun ? '' : openaiChunk({ role: 'assistant', content: null });
      begun = true;
      return opening + body(part);
    },
  };
}

function anthropicEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function createAnthropicWriter(): WireWriter {
  const blocks = new Map<number, number>();
  let begun = false;
  let textBlock: number | null = null;
  let nextBlock = 0;

  function startMessage(): string {
    begun = true;
    const message = { id: 'msg_demo', type: 'message', role: 'assistant', content: [] };
    return anthropicEvent('message_start', { message: { ...message, stop_reason: null } });
  }

  function startText(): string {
    if (textBlock !== null) return '';
    textBlock = nextBlock;
    nextBlock += 1;
    const block = { type: 'text', text: '' };
    return anthropicEvent('content_block_start', { index: textBlock, content_block: block });
  }

  function stopText(): string {
    if (textBlock === null) return '';
    const index = textBlock;
    textBlock = null;
    return anthropicEvent('content_block_stop', { index });
  }

  function body(part: ReplyPart): string {
    switch (part.type) {
      case 'text': {
        const opening = startText();
        const delta = { type: 'text_delta', text: part.text };
        return opening + anthropicEvent('content_block_delta', { index: textBlock, delta });
      }
      case 'call': {
        const closing = stopText();
        const index = nextBlock;
        nextBlock += 1;
        blocks.set(part.call, index);
        const block = { type: 'tool_use', id: part.id, name: part.name, input: {} };
        return closing + anthropicEvent('content_block_start', { index, content_block: block });
      }
      case 'fragment': {
        const delta = { type: 'input_json_delta', partial_json: part.text };
        return anthropicEvent('content_block_delta', { index: blocks.get(part.call), delta });
      }
      case 'call-end':
        return anthropicEvent('content_block_stop', { index: blocks.get(part.call) });
      case 'end':
        break;
    }
    const reason = blocks.size > 0 ? 'tool_use' : 'end_turn';
    const delta = { stop_reason: reason, stop_sequence: null };
    const usage = { output_tokens: 1 };
    return (
      stopText() +
      anthropicEvent('message_delta', { delta, usage }) +
      anthropicEvent('message_stop', {})
    );
  }

  return {
    write(part) {
      return (begun ? '' : startMessage()) + body(part);
    },
  };
}
