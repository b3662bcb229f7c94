/** Sessions for the judge, told in a line: one record after the other, a millisecond each. */
import { createInspection } from '../../src/core/inspection.ts';
import type {
  ActionTarget,
  ControlActionRecord,
  GestureActionRecord,
  RequestActionRecord,
  SessionRecord,
  StreamOpenRecord,
} from '../../src/core/records.ts';
import type { Flag, Inspection } from '../../src/core/types.ts';

/** A stream of one call in the format of OpenAI, written record by record, one millisecond each. */
export function story(): Story {
  const inspection = createInspection();
  let t = 0;
  const add = (record: SessionRecord): void => inspection.add(record);
  const chunk = (stream: string, event: unknown): void => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    add({ type: 'stream-chunk', t: ++t, stream, text: `data: ${data}\n\n` });
  };
  const delta = (stream: string, call: unknown): void =>
    chunk(stream, { choices: [{ index: 0, delta: { tool_calls: [call] } }] });
  const self: Story = {
    inspection,
    open(stream = 's1', fields = {}) {
      add({ type: 'stream-open', t: ++t, stream, transport: 'fetch', ...fields });
      return self;
    },
    start(name = 'create_refund', stream = 's1', index = 0) {
      delta(stream, { index, id: `${stream}-${index}`, function: { name, arguments: '' } });
      return self;
    },
    fragment(text, stream = 's1', index = 0) {
      delta(stream, { index, function: { arguments: text } });
      return self;
    },
    finish(reason = 'tool_calls', stream = 's1') {
      chunk(stream, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
      return self;
    },
    end(reason = 'eof', stream = 's1') {
      add({ type: 'stream-end', t: ++t, stream, reason });
      return self;
    },
    click(fields = {}) {
      add({ type: 'action', t: ++t, kind: 'gesture', event: 'click', trusted: true, ...fields });
      return self;
    },
    parse(text) {
      add({ type: 'action', t: ++t, kind: 'parse-failure', text, message: 'Unexpected end' });
      return self;
    },
    light(target, fields = {}) {
      add({ type: 'action', t: ++t, kind: 'control-enabled', how: 'attribute', target, ...fields });
      return self;
    },
    post(url, body, fields = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      add({ type: 'action', t: ++t, kind: 'request', method: 'POST', url, body: text, ...fields });
      return self;
    },
    wait(ms) {
      t += ms;
      return self;
    },
    get flags() {
      return inspection.flags.filter(({ confidence }) => confidence !== 'possible');
    },
  };
  return self;
}

export interface Story {
  readonly inspection: Inspection;
  /** Confirmed and likely ones. */
  readonly flags: readonly Flag[];
  open(stream?: string, fields?: Partial<StreamOpenRecord>): Story;
  start(name?: string, stream?: string, index?: number): Story;
  fragment(text: string, stream?: string, index?: number): Story;
  finish(reason?: string, stream?: string): Story;
  end(reason?: 'eof' | 'abort' | 'cancel' | 'error', stream?: string): Story;
  click(fields?: Partial<GestureActionRecord>): Story;
  parse(text: string): Story;
  light(target: ActionTarget, fields?: Partial<ControlActionRecord>): Story;
  post(url: string, body: unknown, fields?: Partial<RequestActionRecord>): Story;
  wait(ms: number): Story;
}

/** A refund whose amount is cut in the middle. */
export const refund = (): Story =>
  story().open().start().fragment('{"orderId": "A-1042", ').fragment('"amountCents": 50');
