/** Mock Service Worker in front of the page: everything goes through its worker, and nothing is mocked. */
import { setupWorker } from 'msw/browser';

globalThis.patching = setupWorker()
  .start({ serviceWorker: { url: '/worker.js' }, quiet: true, onUnhandledRequest: 'bypass' })
  .then(() => undefined);
