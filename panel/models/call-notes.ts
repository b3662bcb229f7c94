/** What else there is to say of a call: where a trusting parser would have erred, and what its tool gave back. */
import type { Call, MisreadWindow, Stream } from '../../src/core/types.ts';
import { clip } from '../layout/text-marks.ts';
import { strings } from '../strings.ts';
import { formatDiffering, formatDuration, formatTime } from './format.ts';

export interface CallNote {
  readonly type: 'misread' | 'result' | 'failed-result';
  readonly label: string;
  /** What follows the label. */
  readonly text: readonly NotePart[];
}

/** Captured text, apart from our own words: what is written from right to left must not reorder them. */
export type NotePart = string | { readonly captured: string };

/** Values in a sentence are cut to this length. */
const VALUE_LENGTH = 60;
/** More windows than this say nothing that the fragments below do not. */
const SHOWN_MISREADS = 3;
/** Results can be long documents. */
const RESULT_LENGTH = 2000;

/** Takes a call, its stream and the time that times count from; returns its notes. */
export function callNotes(stream: Stream, call: Call, from: number): readonly CallNote[] {
  const { misreads } = call;
  const seen = misreads.filter((window) => couldBeSeen(call, window));
  const shown = seen.slice(0, SHOWN_MISREADS).map((window) => misreadNote(call, window));
  if (seen.length > SHOWN_MISREADS) {
    const more = strings.moreMisreads(seen.length - SHOWN_MISREADS);
    shown.push({ type: 'misread', label: more, text: [] });
  }
  for (const { call: position, text, isError, t } of stream.results) {
    if (position !== call.position) continue;
    const time = formatTime(t - from);
    shown.push({
      type: isError ? 'failed-result' : 'result',
      label: isError ? strings.failedResult(time) : strings.result(time),
      text: [{ captured: clip(text, RESULT_LENGTH) }],
    });
  }
  return shown;
}

/** A page gets a chunk in one go, so a value that was wrong only within one was shown to nobody. */
function couldBeSeen(call: Call, { from, to }: MisreadWindow): boolean {
  return call.fragments[from]?.chunk !== call.fragments[to]?.chunk;
}

function misreadNote(call: Call, { path, from, to, shown, final }: MisreadWindow): CallNote {
  const start = call.fragments[from]?.t ?? 0;
  const end = call.fragments[to]?.t ?? start;
  const field = path.replace(/^\$\.?/, '');
  return {
    type: 'misread',
    label: strings.misread(from + 1, to + 1, formatDuration(end - start)),
    text: strings.misreadValues<NotePart>(
      { captured: field === '' ? '$' : field },
      { captured: formatDiffering(shown, final, VALUE_LENGTH) },
      { captured: formatDiffering(final, shown, VALUE_LENGTH) },
    ),
  };
}
