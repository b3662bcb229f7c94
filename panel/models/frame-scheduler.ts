/**
 * At most one update of the screen per animation frame, however many records arrive, and fewer where
 * drawing takes long: the thread that draws shares its cores with the page under inspection, and is
 * the one that takes the records in. A hidden document gets no animation frames, and a panel that is
 * hidden must still keep up, so a timer takes over there.
 */

export interface SchedulerHost {
  readonly isHidden: () => boolean;
  readonly requestFrame: (callback: () => void) => void;
  readonly setTimer: (callback: () => void, milliseconds: number) => void;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

/** How long a hidden panel may lag: nobody looks, but scripts may read it. */
const HIDDEN_DELAY = 100;
/** After each update comes a rest of so many times as long as it took. */
const REST = 3;
/** The rest at most (ms): what is live must still look so. */
const LONGEST_REST = 400;

/** Takes what the host offers and what to run; returns a function that asks for one run soon. */
export function createFrameScheduler(host: SchedulerHost, run: () => void): () => void {
  let state: 'resting' | 'waiting' | 'drawing' = 'resting';
  let isWanted = false;
  let restUntil = Number.NEGATIVE_INFINITY;
  let round = 0;

  function draw(mine: number): void {
    if (state !== 'waiting' || mine !== round) return;
    state = 'drawing';
    isWanted = false;
    const begun = host.now();
    run();
    // What was changed is laid out and painted after this turn: the next task comes behind that.
    host.setTimer(() => {
      const end = host.now();
      restUntil = end + Math.min(LONGEST_REST, REST * (end - begun));
      state = 'resting';
      if (isWanted) wait();
    }, 0);
  }

  function askForFrame(mine: number): void {
    if (!host.isHidden()) host.requestFrame(() => draw(mine));
    // Also with a frame asked for: the document may be hidden before the frame comes.
    host.setTimer(() => draw(mine), HIDDEN_DELAY);
  }

  function wait(): void {
    state = 'waiting';
    round += 1;
    const mine = round;
    const rest = restUntil - host.now();
    if (rest > 0) host.setTimer(() => askForFrame(mine), rest);
    else askForFrame(mine);
  }

  return () => {
    isWanted = true;
    if (state === 'resting') wait();
  };
}
