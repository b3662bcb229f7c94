/**
 * Which responses are streams. The content type decides it where it can; where it cannot, what
 * decides is that the page reads the body piece by piece.
 */
import { indexOf, slice, toLowerCase } from './primordials.ts';

/**
 * `stream`: a stream by its type, shown as soon as it answers. `maybe`: a stream if the page reads
 * it piece by piece. `never`: media and code, whoever reads them.
 */
export type StreamKind = 'stream' | 'maybe' | 'never';

const STREAM_PARTS = [
  'text/event-stream',
  'ndjson',
  'jsonl',
  'json-lines',
  'json-seq',
  'application/stream+json',
  'application/vnd.amazon.eventstream',
  'application/vnd.ag-ui.event+proto',
] as const;

const NEVER_PARTS = [
  'image/',
  'audio/',
  'video/',
  'font/',
  'application/wasm',
  'text/css',
  'javascript',
  'ecmascript',
] as const;

function hasPart(type: string, parts: readonly string[]): boolean {
  for (let index = 0; index < parts.length; index += 1) {
    if (indexOf(type, parts[index] ?? '') >= 0) return true;
  }
  return false;
}

/** Says what a response with this content-type header is; null stands for no header. */
export function streamKind(contentType: string | null): StreamKind {
  const header = toLowerCase(contentType ?? '');
  const semicolon = indexOf(header, ';');
  const type = semicolon < 0 ? header : slice(header, 0, semicolon);
  if (hasPart(type, STREAM_PARTS)) return 'stream';
  return hasPart(type, NEVER_PARTS) ? 'never' : 'maybe';
}
