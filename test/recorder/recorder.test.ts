import { describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../src/core/records.ts';
import { createRecorder, type Recorder } from '../../src/devtools/recorder.ts';
import type { FrameMessage, PanelMessage, RecorderCommand } from '../../src/protocol.ts';
import { createFakeTimer } from '../bridge/fake-timer.ts';

const URL = 'http://page.test/';

function createRig(keepLimit?: number): {
  readonly recorder: Recorder;
  readonly commands: RecorderCommand[];
  readonly frame: (message: FrameMessage, frameId?: number) => void;
  readonly open: (document: string, top?: boolean, first?: number) => void;
  readonly batch: (document: string, sequence: number, records: readonly SessionRecord[]) => void;
  readonly attach: () => PanelMessage[];
  readonly pass: (time: number) => void;
} {
  const commands: RecorderCommand[] = [];
  const { timer, pass } = createFakeTimer();
  const recorder = createRecorder({
    tabId: 7,
    send: (command) => commands.push(command),
    now: () => 99,
    timer,
    ...(keepLimit === undefined ? {} : { keepLimit }),
  });
  const frame = (message: FrameMessage, frameId = 0): void =>
    recorder.message({ type: 'frame', frameId, message });
  return {
    recorder,
    commands,
    frame,
    pass,
    open: (document, top = true, first = 1) =>
      frame({ type: 'frame-open', version: 1, document, url: URL, top, first }),
    batch: (document, sequence, records) =>
      frame({ type: 'batch', document, sequence, url: URL, title: 'Page', records }),
    attach() {
      const messages: PanelMessage[] = [];
      recorder.attach((message) => messages.push(message));
      return messages;
    },
  };
}

const streamOpen: SessionRecord = {
  type: 'stream-open',
  t: 1,
  stream: '1',
  transport: 'fetch',
  requestId: '4',
};
const chunk = (text: string): SessionRecord => ({ type: 'stream-chunk', t: 2, stream: '1', text });

const left = (stream: string): SessionRecord => ({
  type: 'stream-end',
  t: 99,
  stream,
  reason: 'abort',
  message: 'The page was left or reloaded.',
});

function recordsOf(messages: readonly PanelMessage[]): readonly SessionRecord[] {
  return messages.flatMap((message) => (message.type === 'records' ? message.records : []));
}

const click = (t: number): SessionRecord => ({
  type: 'action',
  t,
  kind: 'gesture',
  event: 'click',
});
const end: SessionRecord = { type: 'stream-end', t: 50, stream: '1', reason: 'eof' };

function createStreaming(): ReturnType<typeof createRig> & {
  readonly order: () => readonly (number | string)[];
} {
  const rig = createRig();
  rig.open('top');
  rig.open('frame', false);
  const messages = rig.attach();
  rig.batch('top', 1, [streamOpen]);
  return {
    ...rig,
    order: () => recordsOf(messages).map(({ t, type }) => (type === 'action' ? t : type)),
  };
}

describe('a recorder', () => {
  test('gives a panel that is opened late everything, in order', () => {
    const { open, batch, attach, recorder } = createRig();
    open('d');
    batch('d', 1, [streamOpen, chunk('a')]);
    const messages = attach();
    recorder.record(false);
    expect(messages.map(({ type }) => type)).toEqual([
      'recording',
      'navigated',
      'records',
      'page',
      'recording',
    ]);
    expect(messages[3]).toEqual({ type: 'page', url: URL, title: 'Page' });
  });

  test('takes each batch once, in order, and acknowledges what it has', () => {
    const { open, batch, attach, commands } = createRig();
    open('d');
    const messages = attach();
    batch('d', 1, [chunk('a')]);
    batch('d', 1, [chunk('a')]);
    batch('d', 3, [chunk('c')]);
    batch('d', 2, [chunk('b')]);
    batch('d', 3, [chunk('c')]);
    expect(recordsOf(messages)).toMatchObject([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    expect(commands.map((command) => command.type === 'acknowledge' && command.sequence)).toEqual([
      1, 1, 1, 2, 3,
    ]);
  });

  test('begins where a document is, when an earlier recorder had what came before', () => {
    const { open, batch, attach, commands } = createRig();
    batch('d', 5, [chunk('lost')]);
    open('d', true, 5);
    const messages = attach();
    batch('d', 5, [streamOpen]);
    expect(recordsOf(messages)).toMatchObject([{ type: 'stream-open' }]);
    expect(commands.filter(({ type }) => type !== 'inspect')).toEqual([
      { type: 'acknowledge', document: 'd', sequence: 5 },
    ]);
  });

  test('goes on when a document has forgotten batches that nobody acknowledged', () => {
    const { open, batch, attach } = createRig();
    open('d');
    open('d', true, 3);
    batch('d', 3, [chunk('a')]);
    expect(recordsOf(attach())).toMatchObject([{ text: 'a' }]);
  });

  test('names streams and requests after their document, and says which frame they are of', () => {
    const { open, frame, attach } = createRig();
    open('d');
    const messages = attach();
    const action: SessionRecord = {
      type: 'action',
      t: 3,
      kind: 'request',
      method: 'POST',
      url: '/',
      requestId: '5',
      cause: { stream: '1', chunk: 2 },
    };
    const gap: SessionRecord = {
      type: 'gap',
      t: 4,
      stream: '1',
      records: 1,
      bytes: 2,
      reason: 'r',
    };
    const records = [streamOpen, chunk('a'), action, gap];
    frame({ type: 'batch', document: 'd', sequence: 1, url: URL, title: '', records }, 3);
    expect(recordsOf(messages)).toEqual([
      { ...streamOpen, stream: 'd/1', requestId: 'd/4', frame: { id: 3, url: URL } },
      { ...chunk('a'), stream: 'd/1' },
      {
        ...action,
        requestId: 'd/5',
        cause: { stream: 'd/1', chunk: 2 },
        frame: { id: 3, url: URL },
      },
      { ...gap, stream: 'd/1' },
    ]);
  });

  test('tells each change of the top document, and no reconnection or frame', () => {
    const { open, attach } = createRig();
    const messages = attach();
    open('d');
    open('d');
    open('frame', false);
    open('e');
    open('d');
    expect(messages.filter(({ type }) => type === 'navigated')).toEqual([
      { type: 'navigated', url: URL, t: 99 },
      { type: 'navigated', url: URL, t: 99 },
      { type: 'navigated', url: URL, t: 99 },
    ]);
  });

  test('ends the open streams of a document that is gone, once', () => {
    const { open, batch, attach, recorder } = createRig();
    open('d');
    batch('d', 1, [streamOpen, { ...streamOpen, stream: '2' }]);
    batch('d', 2, [{ type: 'stream-end', t: 3, stream: '2', reason: 'eof' }]);
    const messages = attach();
    recorder.message({ type: 'frame-gone', document: 'd' });
    recorder.message({ type: 'frame-gone', document: 'd' });
    open('e');
    expect(recordsOf(messages).slice(3)).toEqual([left('d/1')]);
  });

  test('shows what a stream brings after its document came back as a stream of its own', () => {
    const { open, batch, attach, recorder } = createRig();
    open('d');
    batch('d', 1, [streamOpen, chunk('a')]);
    recorder.message({ type: 'frame-gone', document: 'd' });
    open('d', true, 2);
    const cause = { stream: '1', chunk: 1 };
    const action: SessionRecord = {
      type: 'action',
      t: 3,
      kind: 'request',
      method: 'POST',
      url: '/',
      cause,
    };
    batch('d', 2, [chunk('b'), action, { type: 'stream-end', t: 4, stream: '1', reason: 'eof' }]);
    expect(recordsOf(attach()).slice(2)).toMatchObject([
      left('d/1'),
      { type: 'stream-open', stream: 'd/1+1', transport: 'fetch', requestId: 'd/4' },
      { type: 'gap', stream: 'd/1+1', reason: 'beginning-missing' },
      { type: 'stream-chunk', stream: 'd/1+1', text: 'b' },
      { type: 'action', cause: { stream: 'd/1+1', chunk: 0 } },
      { type: 'stream-end', stream: 'd/1+1', reason: 'eof' },
    ]);
  });

  test('says that the beginning is missing of a stream whose opening another recorder had', () => {
    const { open, batch, attach } = createRig();
    open('d', true, 5);
    batch('d', 5, [chunk('a'), { type: 'stream-end', t: 3, stream: '2', reason: 'eof' }]);
    expect(recordsOf(attach())).toMatchObject([
      { type: 'stream-open', stream: 'd/1' },
      { type: 'gap', stream: 'd/1', reason: 'beginning-missing' },
      { type: 'stream-chunk', stream: 'd/1', text: 'a' },
    ]);
  });

  test('gives a panel that is opened again everything, and leaves out what was cleared', () => {
    const { open, batch, attach, recorder } = createRig();
    open('d');
    batch('d', 1, [streamOpen, chunk('a')]);
    const before = attach();
    batch('d', 2, [chunk('b')]);
    const again = attach();
    expect(recordsOf(again)).toEqual(recordsOf(before));
    expect(again.find(({ type }) => type === 'navigated')).toMatchObject({ isPreserved: true });

    const kept = before.filter(({ type }) => type !== 'recording' && type !== 'page');
    recorder.forget(kept.length);
    batch('d', 3, [{ type: 'stream-end', t: 3, stream: '1', reason: 'eof' }]);
    batch('d', 4, [{ ...streamOpen, stream: '2' }]);
    expect(recordsOf(attach())).toMatchObject([{ type: 'stream-open', stream: 'd/2' }]);
  });

  test('leaves a gap for the oldest chunks when it has kept too much', () => {
    const { open, batch, attach } = createRig(5);
    open('d');
    batch('d', 1, [streamOpen, chunk('ab'), chunk('é')]);
    batch('d', 2, [chunk('cdef')]);
    expect(recordsOf(attach())).toMatchObject([
      { type: 'stream-open' },
      { type: 'gap', stream: 'd/1', records: 2, bytes: 4, reason: 'buffer-full' },
      { type: 'stream-chunk', text: 'cdef' },
    ]);
  });

  test('says on each connection which tab it inspects and whether it records', () => {
    const { recorder, commands } = createRig();
    expect(recorder.hello()).toMatchObject({ type: 'inspect', tabId: 7, recording: true });
    recorder.record(false);
    expect(recorder.hello()).toMatchObject({ recording: false });
    expect(commands).toEqual([recorder.hello()]);
  });

  describe('while one document streams and another acts', () => {
    test('what the other did comes to its place in time, whichever arrived first', () => {
      const { batch, order } = createStreaming();
      batch('frame', 1, [click(40), click(60)]);
      expect(order()).toEqual(['stream-open']);
      batch('top', 2, [chunk('a'), end]);
      expect(order()).toEqual(['stream-open', 'stream-chunk', 40, 'stream-end', 60]);
    });

    test('it waits no longer than a while for a stream that has nothing to say', () => {
      const { batch, order, pass } = createStreaming();
      batch('frame', 1, [click(40)]);
      pass(399);
      expect(order()).toEqual(['stream-open']);
      pass(1);
      expect(order()).toEqual(['stream-open', 40]);
    });

    test('it is told before the page is another one', () => {
      const { batch, open, order } = createStreaming();
      batch('frame', 1, [click(40)]);
      open('next');
      expect(order()).toEqual(['stream-open', 40, 'stream-end']);
    });

    test('a document never waits for itself', () => {
      const { batch, order } = createStreaming();
      batch('top', 2, [click(40)]);
      expect(order()).toEqual(['stream-open', 40]);
    });

    test('the page waits for the network log while a worker streams', () => {
      const { recorder, batch, order } = createStreaming();
      batch('top', 2, [end]);
      recorder.add({ type: 'records', records: [{ ...streamOpen, stream: 'network/1' }] });
      batch('top', 3, [click(90)]);
      recorder.add({
        type: 'records',
        records: [{ type: 'stream-end', t: 80, stream: 'network/1', reason: 'eof' }],
      });
      expect(order()).toEqual(['stream-open', 'stream-end', 'stream-open', 'stream-end', 90]);
    });

    test('all documents are told to watch their controls, until no stream is open any more', () => {
      const { batch, commands } = createStreaming();
      batch('top', 2, [end]);
      const told = commands.filter(({ type }) => type === 'inspect');
      const inspect = { type: 'inspect', version: 1, tabId: 7, recording: true };
      expect(told).toEqual([{ ...inspect, attends: true }, inspect]);
    });
  });
});
