/**
 * Batches on their way to the recorder. They are numbered without holes and kept until they are
 * acknowledged, so that a lost connection loses nothing. What is kept is bounded: beyond that the
 * oldest chunks become gaps, in batches that keep their number.
 */
import type { GapRecord, SessionRecord } from '../core/records.ts';
import { LIMITS, payloadBytes, type FrameMessage } from '../protocol.ts';
import type { EncodedRecord } from './encode.ts';
import type { WhenIdle } from './idle.ts';

export interface OutboxLimits {
  /** A batch holds no more than this, but for a single larger record. */
  readonly batch: number;
  /** As much makes a batch, without waiting for more. */
  readonly full: number;
  /** About as much is sent at a time while the page is busy. */
  readonly slice: number;
  /** So much may wait for the page to be idle. With more than that it is held up a little each time. */
  readonly behind: number;
  /** What may wait for its acknowledgement: payload and records. */
  readonly kept: number;
  readonly keptRecords: number;
  /** Records wait for company, and for the page to be idle, for this long (ms). */
  readonly delay: number;
}

const DEFAULT_LIMITS: OutboxLimits = {
  // Chromium takes a shared memory for each message over 64 KiB, which costs the page five times the
  // thread time. JSON adds to the text that it escapes.
  batch: 48 * 1024,
  full: 32 * 1024,
  slice: 256 * 1024,
  behind: 8 * 1024 * 1024,
  kept: LIMITS.bridge.bytes,
  keptRecords: LIMITS.bridge.records,
  delay: 100,
};

export interface OutboxOptions {
  /** Names the document in every batch. */
  readonly document: string;
  /** The document's address and title as they are when a batch is sent. */
  readonly url: () => string;
  readonly title: () => string;
  /** Sends a message; false when there is no connection now. */
  readonly send: (message: FrameMessage) => boolean;
  readonly idle: WhenIdle;
  readonly limits?: OutboxLimits;
}

export interface Outbox {
  readonly add: (encoded: EncodedRecord) => void;
  /** Sends a slice of what has gathered, and more of it while there is time. */
  readonly sendSome: (hasTime: () => boolean) => void;
  /** Sends all that has gathered, now. */
  readonly flush: () => void;
  /** Sends everything again that is not acknowledged, through a new connection. */
  readonly resend: (sendNow: (message: FrameMessage) => boolean) => void;
  /** The number of the first batch that is not acknowledged, or of the next. */
  readonly first: () => number;
  readonly acknowledge: (sequence: number) => void;
  /** Forgets everything. Numbers go on from where they are. */
  readonly clear: () => void;
  /** Nothing waits to be sent or acknowledged. */
  readonly isEmpty: () => boolean;
}

interface Batch {
  readonly sequence: number;
  encoded: readonly EncodedRecord[];
  weight: number;
}

