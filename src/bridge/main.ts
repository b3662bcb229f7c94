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
import { createReconnectingPort, platformTimer, type ReconnectingPort } from '../transport.ts';
import { createBridge } from './bridge.ts';
import { watchControls } from './controls.ts';
import { watchCopies } from './copies.ts';
import { watchFormPosts } from './form-posts.ts';
import { watchGestures } from './gestures.ts';
import { whenIdle } from './idle.ts';
import { watchNavigations } from './navigations.ts';
import { takePageLine, type PageLine } from './page-line.ts';
import { holdWhilePrerendered, watchPassages } from './page-lifecycle.ts';
import { followStorageSetting } from './storage-setting.ts';
import { watchTyping } from './typing.ts';

/** Says that this world has a bridge already: an extension that is started again injects twice. */
const INSTALLED = Symbol.for('midstream-bridge');
const isSecond = Reflect.has(globalThis, INSTALLED);
Reflect.set(globalThis, INSTALLED, true);

const now = (): number => performance.timeOrigin + performance.now();

function createDocumentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function together(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
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

/** The address of a data: document is all of the document: its beginning names it. */
const MAXIMUM_DATA_ADDRESS = 200;

function address(): string {
  const { href, protocol } = location;
  return protocol === 'data:' ? href.slice(0, MAXIMUM_DATA_ADDRESS) : href;
}

function start(line: PageLine): void {
  let isStorageWatched = false;
  let port: ReconnectingPort | null = null;
  const bridge = createBridge({
    document: createDocumentId(),
    url: address,
    title: () => document.title,
    isTop: window.top === window,
    tellPage: line.tell,
    watch(report) {
      return together([
        watchGestures(window, now, report),
        watchFormPosts(window, now, report),
        watchNavigations(window, now, report),
        followStorageSetting((watching) => {
          isStorageWatched = watching;
          line.tell(watching ? 'watch-storage' : 'leave-storage');
        }),
      ]);
    },
    watchControls: (report) =>
      together([
        watchControls(document, now, report),
        watchTyping(window, now, report),
        watchCopies(window, now, () => isStorageWatched, report),
      ]),
    connect(listener) {
      port = createReconnectingPort({
        connect() {
          const opened = runtime.connect({ name: PORT_FRAME });
          // Reading the error keeps the browser from writing it to the page's console.
          opened.onDisconnect.addListener(() => void runtime.lastError);
          return opened;
        },
        mayReconnect: isExtensionAlive,
        timer: platformTimer,
        ...listener,
      });
      return port;
    },
    timer: platformTimer,
    idle: whenIdle,
  });

  line.listen((message) => {
    if (isPageMessage(message)) bridge.page(message);
  });
  const command = holdWhilePrerendered(document, bridge.command);
  async function ask(): Promise<void> {
    command({ ...(await askWhetherRecording()), type: 'record' });
  }
  watchPassages(window, {
    left: bridge.flush,
    back() {
      port?.renew();
      void ask();
    },
  });
  runtime.onMessage.addListener((message: unknown) => {
    if (isFrameCommand(message)) command(message);
    return undefined;
  });
  void ask();
}

takePageLine(window, (line) => {
  if (isSecond) line.tell('rest');
  else start(line);
});
