/**
 * Streams that are objects of the page of their own: an EventSource, an XMLHttpRequest, a WebSocket.
 * Each is recorded as one stream, as long as the recording lasts in which it began. (What `fetch`
 * gives has branches, and is told in exchanges.ts.)
 */
import type {
  RequestDescription,
  ResponseDescription,
  StreamChunkRecord,
  StreamEndReason,
  TransportKind,
} from '../core/records.ts';
import type { PageRecord } from '../protocol.ts';
import { lengthOf } from './bytes.ts';
import { addChunk } from './chunk-parts.ts';
import { now } from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';
import type { Recording } from './recording.ts';

export interface StreamDescription {
  readonly transport: TransportKind;
  readonly request: RequestDescription;
  readonly requestId: string;
  /** Writes the stack of whoever began it. */
  readonly stack: () => string | undefined;
  /** How many bytes of it are recorded at most; what comes after them is told as a gap. */
  readonly limit: () => number;
}

/** The place of a chunk in its stream, with the time at which the page got or sent it. */
export interface ChunkSlot {
  /** Adds the chunk, at once or once its bytes are there. */
  readonly fill: (bytes: Uint8Array) => void;
}

export interface RecordedStream {
  /** Whether what is told of it is recorded: it has not ended, and its recording goes on. */
  readonly isRecorded: () => boolean;
  readonly isOpen: () => boolean;
  /** Whether more has come than is recorded. */
  readonly isFull: () => boolean;
  /** Shows the stream. A second time it adds the response. */
  readonly open: (response: ResponseDescription | undefined) => void;
  /**
   * Takes the next place. A chunk that the page is being given is marked as the cause of what the
   * page does in this task. Null where nothing is recorded, or no more of it.
   */
  readonly reserve: (
    length: number,
    direction?: StreamChunkRecord['direction'],
  ) => ChunkSlot | null;
  readonly gap: (reason: string, records: number, bytes: number) => void;
  readonly end: (reason: StreamEndReason, message?: string) => void;
}

export interface RecordedStreams {
  readonly begin: (description: StreamDescription) => RecordedStream;
}

/** Makes the registry. A stream's name begins with its transport, so that it is none of a fetch. */
export function createRecordedStreams(queue: RecordQueue, recording: Recording): RecordedStreams {
  let count = 0;
  return {
    begin(description) {
      count += 1;
      return createStream(`${description.transport}-${count}`, description, queue, recording);
    },
  };
}

function createStream(
  stream: string,
  { transport, request, requestId, stack: writeStack, limit }: StreamDescription,
  queue: RecordQueue,
  recording: Recording,
): RecordedStream {
  const number = recording.number();
  let isOpen = false;
  let isEnded = false;
  let chunks = 0;
  let bytes = 0;
  let isFull = false;
  let lostChunks = 0;
  let lostBytes = 0;

  function isRecorded(): boolean {
    return !isEnded && recording.isActive() && recording.number() === number;
  }

  function add(record: PageRecord, weight = 0): void {
    queue.add(record, weight);
  }

  function addGap(reason: string, records: number, size: number): void {
    add({ type: 'gap', t: now(), stream, records, bytes: size, reason });
  }

  function tellLoss(): void {
    if (lostChunks > 0) addGap('too-large', lostChunks, lostBytes);
    lostChunks = 0;
    lostBytes = 0;
  }

  return {
    isRecorded,
    isOpen: () => isOpen,
    isFull: () => isFull,
    open(response) {
      if (!isRecorded()) return;
      const stack = isOpen ? undefined : writeStack();
      isOpen = true;
      recording.streamOpened(stream);
      add(
        {
          type: 'stream-open',
          t: now(),
          stream,
          transport,
          source: 'tap',
          request,
          requestId,
          ...(response === undefined ? {} : { response }),
          ...(stack === undefined ? {} : { stack }),
        },
        request.body?.length ?? 0,
      );
    },
    reserve(length, direction) {
      // Core counts no empty chunk: a place for one would shift those after it.
      if (length === 0 || !isOpen || !isRecorded()) return null;
      if (isFull || bytes + length > limit()) {
        lostChunks += 1;
        lostBytes += length;
        // That the record is not whole is told at once, how much is missing at the end.
        if (!isFull) tellLoss();
        isFull = true;
        return null;
      }
      bytes += length;
      const t = now();
      if (direction !== 'out') queue.deliver({ stream, chunk: chunks });
      chunks += 1;
      return {
        fill(part) {
          if (!isRecorded()) return;
          const place = { type: 'stream-chunk', t, stream } as const;
          // The message of a socket is one frame, and stays whole.
          if (direction === undefined) addChunk(queue, place, part);
          else add({ ...place, bytes: part, direction }, lengthOf(part));
        },
      };
    },
    gap(reason, records, size) {
      if (isOpen && isRecorded()) addGap(reason, records, size);
    },
    end(reason, message) {
      if (!isOpen || !isRecorded()) return;
      tellLoss();
      isEnded = true;
      recording.streamEnded(stream);
      const end = { type: 'stream-end', t: now(), stream, reason } as const;
      add(message === undefined ? end : { ...end, message });
    },
  };
}
