/**
 * Takes the page script's line. The listener is there at document_start, before any script of the page:
 * it takes the first such event, lets nobody else see it, and goes. From then on the page can neither
 * read nor forge what the two say. Nothing waits for a task: `document.open()`, which a page may call
 * right after it has made a frame, takes all listeners off a window.
 */
import { PAGE_LINE, PAGE_MESSAGE, type PageCommand } from '../protocol.ts';

export interface PageLine {
  /** The page script does it, and posts what it has to say to it, before this returns. */
  readonly tell: (command: PageCommand) => void;
  /** Passes what the page script posts to `take`: unchecked. */
  readonly listen: (take: (message: unknown) => void) => void;
}

/** Waits for the page script's line on `page` and hands it to `use`, once. */
export function takePageLine(page: Window, use: (line: PageLine) => void): void {
  function take(event: Event): void {
    if (!(event instanceof MouseEvent)) return;
    const target = event.relatedTarget;
    if (target === null) return;
    event.stopImmediatePropagation();
    // Tells the page script that it was taken.
    event.preventDefault();
    page.removeEventListener(PAGE_LINE, take, true);
    use({
      tell: (command) => void target.dispatchEvent(new Event(command)),
      listen(listener) {
        target.addEventListener(PAGE_MESSAGE, (message) => {
          // What it carries is copied into this world at each look.
          if (message instanceof CustomEvent) listener(message.detail);
        });
      },
    });
  }
  page.addEventListener(PAGE_LINE, take, true);
}
