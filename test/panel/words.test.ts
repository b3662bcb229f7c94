/** What the panel says about streams, calls, fragments and flags. */
import { beforeEach, expect, test } from 'vitest';
import { createCapture, type Capture } from '../../panel/models/capture.ts';
import { diagnosticPlace } from '../../panel/models/diagnostic-text.ts';
import { detailText, eventRow } from '../../panel/models/event-rows.ts';
import { adviceText } from '../../panel/models/flag-advice.ts';
import { countFaults, createFlagBook, filterFlags } from '../../panel/models/flag-book.ts';
import { fieldName, flagText } from '../../panel/models/flag-text.ts';
import { bufferThen, fragmentRow, isJoined } from '../../panel/models/fragment-rows.ts';
import { createRelativeRecords } from '../../panel/models/relative-records.ts';
import { callStatusWording, choiceText, parseWording } from '../../panel/models/state-text.ts';
import { droppedText, streamSummary, streamTitle } from '../../panel/models/stream-row.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import type { Call, Flag, ParseState, Stream } from '../../src/core/types.ts';
import { earlyRefund, openStream, refundChunks, START } from './sessions.ts';
import { story } from '../support/story.ts';

let capture: Capture;
let add: (records: readonly SessionRecord[]) => void;

beforeEach(() => {
  const { relative } = createRelativeRecords();
  capture = createCapture(null);
  add = (records) => {
    for (const record of records) capture.add(relative(record));
  };
});

function only(): { readonly stream: Stream; readonly call: Call; readonly flag: Flag | undefined } {
  const stream = capture.selectedStream();
  const call = stream?.calls[0];
  if (stream === undefined || call === undefined) throw new TypeError('The capture has no call');
  return { stream, call, flag: capture.inspection.flags[0] };
}

/** The refund of half a number: two fragments, the action, the rest. */
function addEarlyRefund(): void {
  add(openStream('x'));
  const chunks = refundChunks('x');
  add([...chunks.slice(0, 4), earlyRefund(), ...chunks.slice(4)]);
}

test.each<[ParseState, boolean, string, string]>([
  [{ type: 'prefix', open: 'number' }, true, 'prefix, in a number', 'live'],
  [{ type: 'parses', open: null }, true, 'parses, but is not final', 'warn'],
  [{ type: 'parses', open: null }, false, 'parses', 'ok'],
  [{ type: 'parses', open: 'number' }, true, 'parses, but the number may go on', 'warn'],
  [{ type: 'invalid', offset: 4 }, true, 'not JSON from character 5', 'bad'],
  [{ type: 'prefix', open: 'string' }, false, 'prefix, in a string', 'bad'],
])('a buffer of state %j with its call open %s reads "%s"', (parse, open, text, tone) => {
  expect(parseWording(parse, open)).toEqual({ text, tone });
});

test('an incomplete call says why', () => {
  expect(callStatusWording({ status: 'incomplete', reason: 'length' }, true).text).toBe(
    'incomplete: token limit reached',
  );
});

test('a call that had not ended when its session was saved is not said to stream', () => {
  const open = { status: 'streaming', reason: null } as const;
  expect(callStatusWording(open, true)).toEqual({ text: 'streaming', tone: 'live' });
  expect(callStatusWording(open, false)).toEqual({ text: 'streaming when saved', tone: 'plain' });
});

test('a stream is summed up by format, tools, events and duration', () => {
  addEarlyRefund();
  add([{ type: 'stream-end', t: START + 910, stream: 'x', reason: 'eof' }]);
  const { stream } = only();
  expect(streamTitle(stream.open)).toBe('POST /api/agent/chat');
  expect(streamSummary(stream, capture.requestedAt(stream))).toEqual({
    format: 'anthropic-messages',
    tools: ['create_refund'],
    figures: ['9 events', '910 ms'],
  });
});

test('a stream that is open shows no duration, since nothing would make it move', () => {
  add(openStream('x'));
  add(refundChunks('x').slice(0, 4));
  expect(streamSummary(only().stream, 0).figures).toEqual(['4 events']);
});

