/**
 * The way of one response body: chunks → frames → events → calls. It owns the live objects of one
 * stream; the inspection feeds it records in order.
 */
import { parseJson } from './json-value.ts';
import { createBodyFramer, type BodyFramerSink } from './body-framer.ts';
import { chunkBytes } from './chunk-bytes.ts';
import { createCallBook } from './call-book.ts';
import { diagnoseEnd } from './call-diagnosis.ts';
import { createDiagnosticList } from './diagnostics.ts';
import { createEventDecoder } from './event-decoder.ts';
import type { GapRecord, StreamChunkRecord, StreamEndRecord, StreamOpenRecord } from './records.ts';
import { streamNotice } from './stream-notice.ts';
import type { StreamOutcome } from './tool-call.ts';
import type {
  Chunk,
  EventFrame,
  Frame,
  Stream,
  StreamEnd,
  StreamStatus,
  WireCut,
} from './types.ts';

export interface StreamReader {
  readonly stream: Stream;
  /** Takes a later record of the opening, which may know the response. */
  open(record: StreamOpenRecord): void;
  /** Takes the next bytes of the body. */
  chunk(record: StreamChunkRecord): void;
  end(record: StreamEndRecord): void;
  gap(record: GapRecord): void;
}

/** Of a body that the page gave away, as to a worker. */
const TRANSFERRED =
  'The page transferred this body, as to a worker: from there on it cannot be followed.';

/** What the end of a stream makes of a call that is still open. */
const OPEN_CALL_OUTCOME: Readonly<Record<StreamStatus, StreamOutcome>> = {
  open: 'cut',
  cut: 'cut',
  error: 'error',
  aborted: 'abort',
  complete: 'protocol',
};

/** @param open the first record of the stream's opening */
export function createStreamReader(open: StreamOpenRecord): StreamReader {
  let opening = open;
  const chunks: (Chunk & { end: number; cut: WireCut })[] = [];
  const frames: Frame[] = [];
  const gaps: GapRecord[] = [];
  const contentType = contentTypeOf(open);
  const diagnostics = createDiagnosticList();
  const book = createCallBook(open.t, diagnostics, { frames, chunks });
  const decoder = createEventDecoder(
    { url: open.request?.url ?? '', contentType, request: parseJson(open.request?.body ?? '') },
    book,
  );
  let end: StreamEnd | null = null;
  let eventCount = 0;
  let bytes = 0;

  const sink: BodyFramerSink = {
    frame(frame) {
      frames.push(frame);
      if (frame.type === 'event') readEvent(frame);
      else if (frame.type === 'tail' && frame.isData) {
        diagnostics.add('undispatched-tail', { frame: frames.length - 1, offset: frame.start });
      }
    },
    invalidUtf8(offset) {
      diagnostics.add('invalid-utf8', { chunk: chunks.length - 1, offset });
    },
    badChecksum(offset) {
      diagnostics.add('bad-checksum', { chunk: chunks.length - 1, offset });
    },
    chunkCut(position, cut) {
      const chunk = chunks[position];
      if (chunk !== undefined) chunk.cut = cut;
    },
  };
  const framer = createBodyFramer(open.transport, contentType, sink);

  function readEvent({ name, data, chunk }: EventFrame): void {
    eventCount++;
    const frame = frames.length - 1;
    const json = parseJson(data);
    if (data === '') diagnostics.add('empty-data-event', { frame, chunk });
    else if (json === undefined && !data.startsWith('[DONE]')) {
      diagnostics.add('non-json-data', { frame, chunk });
    }
    decoder.event({ name, data, json }, { t: chunks[chunk]?.t ?? open.t, chunk, frame });
  }

  function status(): StreamStatus {
    if (book.error !== null) return 'error';
    if (end === null) return 'open';
    if (decoder.ended && !book.aborted) return 'complete';
    if (book.aborted || end.reason === 'abort' || end.reason === 'cancel') return 'aborted';
    // Without a format there is no promised end that could be missing.
    return decoder.format === null && end.reason === 'eof' ? 'complete' : 'cut';
  }

  const stream: Stream = {
    id: open.stream,
    get open() {
      return opening;
    },
    chunks,
    frames,
    calls: book.calls,
    results: book.results,
    gaps,
    diagnostics: diagnostics.all,
    get framing() {
      return framer.framing;
    },
    get format() {
      return decoder.format;
    },
    get status() {
      return status();
    },
    get isOver() {
      return end !== null || decoder.ended;
    },
    get finish() {
      return book.finish;
    },
    get error() {
      return book.error;
    },
    get end() {
      return end;
    },
    get eventCount() {
      return eventCount;
    },
    get bytes() {
      return bytes;
    },
    get notice() {
      return streamNotice(stream, framer.start, framer.undecided);
    },
  };

  function close(how: StreamEnd): void {
    framer.end();
    end = how;
    for (const call of book.calls) {
      if (call.end === null) call.streamOutcome = OPEN_CALL_OUTCOME[status()];
    }
  }

  /** What the page sent lies between the bytes that it received, and takes no place among them. */
  function addSent({ t, text }: StreamChunkRecord, part: Uint8Array): void {
    const chunk = chunks.length;
    const place = { start: bytes, end: bytes, direction: 'out' } as const;
    const data = text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(part);
    chunks.push({ ...place, t, cut: 'none' });
    frames.push({ ...place, type: 'event', name: '', data, id: '', firstChunk: chunk, chunk });
  }

  return {
    stream,
    open({ response }) {
      if (opening.response === undefined && response !== undefined) {
        opening = { ...opening, response };
      }
    },
    chunk(record) {
      if (end !== null) return;
      const part = chunkBytes(record);
      if (part.length === 0) return;
      if (record.direction === 'out') {
        addSent(record, part);
        return;
      }
      const last = chunks.at(-1);
      const edge = bytes + part.length;
      if (last !== undefined && record.continues === true) {
        last.end = edge;
        last.cut = 'none';
      } else {
        // That an edge lies inside a character is only known to matter when more comes.
        if (last?.cut === 'mid-utf8') {
          diagnostics.add('utf8-split', { chunk: chunks.length - 1, offset: bytes });
        }
        chunks.push({ start: bytes, end: edge, t: record.t, cut: 'none' });
      }
      bytes = edge;
      framer.feed(part, chunks.length - 1, record.text);
    },
    end({ t, reason, message = null }) {
      if (end !== null) return;
      close({ t, reason, message });
      diagnoseEnd(stream, book.calls, diagnostics);
    },
    gap(record) {
      gaps.push(record);
      // What comes after is not the server's doing, so nothing is diagnosed.
      if (record.reason === 'recording-stopped' && end === null) {
        close({ t: record.t, reason: 'recording-stopped', message: null });
      } else if (record.reason === 'transferred' && end === null) {
        close({ t: record.t, reason: 'recording-stopped', message: TRANSFERRED });
      }
    },
  };
}

function contentTypeOf(open: StreamOpenRecord): string {
  for (const [name, value] of open.response?.headers ?? []) {
    if (name.toLowerCase() === 'content-type') return value.trim().toLowerCase();
  }
  return '';
}
