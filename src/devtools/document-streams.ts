/**
 * The streams of one document, as far as the recorder must know them: it ends those that were open
 * when the document went away. It may come back, from the back/forward cache, with a stream that
 * goes on: then the rest is a stream of its own, since the panel may have been cleared meanwhile.
 */
import type { SessionRecord, StreamOpenRecord } from '../core/records.ts';

/** The reason of the gap that stands for the beginning of such a stream. */
const BEGINNING_MISSING = 'beginning-missing';

export interface DocumentStreams {
  /** Takes a record, named; returns what the panel gets for it. */
  readonly follow: (record: SessionRecord) => readonly SessionRecord[];
  /** The document is gone: returns the ends of what was open in it. */
  readonly leave: (t: number) => readonly SessionRecord[];
}

interface Part {
  readonly open: StreamOpenRecord;
  /** What the panel knows it by. */
  readonly name: string;
  /** Chunks that came before this part. */
  readonly skipped: number;
  /** Chunks that have come in all. */
  chunks: number;
  isLeft: boolean;
}

type StreamRecord = Exclude<SessionRecord, { type: 'action' }> & { readonly stream: string };

/**
 * Makes an empty list.
 * @param isWhole false where earlier records of the document went to another recorder: then a stream
 * may go on whose opening is not known
 */
export function createDocumentStreams(isWhole: boolean): DocumentStreams {
  const parts = new Map<string, Part>();
  let continued = 0;

  /** Opens the rest of a stream as one of its own. */
  function resume(record: StreamRecord, left: Part | undefined): readonly SessionRecord[] {
    const { t } = record;
    continued += 1;
    const name = left === undefined ? record.stream : `${record.stream}+${continued}`;
    const open: StreamOpenRecord = {
      ...(left?.open ?? { type: 'stream-open', transport: 'fetch' }),
      t,
      stream: name,
    };
    const chunks = left?.chunks ?? 0;
    const part: Part = { open, name, skipped: chunks, chunks, isLeft: false };
    parts.set(record.stream, part);
    return [
      open,
      { type: 'gap', t, stream: name, records: 0, bytes: 0, reason: BEGINNING_MISSING },
      ...pass(record, part),
    ];
  }

  function pass(record: StreamRecord, part: Part): readonly SessionRecord[] {
    if (record.type === 'stream-chunk' && record.continues !== true) part.chunks += 1;
    const isStop = record.type === 'gap' && record.reason === 'recording-stopped';
    if (record.type === 'stream-end' || isStop) parts.delete(record.stream);
    return [part.name === record.stream ? record : { ...record, stream: part.name }];
  }

  function followStream(record: StreamRecord): readonly SessionRecord[] {
    const part = parts.get(record.stream);
    if (record.type === 'stream-open' && part === undefined) {
      const { stream } = record;
      parts.set(stream, { open: record, name: stream, skipped: 0, chunks: 0, isLeft: false });
      return [record];
    }
    if (part !== undefined) return part.isLeft ? resume(record, part) : pass(record, part);
    if (isWhole) return [record];
    return record.type === 'stream-chunk' ? resume(record, undefined) : [];
  }

  return {
    follow(record) {
      if (record.type === 'action') return [withCause(record, parts)];
      return isOfStream(record) ? followStream(record) : [record];
    },
    leave(t) {
      const open = [...parts.values()].filter(({ isLeft }) => !isLeft);
      for (const part of open) part.isLeft = true;
      return open.map(({ name }) => ({
        type: 'stream-end',
        t,
        stream: name,
        reason: 'abort',
        message: 'The page was left or reloaded.',
      }));
    },
  };
}

function isOfStream(record: SessionRecord): record is StreamRecord {
  return record.type !== 'action' && record.stream !== undefined;
}

/** The rest of a stream counts its chunks from 0 again. */
function withCause(
  record: Extract<SessionRecord, { type: 'action' }>,
  parts: ReadonlyMap<string, Part>,
): SessionRecord {
  if (!('cause' in record) || record.cause === undefined) return record;
  const { stream, chunk } = record.cause;
  const part = parts.get(stream);
  if (part === undefined || part.skipped === 0) return record;
  return { ...record, cause: { stream: part.name, chunk: chunk - part.skipped } };
}
