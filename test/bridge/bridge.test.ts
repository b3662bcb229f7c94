import { describe, expect, test } from 'vitest';
import type { ActionRecord, GestureActionRecord } from '../../src/core/records.ts';
import { createBridge, type Bridge } from '../../src/bridge/bridge.ts';
import type { PageCommand, PageMessage } from '../../src/protocol.ts';
import { createReconnectingPort } from '../../src/transport.ts';
import { createFakePort, type FakePort } from './fake-port.ts';
import { createFakeTimer } from './fake-timer.ts';

interface Rig {
  readonly bridge: Bridge;
  readonly ports: FakePort[];
  readonly port: () => FakePort;
  /** What the page script was told, but for the many times that it was asked for its records. */
  readonly told: PageCommand[];
  /** What the page script posts when it is asked. */
  readonly has: (message: PageMessage) => void;
  readonly pass: (time: number) => void;
  readonly gesture: (record: GestureActionRecord) => void;
  readonly isWatching: () => boolean;
  readonly isWatchingControls: () => boolean;
  /** From now on the extension is gone. */
  readonly remove: () => void;
}

function createRig(): Rig {
  const { timer, pass } = createFakeTimer();
  const ports: FakePort[] = [];
  const told: PageCommand[] = [];
  let waiting: PageMessage[] = [];
  let isAlive = true;
  let report: ((record: ActionRecord) => void) | null = null;
  let reportControl: ((record: ActionRecord) => void) | null = null;
  const bridge = createBridge({
    document: 'd',
    url: () => 'http://page.test/',
    title: () => 'Page',
    isTop: true,
    tellPage(command) {
      if (command !== 'collect') told.push(command);
      const posted = waiting;
      waiting = [];
      for (const message of posted) bridge.page(message);
    },
    watch(reporter) {
      report = reporter;
      return () => {
        report = null;
      };
    },
    watchControls(reporter) {
      reportControl = reporter;
      return () => {
        reportControl = null;
      };
    },
    connect: (listener) =>
      createReconnectingPort({
        connect() {
          const port = createFakePort();
          ports.push(port);
          return port.port;
        },
        mayReconnect: () => isAlive,
        timer,
        ...listener,
      }),
    timer,
    idle: (work, delay) => timer(() => work(() => true), Math.min(delay, 16)),
  });
  return {
    bridge,
    ports,
    told,
    has: (message) => waiting.push(message),
    pass,
    port() {
      const port = ports.at(-1);
      if (port === undefined) throw new TypeError('The bridge has no port');
      return port;
    },
    gesture: (record) => report?.(record),
    isWatching: () => report !== null,
    isWatchingControls: () => reportControl !== null,
    remove() {
      isAlive = false;
    },
  };
}

const chunk = (text: string, t: number): PageMessage => ({
  type: 'records',
  records: [{ type: 'stream-chunk', t, stream: '1', text }],
});

const RECORD = { type: 'record', recording: true } as const;
const STOP = { type: 'record', recording: false } as const;

