/**
 * What the strip of time shows of a stream: from its request to its end, a lane for its chunks, one for
 * each call, and one for the flags. However much the stream holds, what is made of it is in proportion
 * to the strip's width.
 */
import type { Call, Flag, Fragment, Stream } from '../../src/core/types.ts';
import {
  columnRuns,
  countUntil,
  groupMarks,
  placeOf,
  shownLanes,
  timeAt,
  type ColumnRun,
  type MarkGroup,
  type Moments,
  type TimeScale,
} from '../layout/time-strip.ts';

/** How a stretch of a call's lane looks. `…-piece`: fragments came; `alarm`: the buffer parses and is not final. */
export type CallLook = 'open' | 'open-piece' | 'alarm' | 'alarm-piece' | 'bad' | 'bad-piece';

export interface CallLane {
  readonly call: Call;
  readonly runs: readonly ColumnRun<CallLook>[];
  /** Where the call ended; null while it is open, and where it never did. */
  readonly end: number | null;
  /** Where the stream was over without the call's end; null where that has not happened. */
  readonly lost: number | null;
}

export interface StreamTimeline {
  readonly scale: TimeScale;
  readonly chunks: readonly ColumnRun<'chunk'>[];
  readonly lanes: readonly CallLane[];
  /** Calls that there is no lane for. */
  readonly hiddenCalls: number;
  readonly marks: readonly MarkGroup<Flag>[];
}

export interface TimelineView {
  /** In CSS pixels. */
  readonly width: number;
  /** When the stream was requested. */
  readonly requestedAt: number;
  /** Position of the selected call: it has a lane in any case. */
  readonly selected: number;
  readonly mostLanes: number;
}

/** A wait for the first byte longer than this part of what follows is cut off. */
const WAIT = 0.2;
/** What comes after the stream has this part of the strip; later flags stand at its edge. */
const AFTERMATH = 0.25;
/** In CSS pixels: marks that are nearer cannot be told apart with a pointer. */
const MARK_GAP = 14;

/** Takes a stream, its flags and what is to be seen; returns the strip's content. */
export function streamTimeline(
  stream: Stream,
  flags: readonly Flag[],
  view: TimelineView,
): StreamTimeline {
  const scale = scaleOf(stream, flags, view);
  const { chunks, calls } = stream;
  const shown = shownLanes(calls.length, view.selected, view.mostLanes);
  const inOrder = flags.toSorted((left, right) => left.t - right.t);
  return {
    scale,
    chunks: columnRuns(scale, momentsOf(chunks), (from, to) => (to > from ? 'chunk' : null)),
    lanes: calls.slice(shown.from, shown.to).map((call) => callLane(call, stream, scale)),
    hiddenCalls: calls.length - (shown.to - shown.from),
    marks: groupMarks(inOrder, ({ t }) => placeOf(scale, t), MARK_GAP),
  };
}

/** Takes a call and a time; returns the position of the last fragment that had come, or null. */
export function fragmentAt({ fragments }: Call, t: number): number | null {
  const count = countUntil(momentsOf(fragments), t);
  return count === 0 ? null : count - 1;
}

/** Takes the strip's content, a place in a lane and the lane's position; returns the fragment there, or null. */
export function fragmentOfPlace(
  { lanes, scale }: StreamTimeline,
  lane: number,
  place: number,
): { readonly call: number; readonly fragment: number | null } | null {
  const call = lanes[lane]?.call;
  if (call === undefined) return null;
  return { call: call.position, fragment: fragmentAt(call, timeAt(scale, place)) };
}

function momentsOf(list: readonly { readonly t: number }[]): Moments {
  return { count: list.length, at: (position) => list[position]?.t ?? 0 };
}

function scaleOf(
  stream: Stream,
  flags: readonly Flag[],
  { width, requestedAt }: TimelineView,
): TimeScale {
  const { chunks, end, open } = stream;
  const first = chunks[0]?.t ?? end?.t ?? open.t;
  const last = Math.max(first, end?.t ?? first, chunks.at(-1)?.t ?? first);
  const from = Math.max(Math.min(requestedAt, first), first - Math.max((last - first) * WAIT, 1));
  const latest = flags.reduce((latestSoFar, { t }) => Math.max(latestSoFar, t), last);
  const to = Math.min(latest, last + (last - from) * AFTERMATH);
  return { from, to: Math.max(to, from + 1), width };
}

function callLane(call: Call, stream: Stream, scale: TimeScale): CallLane {
  const { fragments, end } = call;
  const last = Math.max(end?.t ?? scale.from, fragments.at(-1)?.t ?? scale.from);
  // A call that never ended was open until the stream was over.
  const until = end === null ? (stream.end?.t ?? scale.to) : last;
  const from = Math.floor(placeOf(scale, call.openedAt));
  const to = Math.max(from + 2, Math.ceil(placeOf(scale, until)));
  const runs = columnRuns(scale, momentsOf(fragments), (before, count) =>
    lookOf(fragments[count - 1], count > before),
  );
  return {
    call,
    runs: runs.flatMap((run) => {
      const clipped = { ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) };
      return clipped.to > clipped.from ? [clipped] : [];
    }),
    end: end === null ? null : placeOf(scale, end.t),
    lost: end === null && call.status !== 'streaming' ? placeOf(scale, until) : null,
  };
}

/** A column looks as the buffer was when it was over. */
function lookOf(latest: Fragment | undefined, hasPiece: boolean): CallLook {
  const type = latest?.parse.type;
  if (type === 'parses') return hasPiece ? 'alarm-piece' : 'alarm';
  if (type === 'invalid' || type === 'trailing') return hasPiece ? 'bad-piece' : 'bad';
  return hasPiece ? 'open-piece' : 'open';
}
