/**
 * Keeps messages for a panel that has not been opened yet. Beyond the limit the oldest chunks go,
 * and a gap says so.
 */
import type { GapRecord, SessionRecord } from '../core/records.ts';
import { payloadBytes, type PanelMessage } from '../protocol.ts';

export interface Keeper {
  readonly keep: (message: PanelMessage) => void;
  /** Gives everything and forgets it. */
  readonly take: () => readonly PanelMessage[];
}

/** Makes an empty keeper that holds at most `limit` UTF-16 units of payload. */
export function createKeeper(limit: number): Keeper {
  let messages: PanelMessage[] = [];
  let weight = 0;
  /** Messages before this one have been thinned out. */
  let thinned = 0;

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

  return {
    keep(message) {
      // The switch's present state is told when a panel comes.
      if (message.type === 'recording') return;
      messages.push(message);
      if (message.type !== 'records') return;
      weight += weightOf(message.records);
      thinOutOldest();
    },
    take() {
      const taken = messages;
      messages = [];
      weight = 0;
      thinned = 0;
      return taken;
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
