/** Writes the steps of a reply on the wires that the pages' libraries read. */
import { createWireWriter } from '../support/wire.ts';
import type { ReplyFormat, ReplyStep } from './gallery-case.ts';

/** The steps that say something on the wire. */
export type WireStep = Exclude<ReplyStep, { readonly type: 'hold' | 'drop' }>;

export interface ReplyWriter {
  /** The events that a step becomes; empty where the format says nothing for it. */
  write(step: WireStep): string;
}

/** @param format the wire of one reply */
export function createReplyWriter(format: ReplyFormat): ReplyWriter {
  switch (format) {
    case 'openai-chat':
      return openaiWriter();
    case 'ai-sdk-ui':
      return aiSdkWriter();
    case 'ag-ui':
      return agUiWriter();
    default:
      return format satisfies never;
  }
}

function event(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

function openaiWriter(): ReplyWriter {
  const writer = createWireWriter('openai-chat');
  const payload = {
    id: 'chatcmpl-demo',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'demo',
  };
  const chunk = (delta: object, finish: string | null): string =>
    event({ ...payload, choices: [{ index: 0, delta, finish_reason: finish }] });
  return {
    write(step) {
      if (step.type === 'name') {
        const piece = { index: step.call, function: { name: step.text } };
        return chunk({ tool_calls: [piece] }, null);
      }
      if (step.type === 'end' && step.isCapped === true) {
        return `${chunk({}, 'length')}data: [DONE]\n\n`;
      }
      return writer.write(step.type === 'end' ? { type: 'end' } : step);
    },
  };
}

interface KnownCall {
  readonly id: string;
  readonly name: string;
  text: string;
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
function aiSdkWriter(): ReplyWriter {
  const calls = new Map<number, KnownCall>();
  let begun = false;

  function body(step: WireStep): string {
    switch (step.type) {
      case 'text':
        return (
          event({ type: 'text-start', id: 't1' }) +
          event({ type: 'text-delta', id: 't1', delta: step.text }) +
          event({ type: 'text-end', id: 't1' })
        );
      case 'call':
        calls.set(step.call, { id: step.id, name: step.name, text: '' });
        return event({ type: 'tool-input-start', toolCallId: step.id, toolName: step.name });
      case 'fragment': {
        const call = calls.get(step.call);
        if (call !== undefined) call.text += step.text;
        const delta = { toolCallId: call?.id, inputTextDelta: step.text };
        return event({ type: 'tool-input-delta', ...delta });
      }
      case 'call-end': {
        const call = calls.get(step.call);
        const input: unknown = JSON.parse(call?.text ?? '');
        const available = { toolCallId: call?.id, toolName: call?.name, input };
        return event({ type: 'tool-input-available', ...available });
      }
      case 'end':
        return `${event({ type: 'finish-step' })}${event({ type: 'finish' })}data: [DONE]\n\n`;
      case 'name':
        break;
    }
    throw new Error('In this format a name comes whole.');
  }

  return {
    write(step) {
      const opening = begun ? '' : event({ type: 'start' }) + event({ type: 'start-step' });
      begun = true;
      return opening + body(step);
    },
  };
}

/** https://docs.ag-ui.com/concepts/events */
function agUiWriter(): ReplyWriter {
  const ids = new Map<number, string>();
  const run = { threadId: 'thread', runId: 'run' };
  let begun = false;

  function body(step: WireStep): string {
    switch (step.type) {
      case 'text': {
        const message = { messageId: 'm1' };
        return (
          event({ type: 'TEXT_MESSAGE_START', ...message, role: 'assistant' }) +
          event({ type: 'TEXT_MESSAGE_CONTENT', ...message, delta: step.text }) +
          event({ type: 'TEXT_MESSAGE_END', ...message })
        );
      }
      case 'call':
        ids.set(step.call, step.id);
        return event({ type: 'TOOL_CALL_START', toolCallId: step.id, toolCallName: step.name });
      case 'fragment':
        return event({ type: 'TOOL_CALL_ARGS', toolCallId: ids.get(step.call), delta: step.text });
      case 'call-end':
        return event({ type: 'TOOL_CALL_END', toolCallId: ids.get(step.call) });
      case 'end':
        return event({ type: 'RUN_FINISHED', ...run });
      case 'name':
        break;
    }
    throw new Error('In this format a name comes whole.');
  }

  return {
    write(step) {
      const opening = begun ? '' : event({ type: 'RUN_STARTED', ...run });
      begun = true;
      return opening + body(step);
    },
  };
}
