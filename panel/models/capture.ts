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
}

/** What a session file says beside its records. */
export type SessionHead = Omit<Session, 'records'>;

export interface Capture {
  /** The file's name; null for the live session. */
  readonly fileName: string | null;
  readonly inspection: Inspection;
  readonly markers: readonly NavigationMarker[];
  readonly selection: Signal<Selection>;
  readonly add: (record: SessionRecord) => void;
  readonly markNavigation: (url: string) => void;
  readonly select: (change: Partial<Selection>) => void;
  readonly selectedStream: () => Stream | undefined;
  /** When the stream's request was made, in session milliseconds; when it opened, where that was not seen. */
  readonly requestedAt: (stream: Stream) => number;
  /** Records and bytes that had to be dropped, over all streams. */
  readonly gaps: () => readonly GapRecord[];
  readonly file: (head: SessionHead) => Session;
  readonly body: (stream: string) => Uint8Array<ArrayBuffer>;
}

const NOTHING: Selection = { stream: null, call: 0, fragment: null, frame: null };

/** Takes the file's name, or null for the live session; returns an empty capture. */
export function createCapture(fileName: string | null): Capture {
  const inspection = createInspection();
  const selection = signal(NOTHING);
  const markers: NavigationMarker[] = [];
  const requests = new Map<string, number>();
  const gaps: GapRecord[] = [];

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
    inspection,
    markers,
    selection,
    add,
    markNavigation: (url) => {
      markers.push({ url, before: inspection.streams.length });
    },
    select,
    selectedStream,
    requestedAt,
    gaps: () => gaps,
    file: (head) => ({ ...head, records: [...inspection.records] }),
    body,
  };
}

/** Says whether a flag is a fault: information and mere possibilities are not counted. */
export function isFault(flag: Flag): boolean {
  return flag.confidence !== 'possible' && flag.code !== 'before-stream-end';
}

/**
 * Takes flags; returns those that stand for themselves. A gesture whose request is flagged is told in
 * that flag: click and request were one act.
 */
export function ownFlags(flags: readonly Flag[]): readonly Flag[] {
  const told = new Set<number>();
  for (const { code, confidence, reasons } of flags) {
    if (code !== 'early-action' || confidence === 'possible') continue;
    for (const reason of reasons) if (reason.type === 'after-gesture') told.add(reason.action);
  }
  return told.size === 0 ? flags : flags.filter((flag) => !told.has(flag.action));
}

/** Takes flags and a stream's name, or null for all; returns how many are faults. */
export function countFaults(flags: readonly Flag[], stream: string | null): number {
  let count = 0;
  for (const flag of ownFlags(flags)) {
    if ((stream === null || flag.stream === stream) && isFault(flag)) count += 1;
  }
  return count;
}
