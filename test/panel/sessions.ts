/** Records of small streams for the panel's tests, as they travel: times in epoch milliseconds. */
import type { SessionRecord } from '../../src/core/records.ts';

export const START = Date.parse('2026-11-29T12:00:00.000Z');

function frame(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** Frames of an Anthropic stream with one call, one frame per chunk. `end` adds the terminal events. */
function messageFrames(pieces: readonly string[], end: boolean): readonly string[] {
  return [
    frame('message_start', { message: { id: 'msg_1', role: 'assistant', content: [] } }),
    frame('content_block_start', {
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'create_refund', input: {} },
    }),
    ...pieces.map((piece) =>
      frame('content_block_delta', {
        index: 0,
        delta: { type: 'input_json_delta', partial_json: piece },
      }),
    ),
    ...(end
      ? [
          frame('content_block_stop', { index: 0 }),
          frame('message_delta', { delta: { stop_reason: 'tool_use' } }),
          frame('message_stop', {}),
        ]
      : []),
  ];
}

export const PIECES = ['{"amount', 'Cents": 50', '00, "to": "acc', '_88f2"}'] as const;

/** Opens a stream that was requested at `START + at`, 20 ms earlier than its response. */
export function openStream(stream: string, at = 0): readonly SessionRecord[] {
  const url = 'http://localhost:5173/api/agent/chat';
  return [
    {
      type: 'action',
      t: START + at,
      kind: 'request',
      method: 'POST',
      url,
      requestId: `request of ${stream}`,
    },
    {
      type: 'stream-open',
      t: START + at + 20,
      stream,
      transport: 'fetch',
      request: { method: 'POST', url, headers: [['authorization', 'Bearer secret-token-1']] },
      response: { status: 200, headers: [['content-type', 'text/event-stream']] },
      requestId: `request of ${stream}`,
    },
  ];
}

/** The chunks of the refund stream, 100 ms apart from `START + at + 100`. */
export function refundChunks(stream: string, at = 0, end = true): readonly SessionRecord[] {
  return messageFrames(PIECES, end).map((text, index) => ({
    type: 'stream-chunk',
    t: START + at + 100 * (index + 1),
    stream,
    text,
  }));
}

/** A refund for half a number, confirmed after the second fragment unless `at` puts it later. */
export function earlyRefund(at = 0, body = '{"amountCents":50}'): SessionRecord {
  return {
    type: 'action',
    t: START + at + 450,
    kind: 'request',
    method: 'POST',
    url: 'http://localhost:5173/api/refunds',
    body,
    initiator: 'fetch',
    stack: 'confirmRefund@http://localhost:5173/refund.ts:31:12',
  };
}
