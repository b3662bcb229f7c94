import { describe, expect, test } from 'vitest';
import { inspectSession } from '../../src/core/report.ts';
import { redactSession } from '../../src/core/redact.ts';
import { readSession, writeSession } from '../../src/core/session-file.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import { sessionOf } from '../support/sessions.ts';

const open: SessionRecord = {
  type: 'stream-open',
  t: 0,
  stream: 's1',
  transport: 'fetch',
  source: 'tap',
  frame: { id: 0, url: 'https://app.example/?token=t0ps3cret' },
  request: {
    method: 'POST',
    url: 'https://api.example/v1?key=t0ps3cret&alt=sse',
    headers: [
      ['Authorization', 'Bearer t0ps3cret'],
      ['x-api-key', 't0ps3cret'],
      ['content-type', 'application/json'],
    ],
    body: '{"stream":true}',
  },
  response: {
    status: 200,
    headers: [
      ['set-cookie', 'sid=t0ps3cret'],
      ['content-type', 'text/event-stream'],
    ],
  },
};
const records: readonly SessionRecord[] = [
  open,
  { type: 'stream-chunk', t: 1.5, stream: 's1', text: 'data: é\n\n' },
  { type: 'stream-chunk', t: 2, stream: 's1', base64: 'ZGF0YTog/w==' },
  { type: 'stream-chunk', t: 2, stream: 's1', text: 'more', continues: true },
  {
    type: 'action',
    t: 2.5,
    kind: 'gesture',
    event: 'click',
    trusted: true,
    target: { role: 'button', name: 'Go', selector: null },
  },
  {
    type: 'action',
    t: 2.6,
    kind: 'request',
    method: 'POST',
    url: '/api',
    body: null,
    initiator: 'xhr',
    cause: { stream: 's1', chunk: 1 },
  },
  { type: 'action', t: 2.7, kind: 'control-enabled', how: 'attribute' },
  { type: 'action', t: 2.8, kind: 'parse-failure', text: '{"a', message: 'Unexpected end' },
  { type: 'gap', t: 3, stream: 's1', records: 2, bytes: 40, reason: 'buffer-full' },
  { type: 'stream-end', t: 4, stream: 's1', reason: 'cancel', message: 'done' },
];
const session = sessionOf(records);

describe('a session file', () => {
  test('is read back as it was written', () => {
    expect(readSession(writeSession(session))).toEqual({ type: 'session', session, problems: [] });
  });

  test('has one record a line', () => {
    expect(writeSession(session).trimEnd().split('\n')).toHaveLength(records.length + 2);
  });

  test('without records is a session all the same', () => {
    expect(readSession(writeSession(sessionOf([])))).toMatchObject({
      type: 'session',
      problems: [],
    });
  });

  test('may have fields that this version does not know', () => {
    const future = {
      ...session,
      mood: 'sunny',
      records: records.map((record) => ({ ...record, extra: 1 })),
    };
    expect(readSession(JSON.stringify(future))).toEqual({ type: 'session', session, problems: [] });
  });

  test('may lack every optional field, or have them of another type', () => {
    const bare = {
      format: 'midstream-session',
      version: 1,
      records: [{ type: 'stream-open', t: 0, stream: 's1', request: 7, frame: 'x', stack: [] }],
    };
    expect(readSession(bare)).toMatchObject({
      type: 'session',
      problems: [],
      session: { records: [{ type: 'stream-open', stream: 's1', transport: 'fetch' }] },
    });
  });

  test.each<[string, unknown, RegExp]>([
    [
      'text that is not JSON',
      '{"format": "midstream-ses',
      /not JSON, or it is cut off .* export the session again/,
    ],
    ['JSON of another kind', '{"log": {"version": "1.2"}}', /no Midstream session.*Choose a file/],
    ['no version', { format: 'midstream-session', records: [] }, /names no version/],
    [
      'a newer version',
      { format: 'midstream-session', version: 2, records: [] },
      /version 2.*Update the extension/,
    ],
    ['no records', { format: 'midstream-session', version: 1 }, /no list of records/],
    ['null', null, /no Midstream session/],
  ])('of %s is refused with a sentence that says what to do', (_name, input, message) => {
    expect(readSession(input)).toMatchObject({
      type: 'unreadable',
      message: expect.stringMatching(message),
    });
    expect(inspectSession(input)).toMatchObject({
      streams: [],
      flags: [],
      problems: [expect.stringMatching(message)],
    });
  });

  test('with broken records keeps the others, and says what was left out', () => {
    const broken = {
      ...session,
      records: [
        null,
        { type: 'stream-chunk', t: 1, stream: 's1' },
        { type: 'dance', t: 1, stream: 's1' },
        open,
        { type: 'stream-end' },
      ],
    };
    const reading = readSession(broken);
    expect(reading).toMatchObject({ type: 'session', session: { records: [open] } });
    expect(reading.type === 'session' && reading.problems).toEqual([
      'Record 1 was left out: it is no object.',
      'Record 2 was left out: it is a chunk with neither text nor base64.',
      'Record 3 was left out: its type "dance" is unknown to this version.',
      'Record 5 was left out: it is of type stream-end and has no time.',
    ]);
  });

  test('with very many broken records names the first ones and counts the rest', () => {
    const reading = readSession({ ...session, records: Array.from({ length: 40 }, () => 1) });
    expect(reading.type === 'session' && reading.problems.at(-1)).toBe(
      '35 more records were left out.',
    );
  });
});

describe('a redacted session', () => {
  test('holds no secret of headers and addresses, and all else', () => {
    const text = writeSession(redactSession(session));
    expect(text).not.toContain('t0ps3cret');
    expect(text).toContain('["Authorization","[redacted]"]');
    expect(text).toContain('["content-type","application/json"]');
    expect(text).toContain('alt=sse');
    expect(inspectSession(text).streams).toEqual(inspectSession(session).streams);
  });
});

describe('a session whose records do not fit together', () => {
  test('shows a stream whose opening is missing', () => {
    const report = inspectSession(sessionOf(records.slice(1)));
    expect(report.streams).toMatchObject([{ stream: 's1', status: 'aborted', frames: 1 }]);
  });

  test('ignores what comes after the end of a stream, and a second opening', () => {
    const report = inspectSession(sessionOf([...records, ...records]));
    expect(report.streams).toHaveLength(1);
    expect(report.streams[0]?.chunks).toBe(2);
  });
});
