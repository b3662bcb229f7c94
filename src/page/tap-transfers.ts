/**
 * The tap on transfers: a body that the page hands to a worker, a port or a clone of itself is read where no
 * hook sees it. Its stream ends here, and says so.
 *
 * What surprises: `window.postMessage` is left alone. The receiver is told which window called it, and with a
 * hook in between that would be another one.
 */
import type { Exchanges } from './exchanges.ts';
import type { Failures } from './failures.ts';
import type { HookGroup } from './hooks.ts';
import { argumentOf, ownValue } from './page-values.ts';
import { callNative } from './primordials.ts';
import type { Recording } from './recording.ts';

/** Nobody transfers more than this at once. */
const MAXIMUM = 1000;

/** Hooks what transfers, by a group of its own that is on while a stream is open. */
export function tapTransfers(
  group: HookGroup,
  exchanges: Exchanges,
  recording: Recording,
  failures: Failures,
): void {
  function handOver(list: unknown): void {
    const length = ownValue(list, 'length');
    if (typeof length !== 'number') return;
    for (let index = 0; index < length && index < MAXIMUM; index += 1) {
      const branch = exchanges.streams.get(ownValue(list, index));
      if (branch !== undefined) exchanges.handOver(branch);
    }
  }

  function follow(owner: object, key: string): void {
    group.method(owner, key, (native, self, parameters) => {
      const result = callNative(native, self, parameters);
      failures.guard(key, () => {
        const options = argumentOf(parameters, 1);
        handOver(options);
        handOver(ownValue(options, 'transfer'));
      });
      return result;
    });
  }

  follow(globalThis, 'structuredClone');
  follow(MessagePort.prototype, 'postMessage');
  follow(Worker.prototype, 'postMessage');
  recording.onOpenStreams(group.setOn);
}
