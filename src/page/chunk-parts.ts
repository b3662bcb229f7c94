/**
 * A chunk on its way to the bridge. A large one goes in parts that follow each other: memory for a large
 * text, or for a large message, is new each time, and that costs more than all that is done with it.
 */
import type { StreamChunkRecord } from '../core/records.ts';
import { lengthOf, payloadOf, viewOf } from './bytes.ts';
import type { RecordQueue } from './record-queue.ts';

const PART = 32 * 1024;

type ChunkPlace = Pick<StreamChunkRecord, 'type' | 't' | 'stream'>;

/** Adds a chunk to the queue. Its parts end between characters, where it is text. */
export function addChunk(
  queue: Pick<RecordQueue, 'add'>,
  place: ChunkPlace,
  bytes: Uint8Array,
): void {
  const length = lengthOf(bytes);
  let start = 0;
  while (start < length) {
    const end = partEnd(bytes, start, length);
    const payload = payloadOf(viewOf(bytes, start, end));
    const whole =
      typeof payload === 'string' ? { ...place, text: payload } : { ...place, bytes: payload };
    queue.add(start === 0 ? whole : { ...whole, continues: true }, end - start);
    start = end;
  }
}

function partEnd(bytes: Uint8Array, start: number, length: number): number {
  const end = start + PART;
  if (end >= length) return length;
  // The following bytes of a character all begin with the bits 10; there are three at most.
  let edge = end;
  while (edge > end - 3 && ((bytes[edge] ?? 0) & 0xc0) === 0x80) edge -= 1;
  return edge;
}
