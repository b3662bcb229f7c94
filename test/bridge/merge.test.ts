import { describe, expect, test } from 'vitest';
import type { GestureActionRecord } from '../../src/core/records.ts';
import { createMerge, type Merge } from '../../src/bridge/merge.ts';
import type { PageRecord } from '../../src/protocol.ts';
import { createFakeTimer } from './fake-timer.ts';

function chunk(t: number): PageRecord {
  return { type: 'stream-chunk', t, stream: '1', bytes: new Uint8Array([1]) };
}

function request(t: number): PageRecord {
  return { type: 'action', t, kind: 'request', method: 'POST', url: '/' };
}

function click(t: number): GestureActionRecord {
  return { type: 'action', t, kind: 'gesture', event: 'click' };
}

function nameOf(record: PageRecord): string {
  return `${record.type === 'action' ? record.kind : record.type}@${record.t}`;
}

function createRig(): {
  readonly merge: Merge;
  readonly emitted: () => readonly string[];
  readonly tokens: number[];
  readonly pass: (time: number) => void;
} {
  const { timer, pass } = createFakeTimer();
  const records: PageRecord[] = [];
  const tokens: number[] = [];
  const merge = createMerge({
    emit: (record) => records.push(record),
    ask: (token) => tokens.push(token),
    timer,
  });
  return { merge, emitted: () => records.map(nameOf), tokens, pass };
}

describe('a merge', () => {
  test('passes records on at once while no gesture waits', () => {
    const { merge, emitted } = createRig();
    merge.page({ type: 'records', records: [chunk(1), chunk(2)], upTo: 3 });
    expect(emitted()).toEqual(['stream-chunk@1', 'stream-chunk@2']);
  });

  test('places a gesture between the records before and after it', () => {
    const { merge, emitted } = createRig();
    merge.own(click(5));
    merge.page({ type: 'records', records: [chunk(4)], upTo: 4.5 });
    expect(emitted()).toEqual(['stream-chunk@4']);
    merge.page({ type: 'records', records: [chunk(5), request(6)], upTo: 7 });
    expect(emitted()).toEqual(['stream-chunk@4', 'stream-chunk@5', 'gesture@5', 'request@6']);
  });

  test('places a gesture before the request of the same time, since the clock is coarse', () => {
    const { merge, emitted } = createRig();
    merge.own(click(5));
    merge.page({ type: 'records', records: [chunk(5), request(5)], upTo: 5, answers: 1 });
    expect(emitted()).toEqual(['stream-chunk@5', 'gesture@5', 'request@5']);
  });

  test('asks the page and emits the gesture with the answer', () => {
    const { merge, emitted, tokens } = createRig();
    merge.own(click(5));
    merge.own(click(6));
    expect(tokens).toEqual([1, 2]);
    merge.page({ type: 'records', records: [], upTo: 5, answers: 1 });
    expect(emitted()).toEqual(['gesture@5']);
  });

  test('waits half a second for a page that does not answer', () => {
    const { merge, emitted, pass } = createRig();
    merge.own(click(5));
    pass(499);
    expect(emitted()).toEqual([]);
    pass(1);
    expect(emitted()).toEqual(['gesture@5']);
  });

  test('emits everything that waits when the page is left', () => {
    const { merge, emitted } = createRig();
    merge.own(click(5));
    merge.own(click(6));
    merge.flush();
    expect(emitted()).toEqual(['gesture@5', 'gesture@6']);
  });
});
