/**
 * The devtools page: there as long as DevTools is open for a tab, whichever panel is shown. It
 * records from its first moment, so that the Midstream panel shows what happened before it was
 * opened.
 */
import { browser } from '../platform/browser.ts';
import { openPanelLink } from '../platform/panel-link.ts';
import { PORT_RECORDER, isRecorderMessage } from '../protocol.ts';
import { createReconnectingPort, platformTimer } from '../transport.ts';
import { watchNetwork } from './network-watch.ts';
import { createRecorder } from './recorder.ts';

const { tabId } = browser.devtools.inspectedWindow;
const now = (): number => performance.timeOrigin + performance.now();

const recorder = createRecorder({
  tabId,
  send: (command) => void port.send(command),
  watch: (message) => network.note(message),
  now,
  timer: platformTimer,
});

const network = watchNetwork({
  network: browser.devtools.network,
  own: browser.runtime.getURL(''),
  emit: recorder.add,
  now,
  timer: platformTimer,
});

const port = createReconnectingPort({
  connect() {
    const opened = browser.runtime.connect({ name: PORT_RECORDER });
    // A background that is being stopped takes no connection: reading the error keeps it from the console.
    opened.onDisconnect.addListener(() => void browser.runtime.lastError);
    return opened;
  },
  onConnect: (send) => void send(recorder.hello()),
  onMessage(message) {
    if (isRecorderMessage(message)) recorder.message(message);
  },
  mayReconnect: () => true,
  onGone() {},
  timer: platformTimer,
});

openPanelLink(tabId, {
  onPanel: (send) => recorder.attach(send),
  onCommand(command) {
    if (command.type === 'record') recorder.record(command.recording);
    else recorder.forget(command.messages);
  },
});

// The leading slash makes the path mean the same in Chromium and Firefox.
void browser.devtools.panels.create('Midstream', '/icons/32.png', '/panel/panel.html');
