/**
 * At most one update of the screen per animation frame, however many records arrive. A hidden
 * document gets no animation frames, and a panel that is hidden must still keep up, so a timer
 * takes over there.
 */

export interface SchedulerHost {
  readonly isHidden: () => boolean;
  readonly requestFrame: (callback: () => void) => void;
  readonly setTimer: (callback: () => void, milliseconds: number) => void;
}

/** How long a hidden panel may lag: nobody looks, but scripts may read it. */
const HIDDEN_DELAY = 100;

/** Takes what the host offers and what to run; returns a function that asks for one run soon. */
export function createFrameScheduler(host: SchedulerHost, run: () => void): () => void {
  let pending = false;
  let round = 0;
  const finish = (mine: number): void => {
    if (!pending || mine !== round) return;
    pending = false;
    run();
  };
  return () => {
    if (pending) return;
    pending = true;
    round += 1;
    const mine = round;
    if (!host.isHidden()) host.requestFrame(() => finish(mine));
    // Also with a frame asked for: the document may be hidden before the frame comes.
    host.setTimer(() => finish(mine), HIDDEN_DELAY);
  };
}
