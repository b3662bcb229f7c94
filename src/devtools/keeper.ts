/**
 * Keeps the messages for a panel: for one that has not been opened yet, and for one that is opened
 * again. Beyond the limit the oldest chunks go, and a gap says so.
 */
import type { GapRecord, SessionRecord } from '../core/records.ts';
import { isKept, payloadBytes, type PanelMessage } from '../protocol.ts';

export interface Keeper {
  readonly keep: (message: PanelMessage) => void;
  /** Everything that is kept, in order. */
  readonly all: () => readonly PanelMessage[];
  /** Forgets the first messages, and what is left of streams that were open in them. */
  readonly forget: (count: number) => void;
}

/** Makes an empty keeper that holds at most `limit` UTF-16 units of payload. */
export function createKeeper(limit: number): Keeper {
  let messages: PanelMessage[] = [];
  let weight = 0;
  /** Messages before this one have been thinned out. */
  let thinned = 0;
  /** Streams whose beginning was forgotten while they were open. */
  const forgotten = new Set<string>();

  function thinOutOldest(): void {
    while (weight > limit && thinned < messages.length) {
      const message = messages[thinned];
      if (message?.type === 'records') {
        const records = withoutChunks(message.records);
        weight -= weightOf(message.records);
        messages[thinned] = { type: 'records', records };
      }
      thinned += 1;
    }
  }

  function withoutForgotten(message: PanelMessage): PanelMessage {
    if (message.type !== 'records' || forgotten.size === 0) return message;
    const records = message.records.filter((record) => {
      if (record.type === 'action' || record.stream === undefined) return true;
      const isForgotten = forgotten.has(record.stream);
      if (record.type === 'stream-end') forgotten.delete(record.stream);
      return !isForgotten;
    });
    return { type: 'records', records };
  }

  return {
    keep(received) {
      // What is so now, the recorder says to each panel that comes.
      if (!isKept(received)) return;
      const message = withoutForgotten(received);
      messages.push(message);
      if (message.type !== 'records') return;
      weight += weightOf(message.records);
      thinOutOldest();
    },
    all: () => messages,
    forget(count) {
      for (const message of messages.slice(0, count)) {
        if (message.type !== 'records') continue;
        for (const record of message.records) {
          if (record.type === 'stream-open') forgotten.add(record.stream);
          else if (record.type === 'stream-end') forgotten.delete(record.stream);
        }
      }
      messages = messages.slice(count).map(withoutForgotten);
      thinned = Math.max(0, thinned - count);
      weight = 0;
      for (const message of messages) {
        if (message.type === 'records') weight += weightOf(message.records);
      }
    },
  };
}

function weightOf(records: readonly SessionRecord[]): number {
  let weight = 0;
  for (const record of records) weight += chunkWeight(record);
  return weight;
}

function chunkWeight(record: SessionRecord): number {
  if (record.type !== 'stream-chunk') return 0;
  return record.text?.length ?? record.base64?.length ?? 0;
}

function withoutChunks(records: readonly SessionRecord[]): readonly SessionRecord[] {
  const kept: SessionRecord[] = [];
  const places = new Map<string, number>();
  for (const record of records) {
    if (record.type !== 'stream-chunk') {
      kept.push(record);
      continue;
    }
    const place = places.get(record.stream) ?? kept.length;
    const known = kept[place];
    const gap: GapRecord = {
      type: 'gap',
      t: known?.t ?? record.t,
      stream: record.stream,
      records: 1 + (known?.type === 'gap' ? known.records : 0),
      bytes: payloadBytes(record) + (known?.type === 'gap' ? known.bytes : 0),
      reason: 'buffer-full',
    };
    places.set(record.stream, place);
    kept[place] = gap;
  }
  return kept;
}
