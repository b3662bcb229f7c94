import { describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../src/core/records.ts';
import type { EncodedRecord } from '../../src/bridge/encode.ts';
import { createOutbox, type Outbox, type OutboxLimits } from '../../src/bridge/outbox.ts';
import type { FrameMessage } from '../../src/protocol.ts';
import { createFakeTimer } from './fake-timer.ts';

type Batch = Extract<FrameMessage, { type: 'batch' }>;

const LIMITS: OutboxLimits = {
  batch: 100,
  full: 50,
  slice: 60,
  behind: 100,
  kept: 200,
  keptRecords: 10,
  delay: 16,
};

function chunk(stream: string, text: string): EncodedRecord {
  return { record: { type: 'stream-chunk', t: 1, stream, text }, weight: text.length };
}

function gesture(): EncodedRecord {
  return { record: { type: 'action', t: 1, kind: 'gesture', event: 'click' }, weight: 0 };
}

interface Rig {
  readonly outbox: Outbox;
  readonly batches: Batch[];
  readonly resent: () => readonly Batch[];
  readonly pass: (time: number) => void;
}

/** A page that is idle, or busy all the time. */
function createRig(limits: OutboxLimits = LIMITS, isIdle = true): Rig {
  const { timer, pass } = createFakeTimer();
  const batches: Batch[] = [];
  const take = (list: Batch[]) => (message: FrameMessage) => {
    if (message.type === 'batch') list.push(message);
    return true;
  };
  const outbox = createOutbox({
    document: 'd',
    url: () => 'http://page.test/',
    title: () => 'Page',
    send: take(batches),
    idle: (work, delay) => timer(() => work(() => isIdle), delay),
    limits,
  });
  return {
    outbox,
    batches,
    pass,
    resent() {
      const list: Batch[] = [];
      outbox.resend(take(list));
      return list;
    },
  };
}

function records(batches: readonly Batch[]): readonly SessionRecord[] {
  return batches.flatMap((batch) => batch.records);
}

describe('an outbox', () => {
  test('sends what gathers within its delay as one batch', () => {
    const { outbox, batches, pass } = createRig();
    outbox.add(chunk('1', 'a'));
    outbox.add(chunk('1', 'b'));
    pass(15);
    expect(batches).toEqual([]);
    pass(1);
    expect(batches).toMatchObject([
      { document: 'd', sequence: 1, url: 'http://page.test/', title: 'Page' },
    ]);
    expect(records(batches)).toHaveLength(2);
  });

  test('keeps a batch under its limit, and makes small ones of what gathers', () => {
    const { outbox, batches } = createRig();
    outbox.add(chunk('1', 'x'.repeat(40)));
    outbox.add(chunk('1', 'y'.repeat(90)));
    outbox.flush();
    expect(batches.map(({ sequence, records: list }) => [sequence, list.length])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    // Only the last of those that go together is worth an answer.
    expect(batches.map(({ more }) => more)).toEqual([true, undefined]);
  });

  test('sends all of it once the page is idle', () => {
    const { outbox, batches, pass } = createRig({ ...LIMITS, behind: 1000 });
    for (const letter of ['x', 'y', 'z']) outbox.add(chunk('1', letter.repeat(60)));
    expect(batches).toEqual([]);
    pass(16);
    expect(batches.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  test('sends a slice at a time while the page is busy', () => {
    const { outbox, batches, pass } = createRig({ ...LIMITS, behind: 1000 }, false);
    for (const letter of ['v', 'w', 'x', 'y', 'z']) outbox.add(chunk('1', letter.repeat(50)));
    pass(16);
    expect(batches.map(({ sequence, more }) => [sequence, more])).toEqual([
      [1, true],
      [2, undefined],
    ]);
    pass(16);
    pass(16);
    expect(batches).toHaveLength(5);
  });

  test('holds the page up for a slice with each record once too much waits', () => {
    const { outbox, batches } = createRig(LIMITS, false);
    outbox.add(chunk('1', 'x'.repeat(60)));
    expect(batches).toEqual([]);
    outbox.add(chunk('1', 'y'.repeat(60)));
    expect(batches.map(({ sequence }) => sequence)).toEqual([1]);
    outbox.add(chunk('1', 'z'.repeat(60)));
    expect(batches.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('sends everything again that is not acknowledged, and nothing else', () => {
    const { outbox, resent } = createRig();
    for (const text of ['a', 'b', 'c']) {
      outbox.add(chunk('1', text));
      outbox.flush();
    }
    outbox.acknowledge(1);
    expect(resent().map(({ sequence }) => sequence)).toEqual([2, 3]);
    outbox.acknowledge(3);
    expect(resent()).toEqual([]);
    expect(outbox.isEmpty()).toBe(true);
  });

  test('replaces the oldest chunks by a gap when too much payload waits, and keeps the numbers', () => {
    const { outbox, resent } = createRig();
    for (let count = 0; count < 5; count += 1) outbox.add(chunk('1', 'é'.repeat(60)));
    outbox.flush();
    expect(resent().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(records(resent()).slice(0, 3)).toEqual([
      { type: 'gap', t: 1, stream: '1', records: 1, bytes: 120, reason: 'buffer-full' },
      { type: 'gap', t: 1, stream: '1', records: 1, bytes: 120, reason: 'buffer-full' },
      { type: 'stream-chunk', t: 1, stream: '1', text: 'é'.repeat(60) },
    ]);
  });

  test('leaves one gap for each stream of a batch', () => {
    const { outbox, resent } = createRig({
      ...LIMITS,
      full: 1000,
      behind: 1000,
      batch: 1000,
      kept: 5,
    });
    for (const stream of ['1', '2', '1']) outbox.add(chunk(stream, 'abcd'));
    outbox.flush();
    expect(records(resent())).toMatchObject([
      { type: 'gap', stream: '1', records: 2, bytes: 8 },
      { type: 'gap', stream: '2', records: 1, bytes: 4 },
    ]);
  });

  test('drops actions only when dropping chunks does not make enough room', () => {
    const { outbox, resent } = createRig({ ...LIMITS, keptRecords: 3 });
    outbox.add({
      record: { type: 'stream-open', t: 0, stream: '1', transport: 'fetch' },
      weight: 0,
    });
    for (let count = 0; count < 4; count += 1) outbox.add(gesture());
    outbox.flush();
    expect(records(resent())).toMatchObject([
      { type: 'stream-open' },
      { type: 'gap', records: 4, bytes: 0 },
    ]);
  });
});
