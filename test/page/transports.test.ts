import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestDescription } from '../../src/core/records.ts';
import type { PageMessage, PageRecord } from '../../src/protocol.ts';
import { inPage } from './in-page.ts';

const { eventText } = await inPage(() => import('../../src/page/event-text.ts'));
const { parseHeaderLines } = await inPage(() => import('../../src/page/header-lines.ts'));
const { createInOrder } = await inPage(() => import('../../src/page/in-order.ts'));
const { createRecordQueue } = await inPage(() => import('../../src/page/record-queue.ts'));
const { createRecordedStreams } = await inPage(() => import('../../src/page/recorded-streams.ts'));
const { createRecording } = await inPage(() => import('../../src/page/recording.ts'));

describe('an event of an EventSource', () => {
  test('is written with its id where that changes, its type and each line of its data', () => {
    const event = { type: 'delta', data: 'a\n\n b', lastEventId: '7' };
    expect(eventText(event, '')).toBe('id: 7\nevent: delta\ndata: a\ndata: \ndata:  b\n\n');
    expect(eventText({ ...event, type: 'message' }, '7')).toBe('data: a\ndata: \ndata:  b\n\n');
    expect(eventText({ type: 'message', data: '', lastEventId: '' }, '7')).toBe('id: \ndata: \n\n');
  });

  test('comes out of a parser as it went in', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n\0]/g, ''));
    const event = fc.record({
      type: line.filter((text) => text !== ''),
      data: fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n')),
      lastEventId: line,
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let knownId = '';
        let text = '';
        for (const item of events) {
          text += eventText(item, knownId);
          knownId = item.lastEventId;
        }
        const parsed: unknown[] = [];
        let lastEventId = '';
        const parser = createParser({
          onEvent({ id, event: type = 'message', data }) {
            lastEventId = id ?? lastEventId;
            parsed.push({ type, data, lastEventId });
          },
        });
        parser.feed(text);
        expect(parsed).toEqual(events);
      }),
    );
  });
});

test.each([
  [
    'a: 1\r\nb-c: x: y\r\n',
    [
      ['a', '1'],
      ['b-c', 'x: y'],
    ],
  ],
  ['empty: \r\n', [['empty', '']]],
  ['', []],
  [null, []],
])('the header lines %j are read', (text, headers) => {
  expect(parseHeaderLines(text)).toEqual(headers);
});

test('work that is ready early waits for the work before it', () => {
  const done: string[] = [];
  const order = createInOrder();
  order.add(() => done.push('a'));
  const second = order.hold();
  order.add(() => done.push('c'));
  const fourth = order.hold();
  order.add(() => done.push('e'));
  fourth(() => done.push('d'));
  expect(done).toEqual(['a']);
  second(() => done.push('b'));
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  order.add(() => done.push('f'));
  expect(done.at(-1)).toBe('f');
});

const REQUEST: RequestDescription = { method: 'GET', url: 'wss://a.test/' };

function createRig(limit = Infinity): {
  readonly stream: ReturnType<ReturnType<typeof createRecordedStreams>['begin']>;
  readonly queue: ReturnType<typeof createRecordQueue>;
  readonly record: (isOn: boolean) => void;
  readonly records: () => readonly PageRecord[];
} {
  const messages: PageMessage[] = [];
  const queue = createRecordQueue((message) => messages.push(message));
  const recording = createRecording(queue, () => {});
  const stream = createRecordedStreams(queue, recording).begin({
    transport: 'websocket',
    request: REQUEST,
    requestId: '1',
    stack: () => 'at page',
    limit: () => limit,
  });
  return {
    stream,
    queue,
    record: recording.set,
    records() {
      queue.collect();
      return messages.flatMap((message) => (message.type === 'records' ? message.records : []));
    },
  };
}

describe('a stream of a transport', () => {
  test('is opened, told its response, and ended once', () => {
    const { stream, records } = createRig();
    stream.open(undefined);
    stream.open({ status: 101 });
    stream.reserve(1, 'in')?.fill(new Uint8Array(1));
    stream.end('eof');
    stream.end('error', 'late');
    stream.reserve(1, 'in')?.fill(new Uint8Array(1));
    expect(records()).toMatchObject([
      { type: 'stream-open', stream: 'websocket-1', request: REQUEST, stack: 'at page' },
      { type: 'stream-open', stream: 'websocket-1', response: { status: 101 } },
      { type: 'stream-chunk', direction: 'in' },
      { type: 'stream-end', reason: 'eof' },
    ]);
  });

  test('makes what arrives a cause, and not what is sent; empty chunks have no place', () => {
    const { stream, queue } = createRig();
    stream.open(undefined);
    stream.reserve(3, 'out');
    expect(queue.cause()).toBeUndefined();
    expect(stream.reserve(0, 'in')).toBeNull();
    stream.reserve(3, 'in');
    expect(queue.cause()).toEqual({ stream: 'websocket-1', chunk: 1 });
  });

  test('tells what is beyond its limit as gaps: that there is more at once, how much at the end', () => {
    const { stream, records } = createRig(10);
    stream.open(undefined);
    for (const length of [6, 5, 4, 3]) stream.reserve(length)?.fill(new Uint8Array(length));
    expect(stream.isFull()).toBe(true);
    stream.end('cancel');
    expect(records().slice(1)).toMatchObject([
      { type: 'stream-chunk' },
      { type: 'gap', records: 1, bytes: 5, reason: 'too-large' },
      { type: 'gap', records: 2, bytes: 7, reason: 'too-large' },
      { type: 'stream-end' },
    ]);
  });

  test('is recorded no more once the recording that it began in has stopped', () => {
    const { stream, record, records } = createRig();
    record(true);
    stream.open(undefined);
    const slot = stream.reserve(2, 'in');
    record(false);
    record(true);
    slot?.fill(new Uint8Array(2));
    stream.end('eof');
    expect(records()).toMatchObject([
      { type: 'stream-open' },
      { type: 'gap', reason: 'recording-stopped' },
    ]);
  });
});
