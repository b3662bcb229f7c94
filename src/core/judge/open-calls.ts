/** Which calls are open now. */
import type { ActionCause, NavigationActionRecord } from '../records.ts';
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

/**
 * @param streams the candidates
 * @param last the stream of the last chunk, of those that have calls at all
 * @returns the open call that what the page does now may be about: one of that stream. Where all calls
 * of that stream have ended, it is about those
 */
export function callOfLastChunk(streams: readonly Stream[], last: Stream | null): OpenCall | null {
  if (last === null || last.end !== null) return latestOpenCall(streams);
  return latestOpenCall([last]);
}

/**
 * @param streams the candidates
 * @param cause the chunk in whose turn the page did something
 * @returns the calls that ended with that very chunk: the page has not got to their end yet
 */
export function callsEndedIn(
  streams: readonly Stream[],
  cause: ActionCause | undefined,
): readonly OpenCall[] {
  const stream = streams.find(({ id }) => id === cause?.stream);
  if (stream === undefined) return [];
  return stream.calls
    .filter(({ end }) => end !== null && end.chunk === cause?.chunk)
    .map((call) => ({ stream, call }));
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

/** @returns whether a navigation ends a stream: a frame takes its own streams with it, the page takes all */
export function isLeft({ open }: Stream, { frame }: NavigationActionRecord): boolean {
  return frame === undefined || frame.id === 0 || open.frame?.id === frame.id;
}
