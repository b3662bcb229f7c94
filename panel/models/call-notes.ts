/** What else there is to say of a call: where a trusting parser would have erred, and what its tool gave back. */
import type { Call, MisreadWindow, Stream } from '../../src/core/types.ts';
import { strings } from '../strings.ts';
import { formatDuration, formatTime, formatValue } from './format.ts';

export interface CallNote {
  readonly type: 'misread' | 'result' | 'failed-result';
  /** The sentence before captured text, and that text. */
  readonly label: string;
  readonly text: string;
}

/** Values in a sentence are cut to this length. */
const VALUE_LENGTH = 60;
/** More windows than this say nothing that the fragments below do not. */
const SHOWN_MISREADS = 3;
/** Results can be long documents. */
const RESULT_LENGTH = 2000;

/** Takes a call, its stream and the time that times count from; returns its notes. */
export function callNotes(stream: Stream, call: Call, from: number): readonly CallNote[] {
  const { misreads } = call;
  const shown = misreads.slice(0, SHOWN_MISREADS).map((window) => misreadNote(call, window));
  if (misreads.length > SHOWN_MISREADS) {
    const more = strings.moreMisreads(misreads.length - SHOWN_MISREADS);
    shown.push({ type: 'misread', label: more, text: '' });
  }
  for (const { call: position, text, isError, t } of stream.results) {
    if (position !== call.position) continue;
    const time = formatTime(t - from);
    shown.push({
      type: isError ? 'failed-result' : 'result',
      label: isError ? strings.failedResult(time) : strings.result(time),
      text: text.length > RESULT_LENGTH ? `${text.slice(0, RESULT_LENGTH)}…` : text,
    });
  }
  return shown;
}

function misreadNote(call: Call, { path, from, to, shown, final }: MisreadWindow): CallNote {
  const start = call.fragments[from]?.t ?? 0;
  const end = call.fragments[to]?.t ?? start;
  const field = path.replace(/^\$\.?/, '');
  return {
    type: 'misread',
    label: strings.misread(from + 1, to + 1, formatDuration(end - start)),
    text: strings.misreadValues(
      field === '' ? '$' : field,
      formatValue(shown, VALUE_LENGTH),
      formatValue(final, VALUE_LENGTH),
    ),
  };
}
