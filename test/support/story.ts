/** Sessions for the judge, told in a line: one record after the other, a millisecond each. */
import { createInspection } from '../../src/core/inspection.ts';
import type {
  ActionTarget,
  ControlActionRecord,
  GestureActionRecord,
  NavigationActionRecord,
  ParseFailureActionRecord,
  RequestActionRecord,
  SessionRecord,
  StorageActionRecord,
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
    burst(texts, stream = 's1') {
      const deltas = [...texts, null].map((text) => {
        const call = { index: 0, function: { arguments: text } };
        return text === null
          ? { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }
          : { choices: [{ index: 0, delta: { tool_calls: [call] } }] };
      });
      const text = deltas.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      add({ type: 'stream-chunk', t: ++t, stream, text });
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
    handOver(stream = 's1') {
      add({ type: 'gap', t: ++t, stream, records: 0, bytes: 0, reason: 'transferred' });
      return self;
    },
    click(fields = {}) {
      add({ type: 'action', t: ++t, kind: 'gesture', event: 'click', trusted: true, ...fields });
      return self;
    },
    type() {
      return self.click({ event: 'type' });
    },
    leave(url, fields = {}) {
      const where = { kind: 'navigation', url, userInitiated: true } as const;
      add({ type: 'action', t: ++t, ...where, ...fields });
      return self;
    },
    store(text, fields = {}) {
      const where = { kind: 'storage', area: 'localStorage', key: 'draft', text } as const;
      add({ type: 'action', t: ++t, ...where, ...fields });
      return self;
    },
    parse(text, fields = {}) {
      const failure = { kind: 'parse-failure', text, message: 'Unexpected end' } as const;
      add({ type: 'action', t: ++t, ...failure, ...fields });
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
  /** The page transfers the body. */
  handOver(stream?: string): Story;
  click(fields?: Partial<GestureActionRecord>): Story;
  /** The user types into a field. */
  type(): Story;
  /** The user follows a link. */
  leave(url: string, fields?: Partial<NavigationActionRecord>): Story;
  store(text: string, fields?: Partial<StorageActionRecord>): Story;
  parse(text: string, fields?: Partial<ParseFailureActionRecord>): Story;
  /** Fragments and the finish of the first call in one chunk, as a fast server sends them. */
  burst(texts: readonly string[], stream?: string): Story;
  light(target: ActionTarget, fields?: Partial<ControlActionRecord>): Story;
  post(url: string, body: unknown, fields?: Partial<RequestActionRecord>): Story;
  wait(ms: number): Story;
}

/** A refund whose amount is cut in the middle. */
export const refund = (): Story =>
  story().open().start().fragment('{"orderId": "A-1042", ').fragment('"amountCents": 50');
