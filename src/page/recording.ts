/**
 * Whether this document is recorded. It starts `pending`: everything is tapped and held until the
 * bridge says whether anybody records. Streams belong to the recording in which they began; once it
 * stops, they are never recorded again.
 */
import { append, createDictionary, now, ownKeys } from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';

type State = 'pending' | 'recording' | 'dormant';

export interface Recording {
  readonly isActive: () => boolean;
  /** Counts recordings; a stream belongs to the number under which it began. */
  readonly number: () => number;
  readonly streamOpened: (stream: string) => void;
  readonly streamEnded: (stream: string) => void;
  readonly hasOpenStreams: () => boolean;
  /** Tells a listener at once whether any is open, and whenever the first one opens and the last one ends. */
  readonly onOpenStreams: (listener: (areOpen: boolean) => void) => void;
  /** What the bridge says: at first the answer, later each switch. */
  readonly set: (recording: boolean) => void;
}

/**
 * Makes the state of one document, which opens and clears `queue` as it changes. `switchTaps` is
 * told when the taps have nothing to do, and when they have again.
 */
export function createRecording(
  queue: RecordQueue,
  switchTaps: (isOn: boolean) => void,
): Recording {
  let state: State = 'pending';
  let isActive = true;
  let count = 1;
  let openStreams = createDictionary<true>();
  const listeners: ((areOpen: boolean) => void)[] = [];

  function hasOpenStreams(): boolean {
    return ownKeys(openStreams).length > 0;
  }

  function tellOpen(areOpen: boolean): void {
    for (let index = 0; index < listeners.length; index += 1) listeners[index]?.(areOpen);
  }

  function stop(): void {
    const streams = ownKeys(openStreams);
    for (let index = 0; index < streams.length; index += 1) {
      const stream = streams[index];
      if (typeof stream !== 'string') continue;
      const t = now();
      queue.add({ type: 'gap', t, stream, records: 0, bytes: 0, reason: 'recording-stopped' }, 0);
    }
    openStreams = createDictionary();
  }

  return {
    isActive: () => isActive,
    number: () => count,
    streamOpened(stream) {
      const isFirst = !hasOpenStreams();
      openStreams[stream] = true;
      if (isFirst) tellOpen(true);
    },
    streamEnded(stream) {
      delete openStreams[stream];
      if (!hasOpenStreams()) tellOpen(false);
    },
    hasOpenStreams,
    onOpenStreams(listener) {
      append(listeners, listener);
      listener(hasOpenStreams());
    },
    set(recording) {
      const next: State = recording ? 'recording' : 'dormant';
      if (next === state) return;
      const previous = state;
      state = next;
      isActive = recording;
      switchTaps(recording);
      if (recording) {
        queue.open();
        return;
      }
      count += 1;
      if (previous === 'recording') stop();
      else queue.clear();
      openStreams = createDictionary();
      tellOpen(false);
    },
  };
}
