/** What the panel has to say to its reader, newest last, until it is dismissed. */
import { signal, type ReadonlySignal } from '@preact/signals';

export interface PanelNote {
  readonly id: number;
  /** `alert` interrupts a screen reader, `status` waits. */
  readonly tone: 'status' | 'alert';
  readonly text: string;
  /** What it is about, where it goes with its subject: the session that is shown. */
  readonly topic: 'session' | null;
}

export interface MessageList {
  readonly notes: ReadonlySignal<readonly PanelNote[]>;
  readonly add: (tone: PanelNote['tone'], text: string, topic?: PanelNote['topic']) => void;
  /** Adds a status that goes by itself: for what the reader asked for and need not act on. */
  readonly confirm: (text: string) => void;
  readonly dismiss: (id: number) => void;
  /** Takes away what is about something that is not there any more. */
  readonly dismissTopic: (topic: PanelNote['topic']) => void;
}

/** So many notes leave room for the panel itself. */
const SHOWN_NOTES = 4;

/** How long a confirmation stays, in milliseconds: long enough to be read, twice. */
const CONFIRMATION_TIME = 4000;

/** Runs something after so many milliseconds. */
export type RunLater = (run: () => void, milliseconds: number) => void;

/**
 * Takes a clock; returns an empty list. A text that is already shown does not stand twice. Where there
 * are too many, the first one stays, since the others often follow from it, and the newest ones do.
 */
export function createMessageList(runLater: RunLater): MessageList {
  const notes = signal<readonly PanelNote[]>([]);
  let nextId = 0;
  const add: MessageList['add'] = (tone, text, topic = null) => {
    // Under a new id it is drawn anew, and so announced anew.
    const note: PanelNote = { id: nextId, tone, text, topic };
    nextId += 1;
    const old = notes.peek();
    const known = old.findIndex((other) => other.text === text);
    if (known >= 0) {
      notes.value = old.with(known, note);
      return;
    }
    const [first, ...others] = [...old, note];
    if (first !== undefined) notes.value = [first, ...others.slice(1 - SHOWN_NOTES)];
  };
  const dismiss = (id: number): void => {
    notes.value = notes.peek().filter((note) => note.id !== id);
  };
  return {
    notes,
    add,
    confirm: (text) => {
      const id = nextId;
      add('status', text);
      runLater(() => dismiss(id), CONFIRMATION_TIME);
    },
    dismiss,
    dismissTopic: (topic) => {
      notes.value = notes.peek().filter((note) => note.topic !== topic);
    },
  };
}
