/** Successive snapshots of a network log become records and audits. */
import { describe, expect, test } from 'vitest';
import type { SessionRecord, StreamOpenRecord } from '../../src/core/records.ts';
import { createNetworkLog, type NetworkLog } from '../../src/devtools/network-log.ts';
import { eventDigest } from '../../src/event-digest.ts';
import type { PanelMessage } from '../../src/protocol.ts';
import { CHAT, entry, event, har, OWN, START, type EntryOptions } from './har.ts';

const HOOKED = [`${OWN}page.js`, 'http://page.test/app.js'];

interface Rig {
  readonly log: NetworkLog;
  /** Lets the clock stand at so many milliseconds after START. */
  readonly at: (time: number) => void;
  readonly records: (har: unknown) => readonly SessionRecord[];
  readonly tap: (...records: readonly SessionRecord[]) => void;
}

function recordsOf(messages: readonly PanelMessage[]): readonly SessionRecord[] {
  return messages.flatMap((message) => (message.type === 'records' ? message.records : []));
}

function digestsOf(...data: readonly string[]): readonly number[] {
  return data.map((text) => eventDigest('', text));
}

function createRig(): Rig {
  let time = START + 100;
  const log = createNetworkLog({ own: OWN, now: () => time });
  return {
    log,
    at(next) {
      time = START + next;
    },
    records: (snapshot) => recordsOf(log.feed(snapshot)),
    tap: (...records) => log.note({ type: 'records', records }),
  };
}

/** A tapped stream of the page, asked for at `at` and answered 40 ms later. */
function tapped(stream: string, at = 0, open: Partial<StreamOpenRecord> = {}): SessionRecord[] {
  const requestId = `request of ${stream}`;
  return [
    {
      type: 'action',
      t: START + at,
      kind: 'request',
      method: 'POST',
      url: CHAT,
      requestId,
    },
    {
      type: 'stream-open',
      t: START + at + 40,
      stream,
      transport: 'fetch',
      request: { method: 'POST', url: CHAT, body: '{"q":1}' },
      requestId,
      ...open,
    },
  ];
}

describe('a stream that only the network log has', () => {
  test('is opened, grows with each snapshot, and ends when its request is over', () => {
    const { log, records } = createRig();
    const first = event(45, '{"a":1}');
    expect(records(har([entry({ body: '{"q":1}', events: [first] })]))).toEqual([
      {
        type: 'stream-open',
        t: START + 40,
        stream: 'network/1',
        transport: 'fetch',
        source: 'network-log',
        request: {
          method: 'POST',
          url: CHAT,
          headers: [['Content-Type', 'application/json']],
          body: '{"q":1}',
        },
        response: { status: 200, headers: [['content-type', 'text/event-stream']] },
        stack: '    at ask (http://page.test/worker.js:12:5)',
      },
      { type: 'stream-chunk', t: START + 45, stream: 'network/1', text: 'data: {"a":1}\n\n' },
    ]);
    const grown = entry({ events: [first, event(60, 'b'), event(60, 'c'), event(80, 'd')] });
    expect(records(har([grown]))).toEqual([
      { type: 'stream-chunk', t: START + 60, stream: 'network/1', text: 'data: b\n\ndata: c\n\n' },
      { type: 'stream-chunk', t: START + 80, stream: 'network/1', text: 'data: d\n\n' },
    ]);
    expect(records(har([grown]))).toEqual([]);
    log.finish(grown, null);
    expect(records(har([grown]))).toEqual([
      { type: 'stream-end', t: START + 60, stream: 'network/1', reason: 'eof' },
    ]);
    expect(log.isWaiting()).toBe(false);
  });

  test('writes names, ids where they change, and the lines of data', () => {
    const { records } = createRig();
    const events = [
      event(50, 'one\ntwo', 'delta', '1'),
      event(50, '', 'message', '1'),
      event(50, 'x', 'message', '2'),
    ];
    expect(records(har([entry({ events })])).at(-1)).toMatchObject({
      text: 'id: 1\nevent: delta\ndata: one\ndata: two\n\ndata: \n\nid: 2\ndata: x\n\n',
    });
  });

  test('gives events that came with the response its time', () => {
    const { records } = createRig();
    expect(records(har([entry({ events: [event(0, 'a')] })])).at(-1)).toMatchObject({
      type: 'stream-chunk',
      t: START + 40,
    });
  });

  test.each([
    ['net::ERR_ABORTED', 'abort'],
    ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'error'],
  ])('ends after %s with the reason %s', (error, reason) => {
    const { log, records } = createRig();
    const over = entry({ events: [event(50, 'a')], error });
    log.finish(over, null);
    expect(records(har([over])).at(-1)).toMatchObject({
      type: 'stream-end',
      reason,
      message: expect.stringContaining(error),
    });
  });

  test('is whole also where the log was cleared or cannot be read before it is over', () => {
    const { log, records } = createRig();
    records(har([entry({ events: [event(50, 'a')] })]));
    log.finish(entry({ events: [event(50, 'a'), event(60, 'b')] }), null);
    expect(records(null)).toMatchObject([{ text: 'data: b\n\n' }, { type: 'stream-end' }]);
  });

  test('takes events that the log reads only after the request is over', () => {
    const { log, records } = createRig();
    log.finish(entry({ events: [event(50, 'a')] }), null);
    expect(records(har([entry({ events: [event(50, 'a'), event(60, 'b')] })]))).toMatchObject([
      { type: 'stream-open' },
      { text: 'data: a\n\n' },
      { text: 'data: b\n\n' },
      { type: 'stream-end' },
    ]);
  });

  test('has its body in place of events that the log never had', () => {
    const { log, records } = createRig();
    const over = entry({ size: 9 });
    expect(log.wantsBody(over)).toBe(true);
    log.finish(over, { content: 'data: a\n\n', isBase64: false });
    expect(records(har([over]))).toMatchObject([
      { type: 'stream-open' },
      { type: 'stream-chunk', text: 'data: a\n\n' },
      { type: 'stream-end' },
    ]);
  });

  test('has a gap where neither events nor the body are to be had', () => {
    const { log, records } = createRig();
    const over = entry({ size: 9, error: 'net::ERR_ABORTED' });
    log.finish(over, null);
    expect(records(har([over]))).toMatchObject([
      { type: 'stream-open' },
      { type: 'gap', bytes: 9, reason: 'not-in-network-log' },
      { type: 'stream-end' },
    ]);
  });

  test('ends when its page is gone', () => {
    const { log, records, at } = createRig();
    records(har([entry({ events: [event(50, 'a')] })]));
    log.note({ type: 'navigated', url: 'http://page.test/next', t: START + 900 });
    at(1000);
    expect(records(har([], 800))).toEqual([
      {
        type: 'stream-end',
        t: START + 1000,
        stream: 'network/1',
        reason: 'abort',
        message: 'The page was left or reloaded.',
      },
    ]);
    expect(records(har([entry({ events: [event(50, 'a')] })], 800))).toEqual([]);
  });

  test('ends with a gap when recording stops, and does not come back with it', () => {
    const { log, records } = createRig();
    const open = har([entry({ events: [event(50, 'a')] })]);
    records(open);
    log.note({ type: 'recording', recording: false });
    expect(records(null)).toMatchObject([{ type: 'gap', reason: 'recording-stopped' }]);
    log.note({ type: 'recording', recording: true });
    expect(records(open)).toEqual([]);
  });
});

