/** When the network log is read, and above all when it is not. */
import { expect, test } from 'vitest';
import { watchNetwork, type NetworkApi } from '../../src/devtools/network-watch.ts';
import { createLogPoller, type LogPoller } from '../../src/devtools/log-poller.ts';
import type { PanelMessage } from '../../src/protocol.ts';
import { createFakeTimer } from '../bridge/fake-timer.ts';
import { entry, event, har, OWN, START } from './har.ts';

interface Rig {
  readonly poller: LogPoller;
  /** Lets time pass in steps of 50 ms. */
  readonly pass: (time: number) => Promise<void>;
  /** When the log was read. */
  readonly reads: readonly number[];
  state: { isNew: boolean; isWaiting: boolean; cost: number };
}

function createRig(): Rig {
  const { timer, pass } = createFakeTimer();
  const reads: number[] = [];
  const state = { isNew: false, isWaiting: false, cost: 0 };
  let now = 0;
  const poller = createLogPoller({
    read() {
      reads.push(now);
      now += state.cost;
      return Promise.resolve(null);
    },
    feed: () => state.isNew,
    isWaiting: () => state.isWaiting,
    now: () => now,
    timer,
  });
  return {
    poller,
    reads,
    state,
    async pass(time) {
      const end = now + time;
      while (now < end) {
        now += 50;
        pass(50);
        // A reading goes on in the microtasks after it.
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
      }
    },
  };
}

test('nothing is read until the page shows a sign of life', async () => {
  const { reads, pass } = createRig();
  await pass(60_000);
  expect(reads).toEqual([]);
});

test('readings come further and further apart on a page that is quiet, and stop', async () => {
  const { poller, reads, pass } = createRig();
  poller.wake();
  await pass(60_000);
  expect(reads).toEqual([250, 750, 1750, 3750, 5750, 7750, 9750]);
  poller.wake();
  await pass(300);
  expect(reads).toHaveLength(8);
});

test('a stream that brings news is read four times a second', async () => {
  const { poller, reads, pass, state } = createRig();
  state.isNew = true;
  poller.wake();
  await pass(10_000);
  expect(reads).toHaveLength(40);
});

test('a stream that is silent is looked at every two seconds', async () => {
  const { poller, reads, pass, state } = createRig();
  state.isWaiting = true;
  poller.wake();
  await pass(60_000);
  expect(reads.length).toBeGreaterThan(25);
  expect(reads.length).toBeLessThan(35);
});

test('a log that is dear to read takes no more than a tenth of the time', async () => {
  const { poller, reads, pass, state } = createRig();
  state.cost = 100;
  state.isNew = true;
  poller.wake();
  await pass(20_000);
  expect((reads.length * state.cost) / 20_000).toBeLessThanOrEqual(0.1);
  expect(reads.length).toBeGreaterThan(15);
});

test('signs of life in quick succession do not hold the next reading off', async () => {
  const { poller, reads, pass } = createRig();
  for (let count = 0; count < 20; count += 1) {
    poller.wake();
    await pass(50);
  }
  expect(reads.length).toBeGreaterThan(2);
});

test('a poller that is put to sleep reads nothing more', async () => {
  const { poller, reads, pass, state } = createRig();
  state.isWaiting = true;
  poller.wake();
  poller.sleep();
  await pass(10_000);
  expect(reads).toEqual([]);
});

interface WatchRig {
  readonly watch: ReturnType<typeof watchNetwork>;
  readonly messages: PanelMessage[];
  readonly pass: (time: number) => Promise<void>;
  readonly finish: (over: object, content?: readonly unknown[]) => void;
  readonly readCount: () => number;
}

function createWatch(snapshot: () => object, hasLog = true): WatchRig {
  const { timer, pass } = createFakeTimer();
  const messages: PanelMessage[] = [];
  let finished: Parameters<NetworkApi['onRequestFinished']['addListener']>[0] | undefined;
  let readCount = 0;
  let now = START;
  const onRequestFinished: NetworkApi['onRequestFinished'] = {
    addListener(listener) {
      finished = listener;
    },
  };
  const getHAR = (): Promise<object> => {
    readCount += 1;
    return Promise.resolve(snapshot());
  };
  const watch = watchNetwork({
    network: hasLog ? { getHAR, onRequestFinished } : { onRequestFinished },
    own: OWN,
    emit: (message) => messages.push(message),
    now: () => now,
    timer,
  });
  return {
    watch,
    messages,
    finish: (over, content = ['', '']) =>
      finished?.({ ...over, getContent: () => Promise.resolve(content) }),
    readCount: () => readCount,
    async pass(time) {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      now += time;
      pass(time);
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    },
  };
}

test('a browser without a readable log shows a stream when its request is over', async () => {
  const { finish, messages, pass } = createWatch(() => ({}), false);
  finish(entry({ events: [event(50, 'a')] }));
  await pass(250);
  expect(messages).toMatchObject([
    { records: [{ type: 'stream-open' }, { text: 'data: a\n\n' }, { type: 'stream-end' }] },
  ]);
});

test('a body that stands in for missing events is asked for and kept as it comes', async () => {
  const { finish, messages, pass } = createWatch(() => har([]));
  finish(entry({ size: 4 }), ['AAEC', 'base64']);
  await pass(250);
  expect(messages).toMatchObject([
    { records: [{ type: 'stream-open' }, { base64: 'AAEC' }, { type: 'stream-end' }] },
  ]);
});

test('nothing is read while recording is stopped, whatever the page does', async () => {
  const { watch, finish, pass, readCount } = createWatch(() => har([]));
  watch.note({ type: 'recording', recording: false });
  watch.note({ type: 'navigated', url: 'http://page.test/', t: START });
  finish(entry());
  await pass(60_000);
  expect(readCount()).toBe(0);
  watch.note({ type: 'recording', recording: true });
  await pass(250);
  expect(readCount()).toBe(1);
});
