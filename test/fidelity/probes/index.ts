/**
 * All that is asked of a page, by group, and where the answers are known to differ while the page is
 * recorded.
 */
import { errorProbes } from './errors.ts';
import { eventSourceProbes } from './event-source.ts';
import { identityProbes } from './identity.ts';
import type { Probe } from './probe.ts';
import { requestProbes } from './requests.ts';
import { responseProbes } from './responses.ts';
import { statusProbes } from './statuses.ts';
import { streamProbes } from './streams.ts';
import { timingProbes } from './timing.ts';
import { webSocketProbes } from './web-socket.ts';
import { xmlHttpRequestProbes } from './xml-http-request.ts';

export const probeGroups: Readonly<Record<string, Readonly<Record<string, Probe>>>> = {
  'Functions and classes': identityProbes,
  Responses: responseProbes,
  Bodies: streamProbes,
  'Statuses and origins': statusProbes,
  'Errors and aborts': errorProbes,
  Requests: requestProbes,
  'Microtasks, rejections and stacks': timingProbes,
  EventSource: eventSourceProbes,
  XMLHttpRequest: xmlHttpRequestProbes,
  WebSocket: webSocketProbes,
};

export interface KnownDifference {
  /** What the page can notice, as a sentence. */
  readonly sentence: string;
  /** Whether it is there too while nobody records. */
  readonly isDormantToo: boolean;
}

/** Probes that give something else with the extension. A difference that is gone is to be taken out. */
export const knownDifferences: Readonly<Record<string, KnownDifference>> = {
  'the functions of a frame read as native here too': {
    sentence:
      'The `Function.prototype.toString` of one frame reads a hooked function of another as `function () { [native code] }`.',
    isDormantToo: true,
  },
  'a fetch that cannot be made rejects in as many microtasks': {
    sentence: 'The promise of `fetch` settles one microtask later, and so does that of `pipeTo`.',
    isDormantToo: false,
  },
  'a rejected read that the page throws away is told': {
    sentence:
      'A `read()` that rejects, and whose promise the page throws away, raises no `unhandledrejection`.',
    isDormantToo: false,
  },
  'an argument error has the stack of the page alone': {
    sentence:
      'The stack of an error about the arguments of a hooked function has a frame of the extension.',
    isDormantToo: false,
  },
};
