/**
 * The inspection: the fold of a session's records into streams, calls and flags. The live panel, a
 * saved session and the tests all run this one.
 */
import { createJudge } from './judge/judge.ts';
import type { GapRecord, SessionRecord } from './records.ts';
import { createStreamReader, type StreamReader } from './stream-reader.ts';
import type { Inspection, Stream } from './types.ts';

/** Creates an empty inspection. */
export function createInspection(): Inspection {
  const records: SessionRecord[] = [];
  const streams: Stream[] = [];
  const gaps: GapRecord[] = [];
  const readers = new Map<string, StreamReader>();
  const judge = createJudge(records);

  /** A stream whose opening was lost is shown all the same. */
  function readerFor(record: SessionRecord & { readonly stream: string }): StreamReader {
    const known = readers.get(record.stream);
    if (known !== undefined) return known;
    const reader = createStreamReader(
      record.type === 'stream-open'
        ? record
        : { type: 'stream-open', t: record.t, stream: record.stream, transport: 'fetch' },
    );
    readers.set(record.stream, reader);
    streams.push(reader.stream);
    judge.opened(reader.stream);
    return reader;
  }

  function add(record: SessionRecord): void {
    records.push(record);
    switch (record.type) {
      case 'stream-open':
        readerFor(record).open(record);
        break;
      case 'stream-chunk': {
        const reader = readerFor(record);
        reader.chunk(record);
        if (record.direction !== 'out') judge.received(reader.stream);
        break;
      }
      case 'stream-end': {
        const reader = readerFor(record);
        reader.end(record);
        judge.ended(reader.stream);
        break;
      }
      case 'action':
        judge.action(record, records.length - 1);
        break;
      case 'gap':
        if (record.stream === undefined) gaps.push(record);
        else readerFor({ ...record, stream: record.stream }).gap(record);
        break;
      default:
        record satisfies never;
    }
  }

  return {
    records,
    streams,
    gaps,
    flags: judge.flags,
    add,
    stream: (id) => readers.get(id)?.stream,
  };
}
