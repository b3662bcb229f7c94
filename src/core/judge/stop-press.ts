/**
 * The stop button, known by what it does: a gesture shortly before the page ended the stream itself was
 * for that, and so was what the gesture did besides.
 */
import type { SessionRecord } from '../records.ts';
import type { Flag, Stream } from '../types.ts';
import { controlKey } from './stop-controls.ts';
import type { UserGesture } from './user-activity.ts';

export interface PageCancel {
  /** The stream that the page cancelled or aborted at `t`. */
  readonly stream: Stream;
  readonly t: number;
  readonly flags: readonly Flag[];
  readonly records: readonly SessionRecord[];
  /** The last gesture of the user. */
  readonly last: UserGesture | null;
}

export interface StopPress {
  /** The press of the button; null where it cannot be told from an action that ended the stream too. */
  readonly gesture: UserGesture | null;
  /** Whether a flag, on the record it is of, is explained by it. */
  readonly explains: (flag: Flag, record: SessionRecord | undefined) => boolean;
}

/** A gesture this shortly before the page's own cancel was the stop button. */
const STOP_MS = 300;

/** @param cancel what is known when the page has ended a stream */
export function readStopPress({ stream, t, flags, records, last }: PageCancel): StopPress {
  const isRecent = (flag: Flag): boolean => flag.stream === stream.id && flag.t >= t - STOP_MS;
  // A named control whose request was tied to the call did more than stop.
  const isNamed = (last?.record.target?.name ?? '') !== '';
  const isEffect = ({ code, confidence, action }: Flag): boolean => {
    if (code !== 'early-action' || confidence === 'possible') return false;
    return confidence === 'confirmed' || (isNamed && isRequest(records[action]));
  };
  const isStop =
    last !== null &&
    last.record.t >= t - STOP_MS &&
    !flags.some((flag) => isRecent(flag) && isEffect(flag));
  const gesture = isStop ? last : null;
  const key = controlKey(gesture?.record.target);

  return {
    gesture,
    explains(flag, record) {
      if (record?.type !== 'action') return false;
      if (record.kind === 'control-enabled') {
        return key !== '' && flag.stream === stream.id && controlKey(record.target) === key;
      }
      if (!isRecent(flag) || flag.confidence === 'confirmed') return false;
      if (record.kind === 'gesture') return true;
      return gesture !== null && isRequest(record) && flag.t >= gesture.record.t;
    },
  };
}

function isRequest(record: SessionRecord | undefined): boolean {
  return record?.type === 'action' && record.kind === 'request';
}