describe('a bridge', () => {
  test('has no port and watches nothing while nobody records', () => {
    const { bridge, ports, told, isWatching } = createRig();
    bridge.command(STOP);
    expect([ports, told, isWatching()]).toEqual([[], ['rest'], false]);
  });

  test('opens a port, says which document it is, and sends batches', () => {
    const { bridge, port, pass, told } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    pass(16);
    expect(told).toEqual(['record']);
    expect(port().sent).toMatchObject([
      { type: 'frame-open', document: 'd', url: 'http://page.test/', top: true },
      { type: 'batch', sequence: 1, records: [{ type: 'stream-chunk', text: 'a' }] },
    ]);
  });

  test('connects again after a lost connection and sends again what was not acknowledged', () => {
    const { bridge, ports, port, pass } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    pass(16);
    bridge.page(chunk('b', 2));
    pass(16);
    port().receive({ type: 'acknowledge', document: 'd', sequence: 1 });
    port().disconnect();
    bridge.page(chunk('c', 3));
    pass(16);
    expect(ports).toHaveLength(1);
    pass(50);
    expect(ports).toHaveLength(2);
    expect(port().sent).toMatchObject([
      { type: 'frame-open', document: 'd' },
      { type: 'batch', sequence: 2, records: [{ text: 'b' }] },
      { type: 'batch', sequence: 3, records: [{ text: 'c' }] },
    ]);
  });

  test('watches controls, and sends at once, while another document of the tab streams', () => {
    const { bridge, port, gesture, pass, isWatchingControls } = createRig();
    bridge.command(RECORD);
    bridge.command({ ...RECORD, attends: true });
    expect(isWatchingControls()).toBe(true);
    gesture({ type: 'action', t: 5, kind: 'gesture', event: 'click' });
    expect(port().sent.at(-1)).toMatchObject({ records: [{ kind: 'gesture', t: 5 }] });
    bridge.command(RECORD);
    expect(isWatchingControls()).toBe(false);
    gesture({ type: 'action', t: 6, kind: 'gesture', event: 'click' });
    expect(port().sent.at(-1)).toMatchObject({ records: [{ t: 5 }] });
    pass(16);
    expect(port().sent.at(-1)).toMatchObject({ records: [{ t: 6 }] });
  });

  test('begins again for a recorder that comes later', () => {
    const { bridge, port, pass } = createRig();
    bridge.command(RECORD);
    for (const text of ['a', 'b']) {
      bridge.page(chunk(text, 1));
      pass(16);
    }
    port().receive({ type: 'acknowledge', document: 'd', sequence: 1 });
    port().receive({ type: 'reopen' });
    expect(port().sent.slice(3)).toMatchObject([
      { type: 'frame-open', document: 'd', first: 2 },
      { type: 'batch', sequence: 2 },
    ]);
  });

  test('waits longer after each failed attempt, up to two seconds', () => {
    const { bridge, ports, port, pass } = createRig();
    bridge.command(RECORD);
    for (const delay of [50, 100, 200, 400, 800, 1600, 2000, 2000]) {
      const before = ports.length;
      port().disconnect();
      pass(delay - 1);
      expect(ports).toHaveLength(before);
      pass(1);
      expect(ports).toHaveLength(before + 1);
    }
  });

  test('collects the records of the page a moment after the first, and sends them', () => {
    const { bridge, port, pass, has } = createRig();
    bridge.command(RECORD);
    bridge.page({ type: 'waiting' });
    has(chunk('a', 1));
    pass(15);
    expect(port().sent).toHaveLength(1);
    pass(1);
    expect(port().sent[1]).toMatchObject({ type: 'batch', records: [{ text: 'a' }] });
  });

  test('sends the gaps of a stopped recording before it closes its port', () => {
    const { bridge, port, told, has, isWatching } = createRig();
    bridge.command(RECORD);
    const gap = { type: 'gap', t: 1, stream: '1', records: 0, bytes: 0, reason: 'r' } as const;
    has({ type: 'records', records: [gap] });
    bridge.command(STOP);
    expect(isWatching()).toBe(false);
    expect(told).toEqual(['record', 'rest']);
    expect(port().sent).toMatchObject([{}, { type: 'batch', records: [gap] }]);
    expect(port().isOpen()).toBe(true);
    port().receive({ type: 'acknowledge', document: 'd', sequence: 1 });
    expect(port().isOpen()).toBe(false);
  });

  test('forgets what nobody acknowledges once nobody records', () => {
    const { bridge, port, pass } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    pass(16);
    bridge.command(STOP);
    pass(5000);
    expect(port().isOpen()).toBe(false);
    bridge.command(RECORD);
    expect(port().sent).toMatchObject([{ type: 'frame-open' }]);
  });

  test('goes on with its numbers when recording starts again', () => {
    const { bridge, port, pass } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    pass(16);
    bridge.command(STOP);
    port().receive({ type: 'acknowledge', document: 'd', sequence: 1 });
    bridge.command(RECORD);
    bridge.page(chunk('b', 3));
    pass(16);
    expect(port().sent).toMatchObject([{}, { type: 'batch', sequence: 2 }]);
  });

  test('goes quiet when its extension is gone', () => {
    const { bridge, ports, port, pass, told, isWatching, remove } = createRig();
    bridge.command(RECORD);
    remove();
    port().disconnect();
    bridge.page(chunk('a', 1));
    pass(10_000);
    expect(ports).toHaveLength(1);
    expect(told).toEqual(['record', 'rest']);
    expect(isWatching()).toBe(false);
  });

  test('puts a gesture behind everything that the page saw before it', () => {
    const { bridge, port, pass, has, told, gesture } = createRig();
    bridge.command(RECORD);
    has(chunk('a', 1));
    gesture({ type: 'action', t: 2, kind: 'gesture', event: 'click', by: 'pointer' });
    bridge.page(chunk('b', 3));
    pass(16);
    expect(port().sent[1]).toMatchObject({
      records: [{ text: 'a' }, { kind: 'gesture' }, { text: 'b' }],
    });
    // What follows from the gesture is no effect of the chunk before it.
    expect(told).toEqual(['record', 'new-turn']);
  });

  test('names the chunk for which a script clicked, and none for which a user did', () => {
    const { bridge, port, pass, has, told, gesture } = createRig();
    bridge.command(RECORD);
    const cause = { stream: '1', chunk: 0 };
    const click = { type: 'action', t: 2, kind: 'gesture', event: 'click' } as const;
    for (const by of ['script', 'pointer'] as const) {
      has({ type: 'records', records: [], cause });
      gesture({ ...click, by });
    }
    pass(16);
    expect(port().sent[1]).toMatchObject({
      records: [
        { ...click, by: 'script', cause },
        { ...click, by: 'pointer' },
      ],
    });
    expect(JSON.stringify(port().sent[1]).split('cause')).toHaveLength(2);
    expect(told).toEqual(['record', 'new-turn']);
  });

  test('watches controls only while a stream is open', () => {
    const rig = createRig();
    rig.bridge.command({ type: 'record', recording: true });
    expect(rig.isWatchingControls()).toBe(false);
    const opened: PageMessage = {
      type: 'records',
      records: [{ type: 'stream-open', t: 1, stream: '1', transport: 'fetch' }],
    };
    rig.bridge.page(opened);
    expect(rig.isWatchingControls()).toBe(true);
    rig.bridge.command({ type: 'record', recording: false });
    expect(rig.isWatchingControls()).toBe(false);
    rig.bridge.command({ type: 'record', recording: true });
    rig.bridge.page({
      type: 'records',
      records: [{ type: 'stream-end', t: 2, stream: '1', reason: 'eof' }],
    });
    expect(rig.isWatchingControls()).toBe(false);
  });

  test('sends everything at once when the page is left', () => {
    const { bridge, port, gesture } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    gesture({ type: 'action', t: 2, kind: 'gesture', event: 'click' });
    bridge.flush();
    expect(port().sent).toMatchObject([{}, { records: [{ text: 'a' }, { kind: 'gesture' }] }]);
  });

  test('keeps what it records where nobody takes it, and sends it to whoever comes', () => {
    const { bridge, ports, port, pass, isWatching } = createRig();
    bridge.command({ ...RECORD, keep: true });
    bridge.page(chunk('a', 1));
    pass(60_000);
    expect(isWatching()).toBe(true);
    expect(ports).toEqual([]);
    bridge.command(RECORD);
    expect(port().sent).toMatchObject([
      { type: 'frame-open', first: 1 },
      { type: 'batch', sequence: 1, records: [{ text: 'a' }] },
    ]);
  });

  test('leaves the port when DevTools is closed, and loses nothing that had not arrived', () => {
    const { bridge, ports, port, pass } = createRig();
    bridge.command(RECORD);
    bridge.page(chunk('a', 1));
    pass(16);
    bridge.command({ ...RECORD, keep: true });
    expect(port().isOpen()).toBe(false);
    bridge.page(chunk('b', 2));
    pass(16);
    bridge.command(RECORD);
    expect(ports).toHaveLength(2);
    expect(port().sent).toMatchObject([
      { type: 'frame-open', first: 1 },
      { type: 'batch', sequence: 1, records: [{ text: 'a' }] },
      { type: 'batch', sequence: 2, records: [{ text: 'b' }] },
    ]);
  });

  test('forgets what it kept when the user no longer wants it', () => {
    const { bridge, ports, port, pass } = createRig();
    bridge.command({ ...RECORD, keep: true });
    bridge.page(chunk('a', 1));
    bridge.command(STOP);
    pass(60_000);
    expect(ports).toEqual([]);
    bridge.command(RECORD);
    expect(port().sent).toMatchObject([{ type: 'frame-open', first: 2 }]);
    expect(port().sent).toHaveLength(1);
  });
});
