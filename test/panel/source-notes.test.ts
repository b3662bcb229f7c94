/** How the page's view of a stream and the network log's are compared, and what is said of it. */
import { describe, expect, test } from 'vitest';
import {
  beganBefore,
  compareViews,
  comparisonText,
  streamNotes,
} from '../../panel/models/source-notes.ts';
import { createInspection } from '../../src/core/index.ts';
import type { SessionRecord, StreamOpenRecord } from '../../src/core/records.ts';
import type { Stream } from '../../src/core/types.ts';
import { eventDigest } from '../../src/event-digest.ts';

const OPEN: StreamOpenRecord = { type: 'stream-open', t: 0, stream: 's1', transport: 'fetch' };
const EOF: SessionRecord = { type: 'stream-end', t: 9, stream: 's1', reason: 'eof' };
const CANCEL: SessionRecord = { type: 'stream-end', t: 9, stream: 's1', reason: 'cancel' };

function streamOf(
  data: readonly string[],
  rest: readonly SessionRecord[],
  open: Partial<StreamOpenRecord> = {},
): Stream {
  const inspection = createInspection();
  inspection.add({ ...OPEN, ...open });
  const text = data.map((line) => `data: ${line}\n\n`).join('');
  if (text !== '') inspection.add({ type: 'stream-chunk', t: 1, stream: 's1', text });
  for (const record of rest) inspection.add(record);
  const stream = inspection.stream('s1');
  if (stream === undefined) throw new TypeError('The stream was not opened');
  return stream;
}

function digests(...data: readonly string[]): readonly number[] {
  return data.map((line) => eventDigest('message', line));
}

describe('two views of a stream', () => {
  test('agree when they have the same events', () => {
    const comparison = compareViews(streamOf(['a', 'b'], [EOF]), digests('a', 'b'));
    expect(comparison).toEqual({ type: 'agree', unseen: 0 });
    expect(comparison && comparisonText(comparison)).toBe('matches: it has the same events');
  });

  test('agree when the page stopped before the rest', () => {
    const comparison = compareViews(streamOf(['a'], [CANCEL]), digests('a', 'b', 'c'));
    expect(comparison).toEqual({ type: 'agree', unseen: 2 });
    expect(comparison && comparisonText(comparison)).toContain('2 events more');
  });

  test('differ when the page read to the end and has less, and the sentence has both figures', () => {
    const stream = streamOf(['a'], [EOF]);
    const comparison = compareViews(stream, digests('a', 'b'));
    expect(comparison).toEqual({ type: 'differ', page: 1, network: 2, first: null });
    expect(streamNotes(stream, comparison).notes).toEqual([
      {
        tone: 'warn',
        text: "The page's view and the network's view differ: the page got 1 event, the network log has 2.",
      },
    ]);
  });

  test('differ when the page has more than came', () => {
    expect(compareViews(streamOf(['a', 'b'], [CANCEL]), digests('a'))).toEqual({
      type: 'differ',
      page: 2,
      network: 1,
      first: null,
    });
  });

  test('differ from the first event that is not the same', () => {
    const stream = streamOf(['a', 'b', 'c'], [EOF]);
    const comparison = compareViews(stream, digests('a', 'x', 'c'));
    expect(comparison).toMatchObject({ type: 'differ', first: 1 });
    expect(streamNotes(stream, comparison).notes[0]?.text).toContain('from event 2 on');
  });

  test('are not compared while the stream is open, or where records of it are missing', () => {
    const gap: SessionRecord = {
      type: 'gap',
      t: 2,
      stream: 's1',
      records: 1,
      bytes: 8,
      reason: 'buffer-full',
    };
    expect(compareViews(streamOf(['a'], []), digests('a', 'b'))).toBeNull();
    expect(compareViews(streamOf(['a'], [gap, EOF]), digests('a', 'b'))).toBeNull();
  });

  test('agree on a source of events whose other types the page does not listen to', () => {
    const source = { transport: 'eventsource' } as const;
    const stream = streamOf(['a', 'b'], [EOF], source);
    expect(compareViews(stream, digests('x', 'a', 'y', 'b'))).toEqual({ type: 'agree', unseen: 2 });
    expect(compareViews(stream, digests('b', 'a'))).toMatchObject({ type: 'differ', first: 1 });
  });
});

describe('what is said of where a stream comes from', () => {
  const log = { source: 'network-log' } as const;

  test('nothing where the page was watched', () => {
    expect(streamNotes(streamOf(['a'], [EOF]), null).notes).toEqual([]);
  });

  test('what is missing where only the network log saw it', () => {
    const { notes } = streamNotes(streamOf(['a'], [EOF], log), null);
    expect(notes).toEqual([
      { tone: 'plain', text: expect.stringContaining('Only the network log saw') },
    ]);
  });

  test('to reload, and not that it was empty, where it had begun before recording', () => {
    const gap = { records: 0, bytes: 0, reason: 'began-before-recording' };
    const stream = streamOf([], [{ type: 'gap', t: 0, stream: 's1', ...gap }, EOF], log);
    expect(beganBefore(stream)).toBe(true);
    const { notice, notes } = streamNotes(stream, null);
    expect(notice).toBeNull();
    expect(notes).toMatchObject([{ text: expect.stringContaining('Reload the page') }]);
  });

  test('that nothing was kept, and not that it was empty, where the log has no content', () => {
    const gap = { records: 0, bytes: 90, reason: 'not-in-network-log' };
    const stream = streamOf([], [{ type: 'gap', t: 0, stream: 's1', ...gap }, EOF], log);
    const { notice, notes } = streamNotes(stream, null);
    expect(notice).toBeNull();
    expect(notes).toMatchObject([{ text: expect.stringContaining('did not keep') }]);
  });
});
