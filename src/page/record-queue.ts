/**
 * Records on their way to the bridge. The bridge is told once that there are some, and collects them
 * when it likes; when much has gathered, they are posted without being asked for.
 *
 * Until the bridge says whether anybody records, records are held here, within limits.
 */
import type { ActionCause, GapRecord } from '../core/records.ts';
import { LIMITS, type PageMessage, type PageRecord } from '../protocol.ts';
import { append, createDictionary } from './primordials.ts';
import { createTurnEnd } from './turn-end.ts';

/** What may be held while nobody has answered. Beyond it the oldest chunks become a gap. */
export interface HoldLimits {
  readonly bytes: number;
  readonly records: number;
}

/** So many bytes are posted at once: more in one message costs the browser memory of its own. */
const EAGER = 32 * 1024;

/** Dropping leaves this share of the limits, so that it does not run for each record. */
const ROOM = 0.75;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export interface RecordQueue {
  /** Adds a record; `bytes` is what its payload weighs. */
  readonly add: (record: PageRecord, bytes: number) => void;
  /** Reports a failure of the page script. */
  readonly fail: (place: string, message: string) => void;
  /** Marks the chunk that is being delivered to the page. */
  readonly deliver: (cause: ActionCause) => void;
  /** The chunk in whose task the page is running now. */
  readonly cause: () => ActionCause | undefined;
  /** From now on records are posted: what is held, and everything after it. */
  readonly open: () => void;
  /** Forgets what is held. */
  readonly clear: () => void;
  /** Posts everything so far, and the present cause. */
  readonly collect: () => void;
  /** A new turn has begun: nothing in it is caused by the chunk before. */
  readonly newTurn: () => void;
}

/** Makes a queue that posts with `post`. */
export function createRecordQueue(
  post: (message: PageMessage) => void,
  limits: HoldLimits = LIMITS.page,
): RecordQueue {
  let records: PageRecord[] = [];
  let weights: number[] = [];
  let heldBytes = 0;
  let isOpen = false;
  let isAnnounced = false;
  let current: ActionCause | undefined;

  const awaitTurnEnd = createTurnEnd(() => {
    current = undefined;
  });

  function announce(): void {
    if (isAnnounced || records.length === 0) return;
    isAnnounced = true;
    post({ type: 'waiting' });
  }

  function reset(): void {
    records = [];
    weights = [];
    heldBytes = 0;
    isAnnounced = false;
  }

  /** Replaces the oldest chunks and actions by one gap for each stream, with room to spare. */
  function makeRoom(): void {
    const kept = records;
    const keptWeights = weights;
    const gaps = createDictionary<Mutable<GapRecord>>();
    records = [];
    weights = [];
    let remaining = kept.length;
    for (let index = 0; index < kept.length; index += 1) {
      const record = kept[index];
      const weight = keptWeights[index] ?? 0;
      if (record === undefined) continue;
      const isFull =
        heldBytes > limits.bytes * ROOM || remaining + records.length > limits.records * ROOM;
      remaining -= 1;
      if (!isFull || record.type === 'stream-open' || record.type === 'stream-end') {
        append(records, record);
        append(weights, weight);
        continue;
      }
      const stream = record.type === 'action' ? undefined : record.stream;
      const known = gaps[stream ?? ''];
      const lost = record.type === 'gap' ? record : { records: 1, bytes: weight };
      heldBytes -= weight;
      if (known === undefined) {
        const gap: Mutable<GapRecord> = {
          type: 'gap',
          t: record.t,
          ...(stream === undefined ? {} : { stream }),
          records: lost.records,
          bytes: lost.bytes,
          reason: 'hold-full',
        };
        gaps[stream ?? ''] = gap;
        append<PageRecord>(records, gap);
        append(weights, 0);
      } else {
        known.records += lost.records;
        known.bytes += lost.bytes;
      }
    }
  }

  function collect(): void {
    const message: PageMessage =
      current === undefined
        ? { type: 'records', records }
        : { type: 'records', records, cause: current };
    reset();
    post(message);
  }

  return {
    add(record, bytes) {
      append(records, record);
      append(weights, bytes);
      heldBytes += bytes;
      if (isOpen) {
        // The bridge watches controls while a stream is open: from before the page has its first chunk.
        if (heldBytes >= EAGER || record.type === 'stream-open') collect();
        else announce();
      } else if (heldBytes > limits.bytes || records.length > limits.records) makeRoom();
    },
    fail: (place, message) => post({ type: 'failure', place, message }),
    deliver(cause) {
      current = cause;
      awaitTurnEnd();
    },
    cause: () => current,
    open() {
      isOpen = true;
      announce();
    },
    clear() {
      isOpen = false;
      reset();
    },
    collect,
    newTurn() {
      current = undefined;
    },
  };
}
