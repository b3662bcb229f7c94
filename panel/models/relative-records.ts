/**
 * On the way to the panel times are epoch milliseconds and a stream is named by its document and a
 * count. A session has times relative to its start and streams s1, s2, …: this makes the one out of
 * the other, record by record.
 */
import type { SessionRecord } from '../../src/core/records.ts';

/** What a session's records are relative to. */
export interface RelativeRecords {
  /** Start of the session in whole epoch milliseconds; null before the first record. */
  readonly startedAt: () => number | null;
  /** Takes a record as it travelled; returns it as the session has it. */
  readonly relative: (record: SessionRecord) => SessionRecord;
  /** The name that a stream got; undefined where no record of it has come. */
  readonly nameOf: (stream: string) => string | undefined;
}

/** A microsecond: browsers give no finer time, and the rest is noise of the subtraction. */
const RESOLUTION = 1000;

/** Returns a fresh renaming with no start and no streams. */
export function createRelativeRecords(): RelativeRecords {
  const names = new Map<string, string>();
  let start: number | null = null;

  const nameOf = (stream: string): string => {
    const known = names.get(stream);
    if (known !== undefined) return known;
    const name = `s${names.size + 1}`;
    names.set(stream, name);
    return name;
  };

  const relative = (record: SessionRecord): SessionRecord => {
    start ??= Math.floor(record.t);
    const t = Math.round((record.t - start) * RESOLUTION) / RESOLUTION;
    switch (record.type) {
      case 'stream-open':
      case 'stream-chunk':
      case 'stream-end':
        return { ...record, t, stream: nameOf(record.stream) };
      case 'gap':
        return record.stream === undefined
          ? { ...record, t }
          : { ...record, t, stream: nameOf(record.stream) };
      case 'action':
        return 'cause' in record && record.cause !== undefined
          ? { ...record, t, cause: { ...record.cause, stream: nameOf(record.cause.stream) } }
          : { ...record, t };
      default:
        return record satisfies never;
    }
  };

  return { startedAt: () => start, relative, nameOf: (stream) => names.get(stream) };
}
