/** What a reader can do in the panel, against the model with no browser under it. */
import { expect, test } from 'vitest';
import { createPanelModel, type PanelModel } from '../../panel/models/panel.ts';
import { readSession } from '../../src/core/index.ts';
import type { PanelCommand } from '../../src/protocol.ts';
import { earlyRefund, openStream, refundChunks, START } from './sessions.ts';

interface Bench {
  readonly model: PanelModel;
  readonly commands: PanelCommand[];
  readonly downloads: { readonly name: string; readonly text: string }[];
  readonly later: (() => void)[];
  readonly scheduled: () => number;
}

function createBench(): Bench {
  const commands: PanelCommand[] = [];
  const downloads: Bench['downloads'] = [];
  const later: Bench['later'] = [];
  let scheduled = 0;
  const model = createPanelModel({
    generator: 'Midstream test',
    send: (command) => commands.push(command),
    host: {
      download: (name, _type, content) =>
        downloads.push({ name, text: typeof content === 'string' ? content : '' }),
      copyText: () => Promise.resolve(),
      runLater: (run) => later.push(run),
      schedule: (run) => () => {
        scheduled += 1;
        run();
      },
    },
  });
  return { model, commands, downloads, later, scheduled: () => scheduled };
}

const LIVE = 'document-7/12';

function receiveRefund(model: PanelModel, stream = LIVE, at = 0): void {
  model.receive({ type: 'records', records: openStream(stream, at) });
  model.receive({ type: 'records', records: refundChunks(stream, at) });
}

function streamIds(model: PanelModel): readonly string[] {
  return model.capture().inspection.streams.map(({ id }) => id);
}

test('streams are named in order of appearance and times count from the first record', () => {
  const { model } = createBench();
  receiveRefund(model, 'document-7/12');
  receiveRefund(model, 'document-9/1', 5000.1234);
  const { records } = model.session();
  expect(streamIds(model)).toEqual(['s1', 's2']);
  expect(model.session().startedAt).toBe(new Date(START).toISOString());
  expect(records[0]?.t).toBe(0);
  expect(records.at(-1)?.t).toBe(5900.123);
});

test('a cause names its stream as the session does', () => {
  const { model } = createBench();
  receiveRefund(model);
  model.receive({
    type: 'records',
    records: [
      {
        ...earlyRefund(),
        kind: 'request',
        method: 'POST',
        url: '/x',
        type: 'action',
        cause: { stream: LIVE, chunk: 3 },
      },
    ],
  });
  expect(model.session().records.at(-1)).toMatchObject({ cause: { stream: 's1', chunk: 3 } });
});

test('a batch of records asks for one update', () => {
  const { model, scheduled } = createBench();
  model.receive({ type: 'records', records: [...openStream(LIVE), ...refundChunks(LIVE)] });
  expect(scheduled()).toBe(1);
});

test('the first stream is selected until another is chosen, and the choice sticks', () => {
  const { model } = createBench();
  receiveRefund(model, 'a');
  receiveRefund(model, 'b', 5000);
  expect(model.capture().selectedStream()?.id).toBe('s1');
  model.capture().select({ stream: 's2' });
  receiveRefund(model, 'c', 9000);
  expect(model.capture().selectedStream()?.id).toBe('s2');
});

test('choosing another stream forgets the call and fragment of the last one', () => {
  const { model } = createBench();
  receiveRefund(model, 'a');
  receiveRefund(model, 'b', 5000);
  model.capture().select({ stream: 's1', call: 0, fragment: 2 });
  model.capture().select({ stream: 's2' });
  expect(model.capture().selection.value).toMatchObject({ call: 0, fragment: null });
});

test('times of a stream count from its request', () => {
  const { model } = createBench();
  receiveRefund(model, LIVE, 400);
  const stream = model.capture().selectedStream();
  expect(stream).toBeDefined();
  if (stream !== undefined) expect(model.capture().requestedAt(stream)).toBe(0);
});

test('a navigation clears the session unless the log is preserved', () => {
  const { model } = createBench();
  receiveRefund(model, 'a');
  model.receive({ type: 'navigated', url: 'http://localhost/2', t: START + 5000 });
  expect(streamIds(model)).toEqual([]);
  receiveRefund(model, 'b', 6000);
  expect(model.session().startedAt).toBe(new Date(START + 6000).toISOString());

  model.change({ preserveLog: true });
  model.receive({ type: 'navigated', url: 'http://localhost/3', t: START + 9000 });
  receiveRefund(model, 'c', 9500);
  expect(streamIds(model)).toEqual(['s1', 's2']);
  expect(model.capture().markers).toEqual([{ url: 'http://localhost/3', before: 1 }]);
});

test('a page that is left with flags in a stream that was open says how to keep them', () => {
  const { model } = createBench();
  const chunks = refundChunks(LIVE).slice(0, 4);
  const end = { type: 'stream-end', t: START + 900, stream: LIVE, reason: 'abort' } as const;
  const records = [...openStream(LIVE), ...chunks, earlyRefund(), end];
  model.receive({ type: 'records', records });
  model.receive({ type: 'navigated', url: 'http://localhost/2', t: START + 1000 });
  expect(streamIds(model)).toEqual([]);
  expect(model.messages.notes.value).toMatchObject([
    { text: expect.stringMatching('Preserve log') },
  ]);
});

