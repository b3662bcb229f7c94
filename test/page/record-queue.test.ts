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

test('a queue holds records until it is opened, and then posts those of a task together', async () => {
  const { queue, messages, records } = createRig();
  queue.add(chunk('1', 'a'), 1);
  queue.add(chunk('1', 'b'), 1);
  expect(messages).toEqual([]);
  queue.open();
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  expect(records()).toHaveLength(2);
});

test('a queue posts nothing of what was held when nobody records', async () => {
  const switchTaps = vi.fn<(isOn: boolean) => void>();
  const { queue, messages, records } = createRig();
  const recording = createRecording(queue, switchTaps);
  queue.add(chunk('1', 'held'), 4);
  recording.set(false);
  expect(recording.isActive()).toBe(false);
  expect(switchTaps).toHaveBeenLastCalledWith(false);
  recording.set(true);
  queue.add(gesture, 0);
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  expect(records()).toEqual([gesture]);
});

test('a held queue drops the oldest chunks and says how many', async () => {
  const { queue, messages, records } = createRig({ bytes: 8, records: 100 });
  queue.add(start, 0);
  queue.add(chunk('1', 'abc'), 3);
  queue.add(chunk('2', 'def'), 3);
  queue.add(chunk('1', 'ghi'), 3);
  queue.add(chunk('1', 'jkl'), 3);
  queue.open();
  await vi.waitFor(() => expect(messages).toHaveLength(1));
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
  queue.answer(1);
  const message = messages[0];
  const records = message?.type === 'records' ? message.records : [];
  expect(records.length).toBeLessThanOrEqual(10);
  const lost = records.map((record) => (record.type === 'gap' ? record.records : 1));
  expect(lost.reduce((sum, count) => sum + count, 0)).toBe(1000);
});

test('a queue answers at once with everything so far', () => {
  const { queue, messages } = createRig();
  queue.add(gesture, 0);
  queue.answer(5);
  expect(messages).toMatchObject([{ type: 'records', answers: 5, records: [gesture] }]);
});

test('a chunk is the cause until its task is over', async () => {
  const { queue } = createRig();
  queue.deliver({ stream: '1', chunk: 2 });
  await Promise.resolve();
  expect(queue.cause()).toEqual({ stream: '1', chunk: 2 });
  await vi.waitFor(() => expect(queue.cause()).toBeUndefined());
});

test('a stopped recording leaves a gap in each open stream', async () => {
  const switchTaps = vi.fn<(isOn: boolean) => void>();
  const { queue, messages, records } = createRig();
  const recording = createRecording(queue, switchTaps);
  recording.set(true);
  const before = recording.number();
  recording.streamOpened('1');
  recording.streamOpened('2');
  recording.streamEnded('1');
  recording.set(false);
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  expect(records()).toMatchObject([{ type: 'gap', stream: '2', reason: 'recording-stopped' }]);
  expect(recording.number()).not.toBe(before);
});
