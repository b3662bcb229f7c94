/** Which calls are open now. */
import type { Call, Stream } from '../types.ts';

export interface OpenCall {
  readonly stream: Stream;
  readonly call: Call;
}

export function isOpen(call: Call): boolean {
  return call.status === 'streaming';
}

/** @returns whether nothing of the stream was lost between the page and the record of it */
export function isRecordedWhole({ end, gaps }: Stream): boolean {
  return end?.reason !== 'recording-stopped' && gaps.every(({ bytes }) => bytes === 0);
}

/** @returns the call that is open, where exactly one is */
export function onlyOpenCall(streams: readonly Stream[]): OpenCall | null {
  const open = openCalls(streams);
  return open.length === 1 ? (open[0] ?? null) : null;
}

/** @returns of the calls that are open, the one whose fragment the page got last */
export function latestOpenCall(streams: readonly Stream[]): OpenCall | null {
  let latest: OpenCall | null = null;
  let latestTime = -Infinity;
  for (const candidate of openCalls(streams)) {
    const t = candidate.call.fragments.at(-1)?.t ?? candidate.call.openedAt;
    if (t < latestTime) continue;
    latest = candidate;
    latestTime = t;
  }
  return latest;
}

/** @returns all calls that are open, in order of appearance */
export function openCalls(streams: readonly Stream[]): readonly OpenCall[] {
  const open: OpenCall[] = [];
  for (const stream of streams) {
    if (stream.end !== null) continue;
    for (const call of stream.calls) if (isOpen(call)) open.push({ stream, call });
  }
  return open;
}
