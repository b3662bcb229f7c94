/**
 * The link between the devtools page and the panel. Both are pages of the extension in the same
 * DevTools window and may load in any order; the panel may load late, or again. A broadcast channel
 * that is named after the tab joins them: no other origin can open it.
 */
import {
  isKept,
  isPanelCommand,
  isPanelMessage,
  isPanelReady,
  isRecorderReady,
  type PanelCommand,
  type PanelLinkCommand,
  type PanelLinkMessage,
  type PanelMessage,
} from '../protocol.ts';
import { browser } from './browser.ts';

function openChannel(tabId: number): BroadcastChannel {
  return new BroadcastChannel(`midstream-panel-${tabId}`);
}

function post(channel: BroadcastChannel, message: PanelLinkMessage | PanelLinkCommand): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message);
}

export interface PanelLinkListener {
  /** A panel has come and gets what `send` sends. */
  readonly onPanel: (send: (message: PanelMessage) => void) => void;
  readonly onCommand: (command: PanelCommand) => void;
}

/** Opens the devtools page's end of the link for one inspected tab. */
export function openPanelLink(tabId: number, { onPanel, onCommand }: PanelLinkListener): void {
  const channel = openChannel(tabId);
  const send = (message: PanelLinkMessage): void => post(channel, message);
  let panel: string | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isPanelReady(data)) {
      const isKnown = data.panel !== undefined && data.panel === panel;
      panel = data.panel ?? null;
      if (!isKnown) onPanel(send);
    } else if (isPanelCommand(data)) onCommand(data);
  });
  send({ type: 'recorder-ready' });
}

export interface RecorderLink {
  /** Passes a command to the recorder. */
  readonly send: (command: PanelCommand) => void;
  /** What has come so far is not wanted any more, should this panel be opened again. */
  readonly forget: () => void;
}

/**
 * Opens the panel's end of the link. `listener` gets everything the recorder has kept so far and
 * then every message as it comes, in order.
 */
export function connectRecorder(listener: (message: PanelMessage) => void): RecorderLink {
  const channel = openChannel(browser.devtools.inspectedWindow.tabId);
  const send = (command: PanelLinkCommand): void => post(channel, command);
  const ready = { type: 'panel-ready', panel: crypto.randomUUID() } as const;
  let messages = 0;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isRecorderReady(data)) {
      send(ready);
    } else if (isPanelMessage(data)) {
      if (isKept(data)) messages += 1;
      listener(data);
    }
  });
  send(ready);
  return {
    send,
    forget() {
      send({ type: 'forget', messages });
      messages = 0;
    },
  };
}
