/**
 * A document is not always the one that its tab shows. It may be prerendered, and then never be
 * shown; and the tab may come back to it from the back/forward cache, where no script runs, no
 * message arrives, and its port is closed without a word.
 */
import type { FrameCommand } from '../protocol.ts';

/**
 * Takes commands for a document on their way to its bridge. While it is prerendered, what is
 * recorded of it stays in it: to the recorder it would look like the tab's next page.
 */
export function holdWhilePrerendered(
  page: Document,
  command: (command: FrameCommand) => void,
): (command: FrameCommand) => void {
  let last: FrameCommand | null = null;
  page.addEventListener(
    'prerenderingchange',
    () => {
      if (last !== null) command(last);
      last = null;
    },
    { once: true },
  );
  return (received) => {
    if (received.type !== 'record' || !isPrerendered(page)) {
      command(received);
      return;
    }
    last = received;
    command({ ...received, keep: true });
  };
}

function isPrerendered(page: Document): boolean {
  return Reflect.get(page, 'prerendering') === true;
}

export interface Passages {
  /** The document is being left, for good or not. */
  readonly left: () => void;
  /** It is shown again, and whatever was said meanwhile it has not heard. */
  readonly back: () => void;
}

/** Tells when a document is left, and when the tab comes back to it. */
export function watchPassages(page: Window, { left, back }: Passages): void {
  page.addEventListener('pagehide', left, { capture: true, passive: true });
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) back();
    },
    { capture: true, passive: true },
  );
}
