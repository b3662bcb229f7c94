/**
 * The background: passes messages between the frames of a tab and the devtools page that records
 * it. Content scripts and devtools pages cannot reach each other directly in both browsers.
 */
import { runtime, storage, tabs, type Runtime } from '../platform/native.ts';
import {
  PORT_FRAME,
  PORT_RECORDER,
  RECORD_ALWAYS,
  isHelloMessage,
  type FrameCommand,
} from '../protocol.ts';
import { platformTimer } from '../transport.ts';
import { createRelay, type Connection } from './relay.ts';

function tellTab(tabId: number, command: FrameCommand): void {
  // Frames without the content script, such as the browser's own pages, have nobody to hear it.
  tabs.sendMessage(tabId, command).catch(() => {});
}

const relay = createRelay({
  tellTab,
  tellOthers(tabIds, command) {
    void tabs.query({}).then((all) => {
      for (const { id } of all) if (id !== undefined && !tabIds.has(id)) tellTab(id, command);
    });
  },
  async readAlways() {
    const settings = await storage.local.get(RECORD_ALWAYS).catch(() => ({}));
    return Reflect.get(settings, RECORD_ALWAYS) === true;
  },
  timer: platformTimer,
});

storage.local.onChanged.addListener((changes) => {
  const change = changes[RECORD_ALWAYS];
  if (change !== undefined) relay.setAlways(change.newValue === true);
});

function attach(port: Runtime.Port, connection: Connection): void {
  port.onMessage.addListener((message) => connection.message(message));
  port.onDisconnect.addListener(() => {
    // Reading the error keeps the browser from logging it: frames go into the back/forward cache.
    void runtime.lastError;
    connection.disconnected();
  });
}

function sender(port: Runtime.Port): (message: unknown) => void {
  return (message) => {
    try {
      port.postMessage(message);
    } catch {
      // It has just been closed; its listener says so next.
    }
  };
}

runtime.onConnect.addListener((port) => {
  const { sender: from, name } = port;
  const tabId = from?.tab?.id;
  if (name === PORT_FRAME && tabId !== undefined) {
    attach(port, relay.frame({ tabId, frameId: from?.frameId ?? 0 }, sender(port)));
  } else if (name === PORT_RECORDER && from?.url?.startsWith(runtime.getURL('')) === true) {
    attach(port, relay.recorder(sender(port)));
  }
});

runtime.onMessage.addListener((message: unknown, from, sendResponse) => {
  const tabId = from.tab?.id;
  if (!isHelloMessage(message) || tabId === undefined) return undefined;
  void relay.hello(tabId).then(sendResponse);
  // The answer comes later.
  return true;
});
