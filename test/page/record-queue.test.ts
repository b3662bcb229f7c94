import { expect, test, vi } from 'vitest';
import type { RecordQueue } from '../../src/page/record-queue.ts';
import type { PageMessage, PageRecord } from '../../src/protocol.ts';
import { inPage } from './in-page.ts';

const { createRecordQueue } = await inPage(() => import('../../src/page/record-queue.ts'));
const { createRecording } = await inPage(() => import('../../src/page/recording.ts'));

function createRig(limits?: { bytes: number; records: number }): {
  readonly queue: RecordQueue;
  readonly messages: PageMessage[];
  readonly records: () => readonly PageRecord[];
} {
  const messages: PageMessage[] = [];
  const queue = createRecordQueue((message) => messages.push(message), limits);
  const records = (): readonly PageRecord[] =>
    messages.flatMap((message) => (message.type === 'records' ? message.records : []));
  return { queue, messages, records };
}

function chunk(stream: string, text: string, t = 1): PageRecord {
  return { type: 'stream-chunk', t, stream, bytes: new TextEncoder().encode(text) };
}

const gesture: PageRecord = { type: 'action', t: 1, kind: 'gesture', event: 'click' };
const start: PageRecord = { type: 'stream-open', t: 0, stream: '1', transport: 'fetch' };

test('a queue holds records until it is opened, says that there are some, and posts them when asked', () => {
  const { queue, messages, records } = createRig();
  queue.add(chunk('1', 'a'), 1);
  queue.add(chunk('1', 'b'), 1);
  expect(messages).toEqual([]);
  queue.open();
  queue.add(chunk('1', 'c'), 1);
  expect(messages).toEqual([{ type: 'waiting' }]);
  queue.collect();
  expect(records()).toHaveLength(3);
  queue.add(chunk('1', 'd'), 1);
  expect(messages.slice(2)).toEqual([{ type: 'waiting' }]);
});

test('a queue in which much has gathered posts it without being asked', () => {
  const { queue, messages, records } = createRig();
  queue.open();
  queue.add(chunk('1', 'a'), 20_000);
  expect(messages).toEqual([{ type: 'waiting' }]);
  queue.add(chunk('1', 'b'), 20_000);
  expect(records()).toHaveLength(2);
});

test('a queue posts nothing of what was held when nobody records', () => {
  const switchTaps = vi.fn<(isOn: boolean) => void>();
  const { queue, messages, records } = createRig();
  const recording = createRecording(queue, switchTaps);
  queue.add(chunk('1', 'held'), 4);
  recording.set(false);
  expect(recording.isActive()).toBe(false);
  expect(switchTaps).toHaveBeenLastCalledWith(false);
  recording.set(true);
  queue.add(gesture, 0);
  queue.collect();
  expect(messages).toHaveLength(2);
  expect(records()).toEqual([gesture]);
});

test('a held queue drops the oldest chunks and says how many', () => {
  const { queue, records } = createRig({ bytes: 8, records: 100 });
  queue.add(start, 0);
  queue.add(chunk('1', 'abc'), 3);
  queue.add(chunk('2', 'def'), 3);
  queue.add(chunk('1', 'ghi'), 3);
  queue.add(chunk('1', 'jkl'), 3);
  queue.collect();
  expect(records()).toMatchObject([
    { type: 'stream-open' },
    { type: 'gap', stream: '1', records: 1, bytes: 3, reason: 'hold-full' },
    { type: 'gap', stream: '2', records: 1, bytes: 3, reason: 'hold-full' },
    { type: 'stream-chunk', stream: '1' },
    { type: 'stream-chunk', stream: '1' },
  ]);
});

test('a held queue stays within its number of records', () => {
  const { queue, messages } = createRig({ bytes: 1000, records: 10 });
  for (let count = 0; count < 1000; count += 1) queue.add(gesture, 0);
  queue.collect();
  const message = messages[0];
  const records = message?.type === 'records' ? message.records : [];
  expect(records.length).toBeLessThanOrEqual(10);
  const lost = records.map((record) => (record.type === 'gap' ? record.records : 1));
  expect(lost.reduce((sum, count) => sum + count, 0)).toBe(1000);
});

test('a queue posts the beginning of a stream at once, so that the bridge can watch what it does', () => {
  const { queue, records } = createRig();
  queue.open();
  queue.add(start, 0);
  expect(records()).toEqual([start]);
});

test('a queue that is asked says which chunk the page is running for', () => {
  const { queue, messages } = createRig();
  queue.open();
  queue.deliver({ stream: '1', chunk: 0 });
  queue.collect();
  queue.newTurn();
  queue.collect();
  expect(messages).toEqual([
    { type: 'records', records: [], cause: { stream: '1', chunk: 0 } },
    { type: 'records', records: [] },
  ]);
});

test('a chunk is the cause until its task is over', async () => {
  const { queue } = createRig();
  queue.deliver({ stream: '1', chunk: 2 });
  await Promise.resolve();
  expect(queue.cause()).toEqual({ stream: '1', chunk: 2 });
  await vi.waitFor(() => expect(queue.cause()).toBeUndefined());
});

test('a stopped recording leaves a gap in each open stream', () => {
  const switchTaps = vi.fn<(isOn: boolean) => void>();
  const { queue, records } = createRig();
  const recording = createRecording(queue, switchTaps);
  recording.set(true);
  const before = recording.number();
  recording.streamOpened('1');
  recording.streamOpened('2');
  recording.streamEnded('1');
  recording.set(false);
  queue.collect();
  expect(records()).toMatchObject([{ type: 'gap', stream: '2', reason: 'recording-stopped' }]);
  expect(recording.number()).not.toBe(before);
});
