/**
 * What is to be said of where a stream's records come from: from the network log only, from before
 * recording, or from two views that do not agree.
 */
import type { Stream } from '../../src/core/types.ts';
import { eventDigest } from '../../src/event-digest.ts';
import { strings } from '../strings.ts';

/** The reason of the gap that stands for a stream which had begun before recording. */
export const BEGAN_BEFORE = 'began-before-recording';

/** The reason of the gap that stands for the beginning of a stream of which only the rest is here. */
const BEGINNING_MISSING = 'beginning-missing';

/** The reason of the gap that stands for a body which the network log did not keep. */
const NOT_IN_LOG = 'not-in-network-log';

/** How the page's view of a stream compares with that of the network log. */
export type Comparison =
  /** `unseen` events are in the network log only, for a reason: the page stopped, or did not listen. */
  | { readonly type: 'agree'; readonly unseen: number }
  /** `first` is the position of the first event that is not the same; null where one view is the start of the other. */
  | {
      readonly type: 'differ';
      readonly page: number;
      readonly network: number;
      readonly first: number | null;
    };

/**
 * Compares both views of a stream.
 * @param stream the stream as the page got it
 * @param network the digests of the events in the network log
 * @returns null while it has not ended, and where records of it are missing
 */
export function compareViews(stream: Stream, network: readonly number[]): Comparison | null {
  const { end } = stream;
  if (end === null || end.reason === 'recording-stopped') return null;
  if (stream.gaps.some(({ bytes }) => bytes > 0)) return null;
  const page: number[] = [];
  for (const frame of stream.frames) {
    if (frame.type === 'event') page.push(eventDigest(frame.name, frame.data));
  }
  const counts = { page: page.length, network: network.length };
  if (stream.open.transport === 'eventsource') {
    const seen = countInOrder(page, network);
    // A source of events gives a page only the types that it listens to.
    if (seen === page.length) return { type: 'agree', unseen: network.length - seen };
    return { type: 'differ', ...counts, first: seen };
  }
  const first = page.findIndex((digest, index) => digest !== network[index]);
  if (first >= 0) {
    return { type: 'differ', ...counts, first: first < network.length ? first : null };
  }
  const unseen = network.length - page.length;
  // Who cancels, or is cut off, leaves unread what has arrived.
  const isExplained = unseen === 0 || end.reason !== 'eof';
  return isExplained ? { type: 'agree', unseen } : { type: 'differ', ...counts, first: null };
}

/** Counts how many of `some`, from the first, occur in `all` in the same order. */
function countInOrder(some: readonly number[], all: readonly number[]): number {
  let count = 0;
  for (const digest of all) if (digest === some[count]) count += 1;
  return count;
}

/** Says whether all that is known of a stream is that it had begun before recording. */
export function beganBefore(stream: Stream): boolean {
  return stream.gaps.some(({ reason }) => reason === BEGAN_BEFORE);
}

export interface StreamNotes {
  /** Core's sentence on the stream, unless a better reason for what it says is known here. */
  readonly notice: string | null;
  readonly notes: readonly SourceNote[];
}

export interface SourceNote {
  /** `plain` informs; `warn` says that something is missing or wrong. */
  readonly tone: 'plain' | 'warn';
  readonly text: string;
}

/** Takes a stream and its comparison, where there is one; returns the sentences to be read with it. */
export function streamNotes(stream: Stream, comparison: Comparison | null): StreamNotes {
  if (beganBefore(stream))
    return { notice: null, notes: [{ tone: 'warn', text: strings.beganBeforeNote }] };
  if (stream.gaps.some(({ reason }) => reason === NOT_IN_LOG)) {
    return { notice: null, notes: [{ tone: 'warn', text: strings.notInLogNote }] };
  }
  const notes: SourceNote[] = [];
  if (stream.open.source === 'network-log') {
    notes.push({ tone: 'plain', text: strings.networkLogNote });
  }
  if (stream.gaps.some(({ reason }) => reason === BEGINNING_MISSING)) {
    notes.push({ tone: 'warn', text: strings.beginningMissingNote });
  }
  if (comparison?.type === 'differ') {
    notes.push({ tone: 'warn', text: differenceText(comparison) });
  }
  return { notice: stream.notice, notes };
}

function differenceText(comparison: Extract<Comparison, { type: 'differ' }>): string {
  const { page, network, first } = comparison;
  return strings.viewsDiffer(page, network, first === null ? null : first + 1);
}

/** Takes a comparison; returns what the request's list of facts says of it. */
export function comparisonText(comparison: Comparison): string {
  if (comparison.type === 'differ') return differenceText(comparison);
  return comparison.unseen === 0 ? strings.viewsAgree : strings.viewsAgreeBut(comparison.unseen);
}