test('a fragment says what it cut and what a trusting parser would have shown', () => {
  addEarlyRefund();
  const { stream, call } = only();
  expect(fragmentRow(stream, call, 1, 0)).toMatchObject({
    number: '2',
    delta: '100 ms',
    chunk: '4',
    event: '4',
    text: 'Cents": 50',
    cut: 'mid-number',
    tears: true,
    guess: '{ amountCents: 50 }',
    guessed: true,
  });
  expect(fragmentRow(stream, call, 3, 0)).toMatchObject({
    cut: 'end',
    tears: false,
    parse: { text: 'parses, not final', tone: 'warn' },
    guessed: false,
  });
});

test('the buffer as of a fragment ends with that fragment', () => {
  addEarlyRefund();
  expect(bufferThen(only().call, 1)).toBe('{"amountCents": 50');
});

test('a flag says when it happened, how it differs, and why it is held against the call', () => {
  addEarlyRefund();
  const { flag } = only();
  if (flag === undefined) throw new TypeError('No flag was raised');
  const text = flagText(flag, capture);
  expect(text).toMatchObject({
    title: 'Acted before the call was done',
    tone: 'bad',
    sentence: 'POST /api/refunds after fragment 2 of 4, 250 ms before content_block_stop.',
    why: 'Confirmed: The request’s body carries amountCents: 50.',
    advice:
      'Wait for content_block_stop before acting on this call, and read its arguments only then.',
    stack: 'confirmRefund@http://localhost:5173/refund.ts:31:12',
  });
  expect(text.differences).toEqual([
    { field: 'amountCents', acted: '50', final: '5000', actedMissing: false, finalMissing: false },
    { field: 'to', acted: 'missing', final: '"acc_88f2"', actedMissing: true, finalMissing: false },
  ]);
  expect(text.reasons).toEqual(['The request’s body carries amountCents: 50.']);
});

test('a flag after a chunk with several fragments says that any of them may be meant', () => {
  const pieces = ['{"orderId": "A-1042", "amountCents": 5', '0', '00'];
  const { inspection } = story()
    .open()
    .start()
    .burst(pieces)
    .post('/api/refunds', { orderId: 'A-1042', amountCents: 5 });
  const [flag] = inspection.flags;
  if (flag === undefined) throw new TypeError('No flag was raised');
  expect(flagText(flag, { inspection, isLive: true }).reasons.at(-1)).toMatch(
    /^Fragments \d to \d came in one chunk/,
  );
});

test('while the call is open its flag says so', () => {
  add(openStream('x'));
  add([...refundChunks('x').slice(0, 4), earlyRefund()]);
  const { flag } = only();
  if (flag === undefined) throw new TypeError('No flag was raised');
  expect(flagText(flag, capture).sentence).toBe(
    'POST /api/refunds after fragment 2 of 2, and the call is still open.',
  );
});

test('an action after the end of its call says how long after', () => {
  addEarlyRefund();
  const { flag } = only();
  if (flag === undefined) throw new TypeError('No flag was raised');
  const late: Flag = { ...flag, code: 'before-stream-end', t: 760, fragment: 4 };
  expect(flagText(late, capture).sentence).toBe(
    'POST /api/refunds after fragment 4 of 4, 60 ms after content_block_stop.',
  );
});

test('arguments that are not what the fragments make are told from those that are', () => {
  addEarlyRefund();
  const { call } = only();
  expect(isJoined(call)).toBe(true);
  expect(isJoined({ ...call, arguments: call.arguments.replace('5000', '5001') })).toBe(false);
  expect(isJoined({ ...call, arguments: '{}' })).toBe(false);
  expect(bufferThen({ ...call, arguments: '{}' }, 1)).toBe('{"amountCents": 50');
});

test('possible flags are counted apart and shown when asked for', () => {
  addEarlyRefund();
  const { flag } = only();
  if (flag === undefined) throw new TypeError('No flag was raised');
  const note: Flag = { ...flag, code: 'before-stream-end', confidence: 'confirmed' };
  const flags = [note, { ...flag, confidence: 'possible' } as const, flag];
  const book = createFlagBook({ ...capture.inspection, flags }, { has: () => false });
  const filter = { stream: 's1', possible: false, dismissed: false };
  expect(countFaults(book, 's1')).toBe(1);
  expect(filterFlags(book, filter)).toMatchObject({ shown: [flag, note], hiddenPossible: 1 });
  expect(filterFlags(book, { ...filter, possible: true }).shown).toHaveLength(3);
  expect(filterFlags(book, { ...filter, possible: true, stream: 's2' }).shown).toEqual([]);
});

