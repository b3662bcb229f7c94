/**
 * Puts gestures, which the bridge sees itself, among the page's records, which come later by
 * message. A gesture waits until the page has answered that it posted everything up to then, so
 * nothing that happened before it can still be under way.
 */
import type { ActionRecord } from '../core/records.ts';
import type { PageMessage, PageRecord } from '../protocol.ts';
import type { Timer } from '../transport.ts';

/** A page that does not answer for this long (ms) is not waited for. */
const PATIENCE = 500;

type Records = Extract<PageMessage, { type: 'records' }>;

export interface Merge {
  /** Takes a message of the page; its records are in order of time. */
  readonly page: (message: Records) => void;
  /** Takes what the bridge sees itself: gestures, controls that became usable, forms. */
  readonly own: (record: ActionRecord) => void;
  /** Emits the waiting gestures as they are. */
  readonly flush: () => void;
}

export interface MergeOptions {
  /** Gets every record, in order. */
  readonly emit: (record: PageRecord) => void;
  /** Asks the page to post everything so far and to answer with this token. */
  readonly ask: (token: number) => void;
  timer: Timer;
}

interface Waiting {
  readonly record: ActionRecord;
  readonly token: number;
  readonly callOff: () => void;
}

/** Makes the merge of one document. */
export function createMerge({ emit, ask, timer }: MergeOptions): Merge {
  let waiting: Waiting[] = [];
  let tokens = 0;

  function release(isDue: (gesture: Waiting) => boolean): void {
    while (waiting[0] !== undefined && isDue(waiting[0])) {
      const [{ record, callOff }] = [waiting[0]];
      waiting = waiting.slice(1);
      callOff();
      emit(record);
    }
  }

  return {
    page({ records, upTo, answers }) {
      for (const record of records) {
        // The clock is coarse: with the same time, a request came of the gesture, all else before it.
        const isRequest = record.type === 'action' && record.kind === 'request';
        release(
          (gesture) => gesture.record.t < record.t || (isRequest && gesture.record.t === record.t),
        );
        emit(record);
      }
      release(
        ({ record, token }) => record.t < upTo || (answers !== undefined && token <= answers),
      );
    },
    own(record) {
      tokens += 1;
      const token = tokens;
      const callOff = timer(() => release((gesture) => gesture.token <= token), PATIENCE);
      waiting.push({ record, token, callOff });
      ask(token);
    },
    flush() {
      release(() => true);
    },
  };
}
