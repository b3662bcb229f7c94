/**
 * The panel's state and everything a reader can do in it. Records go into the live capture whatever
 * is on screen; an imported session is a second capture shown in its place. What the panel needs
 * from the browser is handed in, so the model runs anywhere.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { readSession, redactSession, writeSession } from '../../src/core/index.ts';
import type { Session } from '../../src/core/index.ts';
import type { Flag, Stream } from '../../src/core/types.ts';
import type { PanelCommand, PanelMessage } from '../../src/protocol.ts';
import { strings } from '../strings.ts';
import { bodyFileName, sessionFileName } from './file-names.ts';
import { createCapture, type Capture } from './capture.ts';
import { countCutOffFaults, createFlagBook, type FlagBook } from './flag-book.ts';
import { importProblemsText } from './import-text.ts';
import { createPreferences, type Preferences, type PreferenceStore } from './preferences.ts';
import { createMessageList, type MessageList, type RunLater } from './message-list.ts';
import { createPageActions, type InspectedPage, type PageActions } from './page-actions.ts';
import { createRelativeRecords } from './relative-records.ts';

export type DetailTab = 'calls' | 'events' | 'request' | 'diagnostics';

/** What the reader has set. */
export interface PanelSettings {
  readonly preserveLog: boolean;
  /** Exported sessions keep credentials. */
  readonly includeSecrets: boolean;
  readonly tab: DetailTab;
  readonly flagsOpen: boolean;
  /** Flags of all streams, not only of the selected one. */
  readonly allFlags: boolean;
  readonly showPossible: boolean;
  /** Also flags that the reader has said to be no problem. */
  readonly showDismissed: boolean;
}

const FIRST_SETTINGS: PanelSettings = {
  preserveLog: false,
  includeSecrets: false,
  tab: 'calls',
  flagsOpen: true,
  allFlags: false,
  showPossible: false,
  showDismissed: false,
};

/** What the panel asks of the browser. `copyText` rejects where it is not allowed. */
export interface PanelHost {
  readonly download: (name: string, type: string, content: BlobPart) => void;
  readonly copyText: (text: string) => Promise<void>;
  readonly runLater: RunLater;
  /** Takes what to run; returns a function that asks for one run in the next frame. */
  readonly schedule: (run: () => void) => () => void;
}

export interface PanelOptions {
  readonly host: PanelHost;
  readonly send: (command: PanelCommand) => void;
  /** What came so far is not wanted any more, should the panel be opened again. */
  readonly forget?: () => void;
  /** Name and version of this program, for the session file. */
  readonly generator: string;
  /** Where preferences outlive the panel; nowhere when absent. */
  readonly preferences?: PreferenceStore;
  /** The page under inspection; none when absent. */
  readonly page?: InspectedPage;
}

export interface PanelModel {
  readonly recording: ReadonlySignal<boolean>;
  /**
   * The capture on screen. Whoever reads it while drawing is drawn again when it has grown, at most
   * once per frame: its objects are live, so their identity does not tell.
   */
  readonly capture: () => Capture;
  /** The same for those who only act on it. */
  readonly peek: () => Capture;
  /** The flags of the capture on screen. Drawn again as `capture` is, and when a flag is put aside. */
  readonly flags: () => FlagBook;
  readonly settings: ReadonlySignal<PanelSettings>;
  readonly messages: MessageList;
  readonly preferences: Preferences;
  readonly change: (settings: Partial<PanelSettings>) => void;
  readonly receive: (message: PanelMessage) => void;
  readonly toggleRecording: () => void;
  readonly clear: () => void;
  readonly importText: (name: string, text: string) => void;
  readonly backToLive: () => void;
  /** The shown session as its file has it, with nothing replaced. */
  readonly session: () => Session;
  readonly exportSession: () => void;
  readonly exportBody: (stream: Stream) => void;
  readonly copy: (text: string) => void;
  readonly pageActions: PageActions;
  /** Shows the fragment after which a flag's action came. */
  readonly showFragment: (flag: Flag) => void;
  /** Shows a flag's card, and in the views of its stream where it happened. */
  readonly openFlag: (flag: Flag) => void;
  /** The flag whose card is to be shown, anew with each wish. */
  readonly openedFlag: ReadonlySignal<{ readonly flag: Flag } | null>;
}

interface LiveSession {
  readonly capture: Capture;
  readonly relative: ReturnType<typeof createRelativeRecords>;
}

