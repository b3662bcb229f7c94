/**
 * Joins the network log to the recorder: signs of life from the page wake the poller, and what the
 * log holds goes to the panel like everything else. Where the browser has no log that can be read,
 * requests are seen when they are over.
 */
import type { PanelMessage } from '../protocol.ts';
import type { Timer } from '../transport.ts';
import { createLogPoller } from './log-poller.ts';
import type { LoggedBody } from './logged-stream.ts';
import { createNetworkLog } from './network-log.ts';

/** A request that is over, as the browser tells it. */
interface FinishedEntry {
  readonly getContent: () => Promise<unknown>;
}

/** The part of `devtools.network` that is used here. */
export interface NetworkApi {
  readonly getHAR?: () => Promise<unknown>;
  readonly onRequestFinished: { addListener(listener: (entry: FinishedEntry) => void): void };
}

export interface NetworkWatchOptions {
  readonly network: NetworkApi;
  /** The address under which this extension's scripts are. */
  readonly own: string;
  readonly emit: (message: PanelMessage) => void;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  timer: Timer;
}

export interface NetworkWatch {
  /** Takes each message that the recorder has for the panel. */
  readonly note: (message: PanelMessage) => void;
}

/** Watches the network log of the inspected tab. */
export function watchNetwork(options: NetworkWatchOptions): NetworkWatch {
  const { network, own, emit, now, timer } = options;
  const log = createNetworkLog({ own, now });
  let isRecording = true;
  const poller = createLogPoller({
    read: () => network.getHAR?.() ?? Promise.resolve(null),
    feed(har) {
      const messages = log.feed(har);
      for (const message of messages) emit(message);
      return messages.length > 0;
    },
    isWaiting: log.isWaiting,
    now,
    timer,
  });

  async function finish(entry: FinishedEntry): Promise<void> {
    const isWanted = isRecording && log.wantsBody(entry);
    const content = isWanted ? await entry.getContent().catch(() => null) : null;
    log.finish(entry, readBody(content));
    if (isRecording) poller.wake();
  }

  network.onRequestFinished.addListener((entry) => void finish(entry));

  return {
    note(message) {
      log.note(message);
      if (message.type === 'recording') isRecording = message.recording;
      if (isRecording) {
        if (message.type !== 'failure') poller.wake();
        return;
      }
      // The gaps of what was open.
      for (const last of log.feed(null)) emit(last);
      poller.sleep();
    },
  };
}

/** Takes what `getContent` gave: content and encoding, by name in Chromium and by position elsewhere. */
function readBody(value: unknown): LoggedBody | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  const content: unknown = Reflect.get(value, isList ? 0 : 'content');
  const encoding: unknown = Reflect.get(value, isList ? 1 : 'encoding');
  if (typeof content !== 'string' || content === '') return null;
  return { content, isBase64: encoding === 'base64' };
}
