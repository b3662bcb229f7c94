/**
 * One session on screen, live or from a file: core's fold of its records, what the reader has
 * selected in it, and the session file it makes. The fold's objects are live and only grow; views
 * read them again whenever the panel's revision moves.
 */
import { signal, type Signal } from '@preact/signals';
import { chunkBytes, createInspection } from '../../src/core/index.ts';
import type { GapRecord, SessionRecord } from '../../src/core/records.ts';
import type { Session } from '../../src/core/index.ts';
import type { Flag, Inspection, Stream } from '../../src/core/types.ts';
import { compareViews, type Comparison } from './source-notes.ts';

/** The page was left for another while its log is preserved. Stands before the stream at `before`. */
export interface NavigationMarker {
  readonly url: string;
  readonly before: number;
}

export interface Selection {
  /** Null: the first stream there is. */
  readonly stream: string | null;
  /** Position of the call. */
  readonly call: number;
  /** Position of the fragment; null: the buffer as it is now. */
  readonly fragment: number | null;
  /** Position of the frame; null: none. */
  readonly frame: number | null;
  /** The flag whose card was opened last. */
  readonly flag: Flag | null;
}

/** What a session file says beside its records. */
export type SessionHead = Omit<Session, 'records'>;

export interface Capture {
  /** The file's name; null for the live session. */
  readonly fileName: string | null;
  /** Whether records may still come: not so in a session from a file. */
  readonly isLive: boolean;
  readonly inspection: Inspection;
  readonly markers: readonly NavigationMarker[];
  readonly selection: Signal<Selection>;
  readonly add: (record: SessionRecord) => void;
  readonly markNavigation: (url: string) => void;
  /** Takes the digests of the events that the network log has of a stream. */
  readonly addAudit: (stream: string, events: readonly number[]) => void;
  /** How the page's view of a stream compares with the network log's; null while that is not known. */
  readonly comparison: (stream: Stream) => Comparison | null;
  readonly select: (change: Partial<Selection>) => void;
  readonly selectedStream: () => Stream | undefined;
  /** When the stream's request was made, in session milliseconds; when it opened, where that was not seen. */
  readonly requestedAt: (stream: Stream) => number;
  /** Records and bytes that had to be dropped, over all streams. */
  readonly gaps: () => readonly GapRecord[];
  readonly file: (head: SessionHead) => Session;
  readonly body: (stream: string) => Uint8Array<ArrayBuffer>;
}

const NOTHING: Selection = { stream: null, call: 0, fragment: null, frame: null, flag: null };

/** Takes the file's name, or null for the live session; returns an empty capture. */
export function createCapture(fileName: string | null): Capture {
  const inspection = createInspection();
  const selection = signal(NOTHING);
  const markers: NavigationMarker[] = [];
  const requests = new Map<string, number>();
  const gaps: GapRecord[] = [];
  const audits = new Map<string, readonly number[]>();
  /** A comparison reads each event, and what has ended does not change. */
  const comparisons = new Map<string, Comparison>();

  const add = (record: SessionRecord): void => {
    if (record.type === 'gap') gaps.push(record);
    if (record.type === 'action' && record.kind === 'request' && record.requestId !== undefined) {
      requests.set(record.requestId, record.t);
    }
    inspection.add(record);
  };

  const select = (change: Partial<Selection>): void => {
    const moves = change.stream !== undefined && change.stream !== selection.value.stream;
    selection.value = { ...selection.value, ...(moves ? NOTHING : {}), ...change };
  };

  const selectedStream = (): Stream | undefined => {
    const chosen = selection.value.stream;
    return chosen === null ? inspection.streams[0] : inspection.stream(chosen);
  };

  const requestedAt = (stream: Stream): number => {
    const { requestId } = stream.open;
    return (requestId === undefined ? undefined : requests.get(requestId)) ?? stream.open.t;
  };

  const comparison = (stream: Stream): Comparison | null => {
    const known = comparisons.get(stream.id);
    const audit = audits.get(stream.id);
    if (known !== undefined || audit === undefined) return known ?? null;
    const compared = compareViews(stream, audit);
    if (compared !== null) comparisons.set(stream.id, compared);
    return compared;
  };

  const body = (stream: string): Uint8Array<ArrayBuffer> => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (const record of inspection.records) {
      if (record.type !== 'stream-chunk' || record.stream !== stream) continue;
      if (record.direction === 'out') continue;
      const bytes = chunkBytes(record);
      parts.push(bytes);
      size += bytes.length;
    }
    const joined = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return joined;
  };

  return {
    fileName,
    isLive: fileName === null,
    inspection,
    markers,
    selection,
    add,
    markNavigation: (url) => {
      markers.push({ url, before: inspection.streams.length });
    },
    addAudit: (stream, events) => {
      audits.set(stream, events);
      comparisons.delete(stream);
    },
    comparison,
    select,
    selectedStream,
    requestedAt,
    gaps: () => gaps,
    file: (head) => ({ ...head, records: [...inspection.records] }),
    body,
  };
}