test('a field is named without the root of its path', () => {
  expect(fieldName('$.lines[0].sku')).toBe('lines[0].sku');
  expect(fieldName('$')).toBe('$');
});

test('comments and an undispatched tail have rows of their own', () => {
  add(openStream('x'));
  add([
    { type: 'stream-chunk', t: 0, stream: 'x', text: ': ping\n\ndata: {"a":1}\n\ndata: lost' },
    { type: 'stream-end', t: 1, stream: 'x', reason: 'eof' },
  ]);
  const stream = capture.selectedStream();
  if (stream === undefined) throw new TypeError('The capture has no stream');
  expect([0, 1, 2].map((row) => eventRow(stream, row, 0)?.name)).toEqual([
    'comment',
    'message',
    'not dispatched',
  ]);
});

test('the data of an event is indented where it is JSON and whole where it is not', () => {
  expect(detailText('{"a":1}').text).toBe('{\n  "a": 1\n}');
  expect(detailText('[DONE]').text).toBe('[DONE]');
});

test('what was dropped is added up and says why', () => {
  const gap = { type: 'gap', t: 0, records: 0, bytes: 0 } as const;
  expect(droppedText([])).toBe('nothing dropped');
  expect(
    droppedText([
      { ...gap, records: 12, bytes: 40_960, reason: 'buffer-full' },
      { ...gap, records: 1, bytes: 40, reason: 'buffer-full' },
      { ...gap, records: 1, bytes: 0, reason: 'constructor' },
    ]),
  ).toMatch(/^14 records dropped \(41 kB\): the buffer was full, constructor$/);
});

test('a gap of nothing is an interruption and no drop', () => {
  const gap = { type: 'gap', t: 0, records: 0, bytes: 0 } as const;
  expect(droppedText([{ ...gap, reason: 'recording-stopped' }])).toBe(
    'nothing dropped · 1 interruption: recording was stopped',
  );
  expect(
    droppedText([
      { ...gap, reason: 'recording-stopped' },
      { ...gap, reason: 'reconnecting' },
      { ...gap, records: 1, bytes: 1, reason: 'too-large' },
    ]),
  ).toMatch(
    /^1 record dropped \(1 B\): a body was too large · 2 interruptions: recording was stopped, the connection was lost, and asked for again$/,
  );
});

/** A chunk of an OpenAI stream with the whole of a call, always under the same index. */
function wholeCall(choice: number, name: string): SessionRecord {
  const call = { index: 0, id: `call_${name}`, function: { name, arguments: '{}' } };
  const event = {
    object: 'chat.completion.chunk',
    choices: [{ index: choice, delta: { tool_calls: [call] } }],
  };
  return { type: 'stream-chunk', t: 100, stream: 'x', text: `data: ${JSON.stringify(event)}\n\n` };
}

test('a diagnostic names a call as its tab does', () => {
  add([...openStream('x'), wholeCall(0, 'a'), wholeCall(0, 'b')]);
  const { stream } = only();
  const reused = stream.diagnostics.find(({ code }) => code === 'index-reused');
  if (reused === undefined) throw new TypeError('The index was not found to be reused');
  expect(diagnosticPlace(reused, stream)[0]).toBe('call 0 · b');
  expect(diagnosticPlace({ code: 'invalid-utf8', message: '', count: 1 }, stream)).toEqual([
    'whole stream',
  ]);
});

test('a call names its choice where the stream has calls in several', () => {
  add([...openStream('x'), wholeCall(0, 'a'), wholeCall(0, 'b')]);
  expect(choiceText(only().stream, only().call)).toBe('');
  add([wholeCall(1, 'c')]);
  const { stream } = only();
  expect(stream.calls.map((call) => choiceText(stream, call))).toEqual([
    'choice 0',
    'choice 0',
    'choice 1',
  ]);
});

test('a parse of the whole buffer, as repairing parsers do it, is not told to be a bug', () => {
  const code = 'parse-failure';
  expect(adviceText({ code, confidence: 'confirmed' }, 'message_stop')).toBe(
    'Join the fragments of a call by its index, and parse the whole at message_stop.',
  );
  expect(adviceText({ code, confidence: 'possible' }, 'message_stop')).toMatch(
    /nothing has to change as long as nothing acts on what it reads before message_stop/,
  );
});
