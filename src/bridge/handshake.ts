/**
 * Takes the page script's port. The listener is there at document_start, before any script of the
 * page: it takes the first such message, lets nobody else see it, and goes. From then on the page
 * can neither read nor forge what the two say.
 */
import { PAGE_PORT } from '../protocol.ts';

/** Waits for the page script's message on `page` and hands its port to `use`, once. */
export function takePagePort(page: Window, use: (port: MessagePort) => void): void {
  function listen(event: MessageEvent<unknown>): void {
    const port = event.ports[0];
    if (event.source !== page || event.data !== PAGE_PORT || port === undefined) return;
    event.stopImmediatePropagation();
    page.removeEventListener('message', listen, true);
    use(port);
  }
  page.addEventListener('message', listen, true);
}
