/** The extension's background, as the browser stops it at will. */
import type { BrowserContext, Page } from '@playwright/test';

/** Stops the background of a browser's extensions; settles once it is stopped. */
export async function stopBackground(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some((version) => version.runningStatus === 'stopped')) resolve();
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await session.detach();
}
