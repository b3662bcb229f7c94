/**
 * A port that comes back. The background may be stopped at any time, and its ports with it; the
 * next connection starts it again.
 */

/** The part of runtime.Port that is used here. */
export interface PortLike {
  readonly postMessage: (message: unknown) => void;
  readonly disconnect: () => void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Runs `work` after `delay` milliseconds and gives a function that calls it off. */
export type Timer = (work: () => void, delay: number) => () => void;

export interface ReconnectingPortOptions {
  /** Opens a new port. It may throw: that counts as a lost connection. */
  readonly connect: () => PortLike;
  /** A connection is there, the first or another; `send` sends through it. */
  readonly onConnect: (send: (message: unknown) => boolean) => void;
  readonly onMessage: (message: unknown) => void;
  /** Asked before each new attempt; once it says no, the port stays closed and `onGone` is told. */
  readonly mayReconnect: () => boolean;
  readonly onGone: () => void;
  timer: Timer;
}

export interface ReconnectingPort {
  /** Sends a message; false when there is no connection now. */
  readonly send: (message: unknown) => boolean;
  /** Opens it anew: it may be lost without anybody being told. */
  readonly renew: () => void;
  readonly close: () => void;
}

const FIRST_DELAY = 50;
const MAXIMUM_DELAY = 2000;

/**
 * Opens a port and opens it again whenever it is lost, after 50 ms at first and twice as long each
 * time, up to 2 s. A message that arrives shows that the connection works and resets the delay.
 */
export function createReconnectingPort(options: ReconnectingPortOptions): ReconnectingPort {
  let port: PortLike | null = null;
  let delay = FIRST_DELAY;
  let isClosed = false;
  let callOff: (() => void) | null = null;

  function lost(): void {
    port = null;
    if (isClosed) return;
    if (!options.mayReconnect()) {
      options.onGone();
      return;
    }
    callOff = options.timer(open, delay);
    delay = Math.min(delay * 2, MAXIMUM_DELAY);
  }

  function open(): void {
    if (isClosed) return;
    let opened: PortLike;
    try {
      opened = options.connect();
    } catch {
      lost();
      return;
    }
    port = opened;
    opened.onDisconnect.addListener(() => {
      if (port === opened) lost();
    });
    opened.onMessage.addListener((message) => {
      if (port !== opened) return;
      delay = FIRST_DELAY;
      options.onMessage(message);
    });
    options.onConnect(send);
  }

  function send(message: unknown): boolean {
    const current = port;
    if (current === null) return false;
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
      current.postMessage(message);
      return true;
    } catch {
      lost();
      return false;
    }
  }

  function drop(): void {
    callOff?.();
    const current = port;
    port = null;
    current?.disconnect();
  }

  open();

  return {
    send,
    renew() {
      if (isClosed) return;
      drop();
      open();
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}

/** The timer of the platform. */
export const platformTimer: Timer = (work, delay) => {
  const handle = setTimeout(work, delay);
  return () => clearTimeout(handle);
};