/** Takes what the panel stands on; returns its model, empty and recording. */
export function createPanelModel(options: PanelOptions): PanelModel {
  const { host, send, generator } = options;
  const revision = signal(0);
  const recording = signal(true);
  const settings = signal(FIRST_SETTINGS);
  const live = signal(freshLive());
  const imported = signal<{ readonly capture: Capture; readonly session: Session } | null>(null);
  const shown = computed(() => imported.value?.capture ?? live.value.capture);
  const messages = createMessageList(host.runLater);
  const preferences = createPreferences(options.preferences ?? null, (text) =>
    messages.add('alert', text),
  );
  const pageActions = createPageActions(options.page ?? null, messages);
  const openedFlag = signal<{ readonly flag: Flag } | null>(null);
  const book = computed(() => {
    void revision.value;
    return createFlagBook(shown.value.inspection, preferences.dismissals);
  });
  const update = host.schedule(() => {
    revision.value += 1;
  });
  const change = (changes: Partial<PanelSettings>): void => {
    settings.value = { ...settings.peek(), ...changes };
  };
  let page = { url: '', title: '' };
  /** Streams that were cleared while open: what is left of them must not come back headless. */
  let cleared = new Set<string>();
  let open = new Set<string>();

  const restart = (): void => {
    cleared = new Set([...cleared, ...open]);
    open = new Set();
    live.value = freshLive();
    options.forget?.();
    update();
  };

  const addRecords = (records: Extract<PanelMessage, { type: 'records' }>['records']): void => {
    const { capture, relative } = live.peek();
    for (const record of records) {
      const stream = 'stream' in record ? record.stream : undefined;
      if (stream !== undefined && cleared.has(stream)) {
        if (record.type === 'stream-end') cleared.delete(stream);
        continue;
      }
      if (record.type === 'stream-open') open.add(record.stream);
      if (record.type === 'stream-end') open.delete(record.stream);
      capture.add(relative.relative(record));
    }
    update();
  };

  const receive = (message: PanelMessage): void => {
    switch (message.type) {
      case 'recording':
        recording.value = message.recording;
        break;
      case 'page':
        page = { url: message.url, title: message.title };
        break;
      case 'records':
        addRecords(message.records);
        break;
      case 'audit': {
        const { capture, relative } = live.peek();
        const name = relative.nameOf(message.stream);
        if (name !== undefined) capture.addAudit(name, message.events);
        update();
        break;
      }
      case 'navigated':
        page = { url: message.url, title: '' };
        if (settings.peek().preserveLog || message.isPreserved === true) {
          if (live.peek().capture.inspection.records.length > 0) {
            live.peek().capture.markNavigation(message.url);
          }
          update();
        } else {
          // They would be gone without a word, and a page that leaves too early is one of them.
          const lost = countCutOffFaults(book.peek(), live.peek().capture.inspection);
          messages.dismissTopic('session');
          if (lost > 0) messages.add('status', strings.flagsGone(lost), 'session');
          restart();
        }
        break;
      case 'failure':
        messages.add('alert', strings.failure(message.place, message.message));
        break;
      default:
        message satisfies never;
    }
  };

  const session = (): Session => {
    const { capture, relative } = live.peek();
    const startedAt = new Date(relative.startedAt() ?? Date.now()).toISOString();
    const head = { format: 'midstream-session', version: 1, generator, startedAt, page } as const;
    return imported.peek()?.session ?? capture.file(head);
  };

  const importText = (name: string, text: string): void => {
    const result = readSession(text);
    messages.dismissTopic('session');
    if (result.type === 'unreadable') {
      messages.add('alert', strings.unreadable(name, result.message), 'session');
      return;
    }
    const capture = createCapture(name);
    for (const record of result.session.records) capture.add(record);
    if (result.problems.length > 0) {
      messages.add('status', importProblemsText(name, text, result), 'session');
    }
    imported.value = { capture, session: result.session };
    update();
  };

  const exportSession = (): void => {
    const whole = session();
    const text = writeSession(settings.peek().includeSecrets ? whole : redactSession(whole));
    host.download(sessionFileName(whole), 'application/json', text);
  };

  const selectFlag = (flag: Flag): void => {
    const { stream, call } = flag;
    const fragment = flag.fragment === 0 ? null : flag.fragment - 1;
    shown.peek().select({ stream, call, fragment, flag });
  };

  const copy = (text: string): void => {
    host.copyText(text).then(
      () => messages.confirm(strings.copied),
      () => messages.add('alert', strings.copyFailed),
    );
  };

  return {
    recording,
    capture: () => {
      void revision.value;
      return shown.value;
    },
    peek: () => shown.peek(),
    flags: () => book.value,
    settings,
    messages,
    preferences,
    change,
    receive,
    toggleRecording: () => {
      recording.value = !recording.peek();
      send({ type: 'record', recording: recording.peek() });
    },
    clear: () => {
      messages.dismissTopic('session');
      if (open.size > 0) messages.add('status', strings.clearedOpen(open.size), 'session');
      restart();
    },
    importText,
    backToLive: () => {
      messages.dismissTopic('session');
      imported.value = null;
    },
    session,
    exportSession,
    exportBody: (stream) => {
      const body = shown.peek().body(stream.id);
      host.download(bodyFileName(stream), 'application/octet-stream', body);
    },
    copy,
    pageActions,
    showFragment: (flag) => {
      selectFlag(flag);
      change({ tab: 'calls' });
    },
    openFlag: (flag) => {
      selectFlag(flag);
      change({ flagsOpen: true });
      openedFlag.value = { flag };
    },
    openedFlag,
  };
}

function freshLive(): LiveSession {
  return { capture: createCapture(null), relative: createRelativeRecords() };
}
