/** A stream as its row in the list and its header say it. */
import type { GapRecord, StreamOpenRecord } from '../../src/core/records.ts';
import type { Call, Stream } from '../../src/core/types.ts';
import { strings } from '../strings.ts';
import { formatBytes, formatDuration, pathOf } from './format.ts';

/** Takes the record that opened a stream; returns method and path: "POST /api/chat". */
export function streamTitle(open: StreamOpenRecord): string {
  if (open.request === undefined) return strings.unknownRequest;
  return `${open.request.method.toUpperCase()} ${pathOf(open.request.url)}`;
}

/** Names of tools in a row: as many as can be read there. */
const SHOWN_NAMES = 2;

/** Takes calls; returns the tools' names, or how many calls there are where the names are many. */
export function toolNames(calls: readonly Call[]): string {
  if (calls.length === 0) return strings.noToolCalls;
  if (calls.length > SHOWN_NAMES) return strings.calls(calls.length);
  const names = new Set(calls.map((call) => call.name ?? strings.unnamed));
  return [...names].join(', ');
}

/** Takes a stream and when it was requested; returns how long it took until its end, or until its newest chunk while it is open. */
export function streamDuration(stream: Stream, requestedAt: number): string {
  const last = stream.end?.t ?? stream.chunks.at(-1)?.t;
  if (last === undefined) return '';
  const duration = formatDuration(last - requestedAt);
  return stream.status === 'open' ? `${duration}…` : duration;
}

/** Takes a stream and when it was requested; returns the second line of its row. */
export function streamSummary(stream: Stream, requestedAt: number): string {
  return [
    stream.format ?? strings.unknownFormat,
    toolNames(stream.calls),
    strings.events(stream.eventCount),
    streamDuration(stream, requestedAt),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Takes a stream; returns the counts of its header: chunks, events, bytes. */
export function streamSizes(stream: Stream): string {
  return [
    strings.chunks(stream.chunks.length),
    strings.events(stream.eventCount),
    formatBytes(stream.bytes),
  ].join(' · ');
}

/** Takes gaps; returns what was dropped and why, or that nothing was. */
export function droppedText(gaps: readonly GapRecord[]): string {
  if (gaps.length === 0) return strings.nothingDropped;
  let records = 0;
  let bytes = 0;
  const reasons = new Set<string>();
  for (const gap of gaps) {
    records += gap.records;
    bytes += gap.bytes;
    reasons.add(gap.reason);
  }
  return strings.dropped(records, formatBytes(bytes), [...reasons].join(', '));
}