test('what is left of a stream that was cleared while open does not come back, and that is said', () => {
  const { model } = createBench();
  const chunks = refundChunks(LIVE);
  model.receive({ type: 'records', records: [...openStream(LIVE), ...chunks.slice(0, 3)] });
  model.clear();
  model.receive({ type: 'records', records: chunks.slice(3) });
  expect(model.session().records).toEqual([]);
  expect(model.messages.notes.value).toMatchObject([
    { tone: 'status', text: expect.stringMatching('A stream was open when you cleared') },
  ]);
  model.clear();
  expect(model.messages.notes.value).toEqual([]);
});

test('stopping sends the command and the recorder has the last word', () => {
  const { model, commands } = createBench();
  model.toggleRecording();
  expect(commands).toEqual([{ type: 'record', recording: false }]);
  expect(model.recording.value).toBe(false);
  model.receive({ type: 'recording', recording: true });
  expect(model.recording.value).toBe(true);
});

test('an exported session holds no secrets unless asked for, and reads back the same', () => {
  const { model, downloads } = createBench();
  receiveRefund(model);
  model.exportSession();
  model.change({ includeSecrets: true });
  model.exportSession();
  const [redacted, whole] = downloads.map(({ text }) => text);
  expect(redacted).not.toContain('secret-token-1');
  expect(whole).toContain('secret-token-1');
  expect(readSession(whole)).toMatchObject({ type: 'session', session: model.session() });
});

test('an imported session is shown while live records go on behind it', () => {
  const { model, downloads } = createBench();
  receiveRefund(model, 'a');
  model.exportSession();
  const file = downloads[0]?.text ?? '';
  receiveRefund(model, 'b', 5000);
  model.importText('bug.json', file);
  receiveRefund(model, 'c', 9000);
  expect(model.capture().fileName).toBe('bug.json');
  expect(streamIds(model)).toEqual(['s1']);
  model.backToLive();
  expect(streamIds(model)).toEqual(['s1', 's2', 's3']);
});

test('a file that cannot be read is said so and changes nothing', () => {
  const { model } = createBench();
  receiveRefund(model);
  model.importText('notes.json', '{"a": 1}');
  expect(model.capture().fileName).toBeNull();
  expect(model.messages.notes.value).toMatchObject([{ tone: 'alert' }]);
  expect(model.messages.notes.value[0]?.text).toContain('notes.json');
});

/** A session file with so many records that cannot be read. */
function brokenFile(count: number): string {
  const records = Array.from({ length: count }, (_value, index) => ({ type: `bad${index}` }));
  const page = { url: '', title: '' };
  return JSON.stringify({ format: 'midstream-session', version: 1, startedAt: '', page, records });
}

test('the problems of a file are one message with their number, and go when it is closed', () => {
  const { model } = createBench();
  model.importText('bad.json', brokenFile(5000));
  const [note, ...others] = model.messages.notes.value;
  expect(others).toEqual([]);
  expect(note?.text).toMatch(/^bad.json has 5,000 problems\. Record 1 .*\. Record 2 .*\. …$/);
  model.backToLive();
  expect(model.messages.notes.value).toEqual([]);

  model.importText('bad.json', brokenFile(1));
  expect(model.messages.notes.value[0]?.text).toMatch(/^bad.json has 1 problem\. Record 1 .*\.$/);
});

test('what is said of a failed import goes with the next one, and with what is cleared', () => {
  const { model } = createBench();
  model.importText('notes.json', '{"a": 1}');
  model.importText('notes.txt', 'a');
  expect(model.messages.notes.value.map(({ text }) => text.split(' ', 1)[0])).toEqual([
    'notes.txt',
  ]);
  model.clear();
  expect(model.messages.notes.value).toEqual([]);
});

test('of many messages the first one and the newest stay', () => {
  const { model } = createBench();
  for (let count = 1; count <= 9; count += 1) {
    model.receive({ type: 'failure', place: `tap ${count}`, message: 'no clock' });
  }
  model.receive({ type: 'failure', place: 'tap 1', message: 'no clock' });
  const places = model.messages.notes.value.map(({ text }) => /tap \d/.exec(text)?.[0]);
  expect(places).toEqual(['tap 1', 'tap 7', 'tap 8', 'tap 9']);
});

test('a message stands once however often it comes, until it is dismissed', () => {
  const { model } = createBench();
  model.receive({ type: 'failure', place: 'tap', message: 'no clock' });
  model.receive({ type: 'failure', place: 'tap', message: 'no clock' });
  const [note, ...others] = model.messages.notes.value;
  expect(others).toEqual([]);
  model.messages.dismiss(note?.id ?? -1);
  expect(model.messages.notes.value).toEqual([]);
});

test('a confirmation goes by itself', async () => {
  const { model, later } = createBench();
  model.copy('{}');
  await expect.poll(() => model.messages.notes.value).toMatchObject([{ tone: 'status' }]);
  for (const run of later) run();
  expect(model.messages.notes.value).toEqual([]);
});

test('the body of a stream is its chunks joined, byte for byte', () => {
  const { model, downloads } = createBench();
  const [, open] = openStream(LIVE);
  if (open === undefined) throw new TypeError('The stream has no opening record');
  model.receive({
    type: 'records',
    records: [
      open,
      { type: 'stream-chunk', t: START + 30, stream: LIVE, text: 'data: é' },
      { type: 'stream-chunk', t: START + 31, stream: LIVE, base64: '8J8=' },
      { type: 'stream-chunk', t: START + 32, stream: LIVE, base64: 'mIAK' },
    ],
  });
  const expected = new TextEncoder().encode('data: é😀\n');
  expect([...model.capture().body('s1')]).toEqual([...expected]);
  const stream = model.capture().selectedStream();
  if (stream !== undefined) model.exportBody(stream);
  expect(downloads[0]?.name).toBe('s1-chat.sse');
});
