/** A stream as its row in the list and its header say it. */
import type { GapRecord, StreamOpenRecord } from '../../src/core/records.ts';
import type { Call, Stream } from '../../src/core/types.ts';
import { GAP_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { formatBytes, formatDuration, pathOf } from './format.ts';
import { BEGAN_BEFORE } from './source-notes.ts';

/** Takes the record that opened a stream; returns method and path: "POST /api/chat". */
export function streamTitle(open: StreamOpenRecord): string {
  if (open.request === undefined) return strings.unknownRequest;
  return `${open.request.method.toUpperCase()} ${pathOf(open.request.url)}`;
}

/** Names of tools in a row: as many as can be read there. */
const SHOWN_NAMES = 2;

/** The second line of a row. Tool names are captured text, which must not reorder what stands around them. */
export interface StreamSummary {
  readonly format: string;
  /** The tools' names; empty where there are too many to show, or none. */
  readonly tools: readonly string[];
  /** What follows them. */
  readonly figures: readonly string[];
}

function toolNames(calls: readonly Call[]): readonly string[] {
  if (calls.length > SHOWN_NAMES) return [];
  return [...new Set(calls.map((call) => call.name ?? strings.unnamed))];
}

/** How long a stream took until its end. While it is open nothing would make the figure move. */
function streamDuration(stream: Stream, requestedAt: number): string {
  const last = stream.end?.t ?? stream.chunks.at(-1)?.t;
  return last === undefined || stream.status === 'open' ? '' : formatDuration(last - requestedAt);
}

/** Takes a stream and when it was requested; returns the second line of its row. */
export function streamSummary(stream: Stream, requestedAt: number): StreamSummary {
  const { format, calls, eventCount } = stream;
  const tools = toolNames(calls);
  const counted = calls.length === 0 ? strings.noToolCalls : strings.calls(calls.length);
  const figures = [
    tools.length > 0 ? '' : counted,
    strings.events(eventCount),
    streamDuration(stream, requestedAt),
  ];
  return {
    format: format ?? strings.unknownFormat,
    tools,
    figures: figures.filter((figure) => figure !== ''),
  };
}

/** Takes a stream; returns the counts of its header: chunks, events, bytes. */
export function streamSizes(stream: Stream): string {
  return [
    strings.chunks(stream.chunks.filter(({ direction }) => direction !== 'out').length),
    strings.events(stream.eventCount),
    formatBytes(stream.bytes),
  ].join(' · ');
}

/** Takes gaps; returns what was dropped and why, and how often something may have been missed. */
export function droppedText(gaps: readonly GapRecord[]): string {
  let records = 0;
  let bytes = 0;
  let interruptions = 0;
  const dropped = new Set<string>();
  const interrupted = new Set<string>();
  for (const gap of gaps) {
    if (gap.reason === BEGAN_BEFORE) continue;
    const reason = GAP_WORDS.get(gap.reason) ?? gap.reason;
    records += gap.records;
    bytes += gap.bytes;
    if (isDrop(gap)) dropped.add(reason);
    else {
      interruptions += 1;
      interrupted.add(reason);
    }
  }
  const drops =
    dropped.size === 0
      ? strings.nothingDropped
      : strings.dropped(records, formatBytes(bytes), [...dropped].join(', '));
  if (interruptions === 0) return drops;
  return `${drops} · ${strings.interrupted(interruptions, [...interrupted].join(', '))}`;
}

/** Says whether a gap had to let something go; others only say that something may have been missed. */
export function isDrop({ records, bytes }: GapRecord): boolean {
  return records > 0 || bytes > 0;
}
