/**
 * The bridge: runs beside the page in the isolated world. It asks whether anybody records this
 * tab, says so to the page script, and carries its records, with the gestures it sees itself, to
 * the background. While nobody records it has no port and no listener on the page.
 */
import { runtime, isExtensionAlive } from '../platform/native.ts';
import {
  PORT_FRAME,
  PROTOCOL_VERSION,
  isFrameCommand,
  isHelloAnswer,
  isPageMessage,
  type HelloAnswer,
  type HelloMessage,
} from '../protocol.ts';
import { createReconnectingPort, platformTimer } from '../transport.ts';
import { createBridge } from './bridge.ts';
import { watchControls } from './controls.ts';
import { watchFormPosts } from './form-posts.ts';
import { watchGestures } from './gestures.ts';
import { takePagePort } from './handshake.ts';

/** Says that this world has a bridge already: an extension that is started again injects twice. */
const INSTALLED = Symbol.for('midstream-bridge');
const isSecond = Reflect.has(globalThis, INSTALLED);
Reflect.set(globalThis, INSTALLED, true);

const now = (): number => performance.timeOrigin + performance.now();

function createDocumentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function askWhetherRecording(): Promise<HelloAnswer> {
  const hello: HelloMessage = { type: 'hello', version: PROTOCOL_VERSION };
  try {
    const answer: unknown = await runtime.sendMessage(hello);
    return isHelloAnswer(answer) ? answer : { recording: false };
  } catch {
    // Nobody there: the extension has just been updated or removed.
    return { recording: false };
  }
}

function start(pagePort: MessagePort): void {
  const bridge = createBridge({
    document: createDocumentId(),
    url: () => location.href,
    title: () => document.title,
    isTop: window.top === window,
    tellPage: (message) => pagePort.postMessage(message, []),
    watch(report) {
      const stops = [watchGestures(window, now, report), watchFormPosts(window, now, report)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    watchControls: (report) => watchControls(document, now, report),
    connect: (listener) =>
      createReconnectingPort({
        connect() {
          const port = runtime.connect({ name: PORT_FRAME });
          // Reading the error keeps the browser from writing it to the page's console.
          port.onDisconnect.addListener(() => void runtime.lastError);
          return port;
        },
        mayReconnect: isExtensionAlive,
        timer: platformTimer,
        ...listener,
      }),
    timer: platformTimer,
  });

  pagePort.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isPageMessage(data)) bridge.page(data);
  });
  pagePort.start();
  window.addEventListener('pagehide', () => bridge.flush(), { capture: true, passive: true });
  runtime.onMessage.addListener((message: unknown) => {
    if (isFrameCommand(message)) bridge.command(message);
    return undefined;
  });
  void askWhetherRecording().then((answer) => bridge.command({ ...answer, type: 'record' }));
}

takePagePort(window, (pagePort) => {
  if (isSecond) pagePort.postMessage({ type: 'record', recording: false }, []);
  else start(pagePort);
});
