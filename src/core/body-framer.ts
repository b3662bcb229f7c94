/**
 * Chooses how a body is cut into frames, from its first bytes, and cuts it. Bytes are held only
 * until the choice is made.
 */
import type { Framer, FramingSink } from './framing/framing.ts';
import { framings } from './framing/index.ts';
import { createMessageFramer, MESSAGES } from './framing/messages.ts';
import type { TransportKind } from './records.ts';
import type { WireCut } from './types.ts';
import { endsInsideCharacter } from './utf8.ts';

export interface BodyFramer {
  /** The id of the framing; null while none is chosen, or when none fits. */
  readonly framing: string | null;
  /** Whether a framing may still be chosen. */
  readonly undecided: boolean;
  /** The first bytes of the body, to describe it. */
  readonly start: Uint8Array;
  /** @param text the same bytes as text, where they came so */
  feed(bytes: Uint8Array, chunk: number, text?: string): void;
  /** The body is over. */
  end(): void;
}

export interface BodyFramerSink extends FramingSink {
  /** What the end of a chunk cuts through; told once the framing is known. */
  chunkCut(chunk: number, cut: WireCut): void;
}

/** So many bytes may come before a framing is sure. */
const UNDECIDED_BYTES = 1024;
const START_LENGTH = 80;

/**
 * @param transport messages of a WebSocket are whole; all else is a body to be cut
 * @param contentType the response's content type in lower case, or ''
 * @param sink gets frames, faults and chunk cuts
 */
export function createBodyFramer(
  transport: TransportKind,
  contentType: string,
  sink: BodyFramerSink,
): BodyFramer {
  const isWhole = transport === 'websocket';
  let framing: string | null = isWhole ? MESSAGES : null;
  let framer: Framer | null = isWhole ? createMessageFramer(sink) : null;
  /** Null once the choice is made. */
  let waiting: { readonly bytes: Uint8Array; readonly chunk: number }[] | null = isWhole
    ? null
    : [];
  let start = new Uint8Array();

  /** At the end of the body, or of patience, a framing that is unsure and not refused is good enough. */
  function choose(atEnd: boolean): void {
    if (waiting === null) return;
    const head = headOf(waiting.map(({ bytes }) => bytes));
    start = head.slice(0, START_LENGTH);
    const verdicts = framings.map((candidate) => candidate.recognise(head, contentType));
    const sure = verdicts.indexOf('yes');
    const unsure = head.length > 0 ? verdicts.indexOf('unsure') : -1;
    const mayWait = unsure >= 0 && !atEnd && head.length < UNDECIDED_BYTES;
    const chosen = framings[sure >= 0 ? sure : mayWait ? -1 : unsure];
    if (chosen !== undefined) {
      framing = chosen.id;
      framer = chosen.create(sink);
      const parts = waiting;
      waiting = null;
      for (const { bytes, chunk } of parts) cut(framer, bytes, chunk);
    } else if (!mayWait && (atEnd || head.length > 0)) waiting = null;
  }

  function cut(target: Framer, bytes: Uint8Array, chunk: number, text?: string): void {
    target.feed(bytes, chunk, text);
    const edge = target.pending() ? 'mid-frame' : 'none';
    // Also where it is none: the chunk may have come in parts.
    sink.chunkCut(chunk, endsInsideCharacter(bytes) ? 'mid-utf8' : edge);
  }

  return {
    get framing() {
      return framing;
    },
    get undecided() {
      return waiting !== null;
    },
    get start() {
      return start;
    },
    feed(bytes, chunk, text) {
      if (framer !== null) cut(framer, bytes, chunk, text);
      else if (waiting !== null) {
        waiting.push({ bytes, chunk });
        choose(false);
      }
    },
    end() {
      choose(true);
      framer?.end();
    },
  };
}

function headOf(parts: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(UNDECIDED_BYTES);
  let length = 0;
  for (const part of parts) {
    const piece = part.subarray(0, UNDECIDED_BYTES - length);
    head.set(piece, length);
    length += piece.length;
    if (length === UNDECIDED_BYTES) break;
  }
  return head.subarray(0, length);
}
