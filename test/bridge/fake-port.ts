/** A port whose other end a test holds: it sees what was sent, sends, and breaks the connection. */
import type { PortLike } from '../../src/transport.ts';

export interface FakePort {
  readonly port: PortLike;
  readonly sent: unknown[];
  readonly receive: (message: unknown) => void;
  /** Breaks the connection; with `silently`, nobody is told until something is sent. */
  readonly disconnect: () => void;
  readonly isOpen: () => boolean;
}

/** Makes an open port. */
export function createFakePort(): FakePort {
  const sent: unknown[] = [];
  const messageListeners: ((message: unknown) => void)[] = [];
  const disconnectListeners: (() => void)[] = [];
  let isOpen = true;
  return {
    sent,
    isOpen: () => isOpen,
    receive(message) {
      for (const listener of messageListeners) listener(message);
    },
    disconnect() {
      isOpen = false;
      for (const listener of disconnectListeners) listener();
    },
    port: {
      postMessage(message) {
        if (!isOpen) throw new Error('Attempting to use a disconnected port object');
        sent.push(structuredClone(message));
      },
      disconnect() {
        isOpen = false;
      },
      onMessage: { addListener: (listener) => messageListeners.push(listener) },
      onDisconnect: { addListener: (listener) => disconnectListeners.push(listener) },
    },
  };
}
