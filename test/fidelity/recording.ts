/** A browser that records and a server for all tests of a file; each test begins on the server's empty page. */
import { test } from '@playwright/test';
import { launchRecording, type RecordingBrowser } from './browsers.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

/** Both, while a test runs. */
export interface Recorded {
  readonly server: StreamServer;
  readonly recording: RecordingBrowser;
}

/** Sets both up for the tests of the file that calls it; `use` is told of them before the first one. */
export function recordForEach(use: (recorded: Recorded) => void): void {
  let recorded: Recorded | null = null;

  test.beforeAll(async () => {
    recorded = { server: await startStreamServer(), recording: await launchRecording() };
    use(recorded);
  });

  test.afterAll(async () => {
    await recorded?.recording.close();
    await recorded?.server.close();
  });

  test.beforeEach(async () => {
    await recorded?.recording.open(recorded.server.origin);
  });
}
