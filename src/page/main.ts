/**
 * The page script: runs in the page's own world before any script of the page, taps what streams
 * in and what goes out, and posts records to the bridge through a private port. It decodes nothing
 * and decides nothing. The page must not be able to tell that it is there; what stays observable
 * is listed in ARCHITECTURE.md.
 */
import type { PageCommand } from '../protocol.ts';
import { createExchanges } from './exchanges.ts';
import { createFailures } from './failures.ts';
import { createHooks } from './hooks.ts';
import { createLine } from './line.ts';
import { createRecordQueue } from './record-queue.ts';
import { createRecording } from './recording.ts';
import { createRecordedStreams } from './recorded-streams.ts';
import { createRequests, tapBeacons } from './requests.ts';
import { tapEventSource } from './tap-event-source.ts';
import { tapFetch } from './tap-fetch.ts';
import { tapParse } from './tap-parse.ts';
import { tapPipes } from './tap-pipes.ts';
import { tapReaders } from './tap-readers.ts';
import { tapResponses } from './tap-responses.ts';
import { tapStorage } from './tap-storage.ts';
import { tapTransfers } from './tap-transfers.ts';
import { tapWebSocket } from './tap-web-socket.ts';
import { tapXhr } from './tap-xhr.ts';

const line = createLine((command) => {
  failures.guard('bridge', () => obey(command));
});
const queue = createRecordQueue(line.post);
const hooks = createHooks();
const recording = createRecording(queue, hooks.setOn);
const failures = createFailures(queue.fail);

const requests = createRequests(queue);
const streams = createRecordedStreams(queue, recording);

// Apart, so that a browser that lacks one of them has the others.
failures.guard('install fetch', () => {
  const exchanges = createExchanges(queue, recording);
  tapReaders(hooks, exchanges, failures);
  tapPipes(hooks, exchanges, failures);
  tapResponses(hooks, exchanges, failures);
  tapFetch(hooks, exchanges, requests, failures);
  tapTransfers(hooks.group(), exchanges, recording, failures);
});
failures.guard('install beacons', () => tapBeacons(hooks, requests, failures));
failures.guard('install XMLHttpRequest', () => tapXhr(hooks, streams, requests, failures));
failures.guard('install EventSource', () => tapEventSource(hooks, streams, requests, failures));
failures.guard('install WebSocket', () => tapWebSocket(hooks, streams, requests, failures));
failures.guard('install JSON.parse', () => tapParse(hooks.group(), queue, recording, failures));
const storageTap = failures.guard('install storage', () =>
  tapStorage(hooks.group, queue, recording, failures),
);

function obey(command: PageCommand): void {
  switch (command) {
    case 'record':
      recording.set(true);
      return;
    case 'rest':
      recording.set(false);
      queue.collect();
      return;
    case 'collect':
      queue.collect();
      return;
    case 'new-turn':
      queue.newTurn();
      return;
    case 'watch-storage':
      storageTap?.set(true);
      return;
    case 'leave-storage':
      storageTap?.set(false);
      return;
    default:
      return command satisfies never;
  }
}

// Without a bridge nobody will ever say so.
if (!line.handOver()) recording.set(false);
