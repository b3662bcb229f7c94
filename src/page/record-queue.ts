/**
 * Records on their way to the bridge. They are posted once per task, by a message to itself: a
 * timer would be throttled in a hidden tab. The same message marks the end of the task in which a
 * chunk was delivered, and so of what that chunk can have caused.
 *
 * Until the bridge says whether anybody records, records are held here, within limits.
 */
import type { ActionCause, GapRecord } from '../core/records.ts';
import { LIMITS, type PageMessage, type PageRecord } from '../protocol.ts';
import {
  NativeMessageChannel,
  addEventListenerTo,
  append,
  createDictionary,
  now,
  portPost,
  portStart,
  typedArrayBuffer,
} from './primordials.ts';

/** What may be held while nobody has answered. Beyond it the oldest chunks become a gap. */
export interface HoldLimits {
  readonly bytes: number;
  readonly records: number;
}

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
  /** Posts what is held and everything after it to `post`. */
  readonly open: () => void;
  /** Forgets what is held. */
  readonly clear: () => void;
  /** Posts everything so far, with the token of the bridge's question. */
  readonly answer: (token: number) => void;
}

/** Makes a queue that posts with `post`; `transfer` lists buffers that may leave this world. */
export function createRecordQueue(
  post: (message: PageMessage, transfer: Transferable[]) => void,
  limits: HoldLimits = LIMITS.page,
): RecordQueue {
  let records: PageRecord[] = [];
  let weights: number[] = [];
  let heldBytes = 0;
  let isOpen = false;
  let isScheduled = false;
  let current: ActionCause | undefined;

  const channel = new NativeMessageChannel();
  addEventListenerTo(channel.port1, 'message', () => {
    isScheduled = false;
    current = undefined;
    if (isOpen && records.length > 0) flush(undefined);
  });
  portStart(channel.port1);

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    portPost(channel.port2, null, []);
  }

  function reset(): void {
    records = [];
    weights = [];
    heldBytes = 0;
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

  function flush(answers: number | undefined): void {
    const transfer: Transferable[] = [];
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index];
      if (record?.type === 'stream-chunk') append(transfer, typedArrayBuffer(record.bytes));
    }
    const message: PageMessage =
      answers === undefined
        ? { type: 'records', records, upTo: now() }
        : { type: 'records', records, upTo: now(), answers };
    reset();
    post(message, transfer);
  }

  return {
    add(record, bytes) {
      append(records, record);
      append(weights, bytes);
      heldBytes += bytes;
      const isFull = heldBytes > limits.bytes || records.length > limits.records;
      if (isFull && !isOpen) makeRoom();
      schedule();
    },
    fail: (place, message) => post({ type: 'failure', place, message }, []),
    deliver(cause) {
      current = cause;
      schedule();
    },
    cause: () => current,
    open() {
      isOpen = true;
      schedule();
    },
    clear() {
      isOpen = false;
      reset();
    },
    answer: flush,
  };
}
