/**
 * Puts what several sources tell in the order of time: the documents of a tab, each of which sends in
 * batches of its own, and the network log, which is read now and then. A button in a frame is often
 * pressed for a call that another document streams, or a worker: whether the press came before the end
 * of that call is told by its place among the records.
 *
 * So what a document did while another source streams waits for that source's records up to the same
 * moment, or a little while. What is of the document's own streams never waits.
 */
import type { SessionRecord } from '../core/records.ts';
import type { Timer } from '../transport.ts';

/** The network log as a source. */
export const NETWORK_LOG = 'network-log';

/** A document sends what it has within about 130 ms; one that is busy may take longer. */
const DOCUMENT_PATIENCE = 400;
/** The network log is read some 250 ms after a sign of life, and has the end of a request only later. */
const LOG_PATIENCE = 1000;

export interface FrameOrderOptions {
  /** Takes records in order. */
  readonly emit: (records: readonly SessionRecord[]) => void;
  /** Some source streams from now on, or none does any more. */
  readonly onStreaming: (isStreaming: boolean) => void;
  timer: Timer;
}

export interface FrameOrder {
  /** Takes what a source tells: its own records are in order. */
  readonly take: (source: string, records: readonly SessionRecord[]) => void;
  /** Emits all that waits: the page is another one. */
  readonly flush: () => void;
}

/** Makes an order of sources that are all quiet. */
export function createFrameOrder({ emit, onStreaming, timer }: FrameOrderOptions): FrameOrder {
  /** The open streams of each source that has some. */
  const streaming = new Map<string, Set<string>>();
  const reachedTimes = new Map<string, number>();
  let held: { readonly source: string; readonly record: SessionRecord }[] = [];
  let callOff: (() => void) | null = null;

  function isAwaited(source: string): boolean {
    return [...streaming.keys()].some((other) => other !== source);
  }

  function follow(source: string, records: readonly SessionRecord[]): void {
    const open = streaming.get(source) ?? new Set();
    const before = streaming.size;
    for (const record of records) {
      if (record.type === 'stream-open') open.add(record.stream);
      else if (isEnd(record)) open.delete(record.stream ?? '');
    }
    if (open.size > 0) streaming.set(source, open);
    else streaming.delete(source);
    if (before > 0 !== streaming.size > 0) onStreaming(streaming.size > 0);
  }

  /** Whether all others that stream have told what they had up to then. */
  function isDue(source: string, t: number): boolean {
    return [...streaming.keys()].every(
      (other) => other === source || (reachedTimes.get(other) ?? Number.NEGATIVE_INFINITY) >= t,
    );
  }

  /** Takes what waits no more off the list. */
  function release(): readonly SessionRecord[] {
    const due: SessionRecord[] = [];
    const waiting = new Set<string>();
    held = held.filter((item) => {
      const { source, record } = item;
      // What a source told after something that waits waits too.
      if (waiting.has(source) || !isDue(source, record.t)) {
        waiting.add(source);
        return true;
      }
      due.push(record);
      return false;
    });
    return due.toSorted((left, right) => left.t - right.t);
  }

  function flush(): void {
    callOff?.();
    callOff = null;
    const records = held.map(({ record }) => record).toSorted((left, right) => left.t - right.t);
    held = [];
    if (records.length > 0) emit(records);
  }

  function hold(source: string, records: readonly SessionRecord[]): void {
    for (const record of records) held.push({ source, record });
    const patience = streaming.has(NETWORK_LOG) ? LOG_PATIENCE : DOCUMENT_PATIENCE;
    callOff ??= timer(flush, patience);
  }

  function pass(records: readonly SessionRecord[]): void {
    const merged = mergeByTime(records, release());
    if (held.length === 0) {
      callOff?.();
      callOff = null;
    }
    if (merged.length > 0) emit(merged);
  }

  return {
    take(source, records) {
      const last = records.at(-1);
      if (last === undefined) return;
      if (isAwaited(source) && records.every(({ type }) => type === 'action')) {
        hold(source, records);
        return;
      }
      const own = held.filter((item) => item.source === source).map(({ record }) => record);
      held = held.filter((item) => item.source !== source);
      follow(source, records);
      reachedTimes.set(source, last.t);
      pass([...own, ...records]);
    },
    flush,
  };
}

function isEnd(record: SessionRecord): record is Extract<SessionRecord, { stream?: string }> {
  return (
    record.type === 'stream-end' || (record.type === 'gap' && record.reason === 'recording-stopped')
  );
}

/** Puts `others` among `records`, each of which are in order: before the first that is later. */
function mergeByTime(
  records: readonly SessionRecord[],
  others: readonly SessionRecord[],
): readonly SessionRecord[] {
  const merged: SessionRecord[] = [];
  let next = 0;
  for (const record of records) {
    for (let other = others[next]; other !== undefined && other.t < record.t;) {
      merged.push(other);
      next += 1;
      other = others[next];
    }
    merged.push(record);
  }
  return [...merged, ...others.slice(next)];
}