describe('a stream that began while nobody recorded', () => {
  const begun = entry({ events: [event(50, 'a')] });

  test('is there and has nothing but that it is', () => {
    const { log, records, at } = createRig();
    log.note({ type: 'recording', recording: false });
    at(500);
    log.note({ type: 'recording', recording: true });
    expect(records(har([begun]))).toMatchObject([
      { type: 'stream-open', source: 'network-log' },
      { type: 'gap', reason: 'began-before-recording', bytes: 0 },
    ]);
    log.finish(begun, null);
    expect(records(har([begun]))).toMatchObject([{ type: 'stream-end' }]);
  });

  test('is not there when it was over before recording began', () => {
    const { log, records, at } = createRig();
    log.note({ type: 'recording', recording: false });
    log.finish(begun, null);
    at(500);
    log.note({ type: 'recording', recording: true });
    expect(records(har([begun]))).toEqual([]);
  });
});

describe('a request that the page script has too', () => {
  const hooked: EntryOptions = { scripts: HOOKED, body: '{"q":1}', events: [event(50, 'a')] };

  test('is no stream of its own, and is audited when it is over', () => {
    const { log, tap } = createRig();
    tap(...tapped('d/1'));
    expect(log.feed(har([entry(hooked)]))).toEqual([]);
    expect(log.isWaiting()).toBe(false);
    const over = entry({ ...hooked, events: [event(50, 'a'), event(60, 'b')] });
    log.finish(over, null);
    expect(log.feed(har([over]))).toEqual([
      { type: 'audit', stream: 'd/1', events: digestsOf('a', 'b') },
    ]);
    expect(log.feed(har([over]))).toEqual([]);
  });

  test('waits for the records of the page script, which may come later than the log', () => {
    const { log, tap, at } = createRig();
    at(5000);
    expect(log.feed(har([entry(hooked)]))).toEqual([]);
    expect(log.isWaiting()).toBe(true);
    tap(...tapped('d/1'));
    log.finish(entry(hooked), null);
    expect(log.feed(har([entry(hooked)]))).toMatchObject([{ type: 'audit', stream: 'd/1' }]);
  });

  test('is shown after all where those never come', () => {
    const { records, at } = createRig();
    at(20_000);
    expect(records(har([entry(hooked)]))).toMatchObject([
      { type: 'stream-open', stack: '    at http://page.test/app.js:12:5' },
      { type: 'stream-chunk' },
    ]);
  });

  test('is joined by its response where it was a GET, whose request is no action', () => {
    const { log, tap } = createRig();
    const [, open] = tapped('d/1', 0, { request: { method: 'GET', url: `${CHAT}#top` } });
    if (open !== undefined) tap(open);
    const get = entry({ ...hooked, method: 'GET' });
    log.finish(get, null);
    expect(log.feed(har([get]))).toMatchObject([{ type: 'audit', stream: 'd/1' }]);
  });

  test('is found through a redirect by the address that was asked for', () => {
    const { log, tap } = createRig();
    tap(...tapped('d/1'));
    const target = 'http://page.test/moved';
    const moved = entry({ scripts: HOOKED, redirect: '/moved' });
    const over = entry({ ...hooked, url: target, at: 3 });
    log.finish(over, null);
    expect(log.feed(har([moved, over]))).toMatchObject([{ type: 'audit', stream: 'd/1' }]);
  });

  test('is told from requests like it by order and start', () => {
    const { log, tap } = createRig();
    tap(...tapped('d/1', 0), ...tapped('d/2', 0), ...tapped('d/3', 5000));
    const twins = [entry(hooked), entry({ ...hooked, events: [event(50, 'b')] })];
    const late = entry({ ...hooked, at: 5000, events: [event(5050, 'c')] });
    for (const over of [...twins, late]) log.finish(over, null);
    expect(log.feed(har([...twins, late]))).toEqual([
      { type: 'audit', stream: 'd/1', events: digestsOf('a') },
      { type: 'audit', stream: 'd/2', events: digestsOf('b') },
      { type: 'audit', stream: 'd/3', events: digestsOf('c') },
    ]);
  });

  test('is told from requests like it also where the later one is answered first', () => {
    const { log, tap } = createRig();
    const [asked, opened] = tapped('d/1', 0);
    const [askedLater, openedFirst] = tapped('d/2', 10);
    if (!asked || !opened || !askedLater || !openedFirst) throw new Error('two records each');
    tap(asked, askedLater, openedFirst, opened);
    const earlier = entry(hooked);
    const later = entry({ ...hooked, at: 10, events: [event(60, 'b')] });
    for (const over of [later, earlier]) log.finish(over, null);
    expect(log.feed(har([earlier, later]))).toEqual([
      { type: 'audit', stream: 'd/1', events: digestsOf('a') },
      { type: 'audit', stream: 'd/2', events: digestsOf('b') },
    ]);
  });

  test('is found however many there are before the log is read, and shown only once', () => {
    const { log, records, tap, at } = createRig();
    const times = Array.from({ length: 2000 }, (_, index) => index * 2);
    tap(...times.flatMap((time) => tapped(`d/${time}`, time)));
    tap(...times.map((t) => ({ type: 'stream-end', t, stream: `d/${t}`, reason: 'eof' }) as const));
    const requests = times.map((time) => entry({ ...hooked, at: time }));
    for (const request of requests) log.finish(request, null);
    at(60_000);
    expect(records(har(requests))).toEqual([]);
    expect(log.isWaiting()).toBe(false);
  });

  test('is audited over all its connections where a source of events connects again', () => {
    const { log, tap } = createRig();
    const source = { type: 'eventsource', method: 'GET', scripts: null } as const;
    const request = { method: 'GET', url: CHAT };
    tap({ type: 'stream-open', t: START, stream: 'd/1', transport: 'eventsource', request });
    const first = entry({ ...source, events: [event(50, 'a')] });
    const again = entry({ ...source, at: 3000, events: [event(3050, 'b')] });
    log.finish(first, null);
    log.feed(har([first]));
    log.finish(again, null);
    expect(log.feed(har([first, again]))).toEqual([
      { type: 'audit', stream: 'd/1', events: digestsOf('a', 'b') },
    ]);
  });

  test('is not audited where the log has no event of it: it misses what is over at once', () => {
    const { log, tap } = createRig();
    tap(...tapped('d/1'));
    const over = entry({ ...hooked, events: [], size: 20 });
    expect(log.wantsBody(over)).toBe(false);
    log.finish(over, null);
    expect(log.feed(har([over]))).toEqual([]);
  });
});

describe('a request that is no stream', () => {
  test('is waited for while it has no response, for some minutes', () => {
    const { log, at } = createRig();
    const pending = har([entry({ hasResponse: false })]);
    expect(log.feed(pending)).toEqual([]);
    expect(log.isWaiting()).toBe(true);
    at(600_000);
    log.feed(pending);
    expect(log.isWaiting()).toBe(false);
  });

  test('is left alone, whatever it is', () => {
    const { log, records } = createRig();
    const others = [
      entry({ type: 'document', mimeType: 'text/html' }),
      entry({ mimeType: 'application/json', size: 20 }),
    ];
    for (const other of others) expect(log.wantsBody(other)).toBe(false);
    expect(records(har(others))).toEqual([]);
    expect(log.isWaiting()).toBe(false);
  });

  test('a log of another shape is read as empty', () => {
    const { log } = createRig();
    const odd: unknown[] = [null, 'text', {}, { entries: 7 }, { entries: [null, {}, [], 'x'] }];
    for (const value of odd) expect(log.feed(value)).toEqual([]);
  });
});