/** Makes an empty outbox. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { document, url, title, send, idle, limits = DEFAULT_LIMITS } = options;
  let gathering: EncodedRecord[] = [];
  let gatheringWeight = 0;
  let batches: Batch[] = [];
  /** So many batches from the first have been sent. */
  let sent = 0;
  let unsentWeight = 0;
  let keptWeight = 0;
  let keptRecords = 0;
  let sequence = 0;
  /** Of so many batches from the first the chunks are gone, and of so many the actions too. */
  let withoutChunks = 0;
  let withoutActions = 0;
  let callOff: (() => void) | null = null;

  function message({ sequence: number, encoded }: Batch, more: boolean): FrameMessage {
    const records = encoded.map(({ record }) => record);
    const batch = {
      type: 'batch',
      document,
      sequence: number,
      url: url(),
      title: title(),
    } as const;
    return more ? { ...batch, records, more } : { ...batch, records };
  }

  /** Makes a batch of what has gathered. */
  function seal(): void {
    if (gathering.length === 0) return;
    sequence += 1;
    batches.push({ sequence, encoded: gathering, weight: gatheringWeight });
    keptWeight += gatheringWeight;
    keptRecords += gathering.length;
    gathering = [];
    gatheringWeight = 0;
  }

  /** Sends batches until about so much is sent. The last of them asks for an answer. */
  function sendSlice(size: number): void {
    let weight = 0;
    while (sent < batches.length && weight < size) {
      const batch = batches[sent];
      if (batch === undefined) return;
      sent += 1;
      weight += batch.weight;
      unsentWeight -= batch.weight;
      send(message(batch, sent < batches.length && weight < size));
    }
  }

  function sendSome(hasTime: () => boolean): void {
    callOff?.();
    callOff = null;
    seal();
    do sendSlice(limits.slice);
    while (sent < batches.length && hasTime());
    makeRoom();
    if (sent < batches.length) callOff = idle(sendSome, limits.delay);
  }

  function flush(): void {
    callOff?.();
    callOff = null;
    seal();
    sendSlice(Infinity);
    // The newest batch is thinned out too when it alone is more than may be kept, but after it was sent.
    makeRoom();
  }

  function isOverLimit(): boolean {
    return keptWeight > limits.kept || keptRecords > limits.keptRecords;
  }

  function makeRoom(): void {
    for (; isOverLimit() && withoutChunks < batches.length; withoutChunks += 1)
      thinOutBatch(withoutChunks, isChunk);
    for (; isOverLimit() && withoutActions < batches.length; withoutActions += 1)
      thinOutBatch(withoutActions, isChunkOrAction);
  }

  function thinOutBatch(index: number, isExpendable: (record: SessionRecord) => boolean): void {
    const batch = batches[index];
    if (batch === undefined) return;
    const { encoded, weight } = thinOut(batch.encoded, isExpendable);
    if (index >= sent) unsentWeight += weight - batch.weight;
    keptWeight += weight - batch.weight;
    keptRecords += encoded.length - batch.encoded.length;
    batch.encoded = encoded;
    batch.weight = weight;
  }

  return {
    add(encoded) {
      const { weight } = encoded;
      if (gathering.length > 0 && gatheringWeight + weight > limits.batch) seal();
      gathering.push(encoded);
      gatheringWeight += weight;
      unsentWeight += weight;
      if (gatheringWeight >= limits.full) seal();
      callOff ??= idle(sendSome, limits.delay);
      if (unsentWeight < limits.behind) return;
      sendSlice(limits.slice);
      makeRoom();
    },
    sendSome,
    flush,
    resend(sendNow) {
      for (const [index, batch] of batches.entries())
        sendNow(message(batch, index + 1 < batches.length));
      sent = batches.length;
      unsentWeight = gatheringWeight;
    },
    first: () => batches[0]?.sequence ?? sequence + 1,
    acknowledge(upTo) {
      const arrived = batches.findIndex((batch) => batch.sequence > upTo);
      const gone = batches.splice(0, arrived < 0 ? batches.length : arrived);
      for (const batch of gone) {
        keptWeight -= batch.weight;
        keptRecords -= batch.encoded.length;
      }
      sent = Math.max(0, sent - gone.length);
      withoutChunks = Math.max(0, withoutChunks - gone.length);
      withoutActions = Math.max(0, withoutActions - gone.length);
    },
    clear() {
      callOff?.();
      callOff = null;
      gathering = [];
      gatheringWeight = 0;
      batches = [];
      sent = 0;
      unsentWeight = 0;
      withoutChunks = 0;
      withoutActions = 0;
      keptWeight = 0;
      keptRecords = 0;
    },
    isEmpty: () => gathering.length === 0 && batches.length === 0,
  };
}

function isChunk(record: SessionRecord): boolean {
  return record.type === 'stream-chunk';
}

function isChunkOrAction(record: SessionRecord): boolean {
  return record.type === 'stream-chunk' || record.type === 'action';
}

/** Replaces expendable records by one gap for each stream, at the place of the first. */
function thinOut(
  encoded: readonly EncodedRecord[],
  isExpendable: (record: SessionRecord) => boolean,
): { encoded: readonly EncodedRecord[]; weight: number } {
  const kept: { record: SessionRecord; weight: number }[] = [];
  const places = new Map<string | undefined, number>();
  let total = 0;
  for (const { record, weight } of encoded) {
    const isGap = record.type === 'gap' && record.reason === 'buffer-full';
    if (!isGap && !isExpendable(record)) {
      kept.push({ record, weight });
      total += weight;
      continue;
    }
    const stream = record.type === 'action' ? undefined : record.stream;
    const place = places.get(stream);
    const known = place === undefined ? undefined : kept[place]?.record;
    const lost = record.type === 'gap' ? record : { records: 1, bytes: payloadBytes(record) };
    const gap: GapRecord = {
      type: 'gap',
      t: known?.t ?? record.t,
      ...(stream === undefined ? {} : { stream }),
      records: lost.records + (known?.type === 'gap' ? known.records : 0),
      bytes: lost.bytes + (known?.type === 'gap' ? known.bytes : 0),
      reason: 'buffer-full',
    };
    if (place === undefined) {
      places.set(stream, kept.length);
      kept.push({ record: gap, weight: 0 });
    } else {
      kept[place] = { record: gap, weight: 0 };
    }
  }
  return { encoded: kept, weight: total };
}
