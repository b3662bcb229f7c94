/**
 * The harness of all formats: it finds every capture under test/fixtures and holds each to the same
 * promises. A new format adds a file and captures, and nothing here.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat, formats } from '../../src/core/formats/index.ts';
import { createInspection } from '../../src/core/inspection.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import { inspectSession, type Report } from '../../src/core/report.ts';
import { writeSession } from '../../src/core/session-file.ts';
import type { Stream } from '../../src/core/types.ts';
import { captureFiles, readCapture, recordsOf, type Capture } from '../support/read-capture.ts';
import { dumpStream } from '../support/dump-stream.ts';
import { sessionOf } from '../support/sessions.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const files = captureFiles(FIXTURES).filter((name) => !name.startsWith('not-ours'));
const runs = { numRuns: process.env['CI'] === undefined ? 25 : 200 };

function inspect(records: readonly SessionRecord[]): Stream {
  const inspection = createInspection();
  for (const record of records) inspection.add(record);
  const [stream] = inspection.streams;
  if (stream === undefined) throw new Error('no stream');
  return stream;
}

/** What may not depend on the network: all but times, chunks, and what says that a chunk cut something. */
function withoutNetwork(records: readonly SessionRecord[]): unknown {
  const stream = inspect(records);
  return {
    format: stream.format,
    status: stream.status,
    finish: stream.finish,
    frames: stream.frames.map((frame) => ({
      type: frame.type,
      start: frame.start,
      end: frame.end,
      text: frame.type === 'event' ? [frame.name, frame.id, frame.data] : frame.text,
    })),
    calls: stream.calls.map(
      ({ fragments, index, choice, id, name, kind, status, reason, parse, end }) => ({
        index,
        choice,
        id,
        name,
        kind,
        status,
        reason,
        parse,
        end:
          end === null
            ? null
            : {
                frame: end.frame,
                event: end.event,
              },
        fragments: fragments.map(({ text, start, end: stop, frame, parse: state }) => [
          text,
          start,
          stop,
          frame,
          state,
        ]),
        arguments: fragments.map(({ text }) => text).join(''),
      }),
    ),
    diagnostics: stream.diagnostics
      .filter(({ code }) => code !== 'utf8-split')
      .map(({ chunk: _chunk, ...diagnostic }) => diagnostic),
  };
}

describe.each(files)('%s', (name) => {
  const capture = readCapture(FIXTURES, name);
  const format = dirname(name);

  test('reads as its readable dump says', async () => {
    const dump = dumpStream(inspect(recordsOf(capture)));
    await expect(dump).toMatchFileSnapshot(
      join(FIXTURES, name.replace(/\.http$/, '.expected.txt')),
    );
  });

  test('is claimed by the format that its folder names', () => {
    expect(inspect(recordsOf(capture)).format).toBe(format);
  });

  test('reads the same byte by byte and in any other chunks', () => {
    const whole = withoutNetwork(recordsOf(capture));
    expect(withoutNetwork(recordsOf(capture, Array.from(capture.body.keys())))).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(capture.body.length), { maxLength: 20 }), (cuts) => {
        expect(withoutNetwork(recordsOf(capture, cuts))).toEqual(whole);
      }),
      runs,
    );
  });

  test('cut short anywhere, every call still ends in one of the three ways', () => {
    for (let length = 0; length < capture.body.length; length += 7) {
      expectSettled({ ...capture, body: capture.body.subarray(0, length) });
    }
  });

  test('with any byte flipped, every call still ends in one of the three ways', () => {
    fc.assert(
      fc.property(
        fc.nat(Math.max(capture.body.length - 1, 0)),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          const body = Uint8Array.from(capture.body);
          body[at] = (body[at] ?? 0) ^ flip;
          expectSettled({ ...capture, body });
        },
      ),
      runs,
    );
  });

  test('written to a session file and read back, it gives the same report', () => {
    const session = sessionOf(recordsOf(capture, [100, 200, 300]));
    expect(inspectSession(writeSession(session))).toEqual(inspectSession(session));
  });

  test('complete arguments are the value that JSON.parse gives', () => {
    const isFreeText = inspect(recordsOf(capture)).calls.map(
      ({ parse }) => parse.type === 'free-text',
    );
    const calls = inspectSession(sessionOf(recordsOf(capture))).streams[0]?.calls ?? [];
    for (const [position, call] of calls.entries()) {
      if (call.status !== 'complete' || isFreeText[position] || call.arguments === '') continue;
      expect(call.argumentsJson).toEqual(JSON.parse(call.arguments));
    }
  });
});

function expectSettled(capture: Capture): void {
  const report: Report = inspectSession(sessionOf(recordsOf(capture)));
  for (const call of report.streams[0]?.calls ?? []) {
    expect(['complete', 'incomplete', 'parse_error']).toContain(call.status);
  }
}

describe('the registry', () => {
  test.each(formats.map(({ id }) => id))(
    '%s has captures with a call, with a bad end, and without a call',
    (id) => {
      const streams = files
        .filter((name) => dirname(name) === id)
        .map((name) => inspect(recordsOf(readCapture(FIXTURES, name))));
      expect(streams.some(({ calls }) => calls.some(({ status }) => status === 'complete'))).toBe(
        true,
      );
      expect(streams.some(({ status }) => status === 'cut' || status === 'error')).toBe(true);
      expect(streams.some(({ calls, status }) => calls.length === 0 && status === 'complete')).toBe(
        true,
      );
    },
  );

  test('every folder of captures is a format', () => {
    const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const known = [...formats.map(({ id }) => id), 'not-ours', 'sessions'];
    expect(known).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  test('every format is named as its file', () => {
    for (const { id } of formats) {
      expect(
        existsSync(join(import.meta.dirname, `../../src/core/formats/${basename(id)}.ts`)),
      ).toBe(true);
    }
  });

  test('no event of a capture is claimed by two formats with the same certainty', () => {
    for (const name of files) {
      for (const frame of inspect(recordsOf(readCapture(FIXTURES, name))).frames) {
        if (frame.type !== 'event') continue;
        const event = { name: frame.name, data: frame.data, json: parsed(frame.data) };
        const hints = { url: '', contentType: '', request: undefined };
        const scores = formats
          .map((format) => format.detect(event, hints))
          .filter((score) => score >= 0.5);
        expect(new Set(scores).size).toBe(scores.length);
        expect(detectFormat(event, hints) === null).toBe(scores.length === 0);
      }
    }
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('streams of no known format', () => {
  test.each(captureFiles(join(FIXTURES, 'not-ours')))(
    '%s: all bytes and events, no call, one sentence',
    (name) => {
      const capture = readCapture(join(FIXTURES, 'not-ours'), name);
      const stream = inspect(recordsOf(capture, [5, 20]));
      expect(stream.format).toBeNull();
      expect(stream.calls).toEqual([]);
      expect(stream.bytes).toBe(capture.body.length);
      expect(stream.notice).toMatch(/^[A-Z].*\.$/s);
    },
  );
});
