/** What the panel has to say to its reader, newest last, until it is dismissed. */
import { signal, type ReadonlySignal } from '@preact/signals';

export interface PanelNote {
  readonly id: number;
  /** `alert` interrupts a screen reader, `status` waits. */
  readonly tone: 'status' | 'alert';
  readonly text: string;
}

export interface MessageList {
  readonly notes: ReadonlySignal<readonly PanelNote[]>;
  readonly add: (tone: PanelNote['tone'], text: string) => void;
  /** Adds a status that goes by itself: for what the reader asked for and need not act on. */
  readonly confirm: (text: string) => void;
  readonly dismiss: (id: number) => void;
}

/** So many notes leave room for the panel itself; older ones give way. */
const SHOWN_NOTES = 4;

/** How long a confirmation stays, in milliseconds: long enough to be read, twice. */
const CONFIRMATION_TIME = 4000;

/** Runs something after so many milliseconds. */
export type RunLater = (run: () => void, milliseconds: number) => void;

/** Takes a clock; returns an empty list. A text that is already shown moves to the end instead of standing twice. */
export function createMessageList(runLater: RunLater): MessageList {
  const notes = signal<readonly PanelNote[]>([]);
  let nextId = 0;
  const add = (tone: PanelNote['tone'], text: string): number => {
    const id = nextId;
    nextId += 1;
    const others = notes.peek().filter((note) => note.text !== text);
    notes.value = [...others, { id, tone, text }].slice(-SHOWN_NOTES);
    return id;
  };
  const dismiss = (id: number): void => {
    notes.value = notes.peek().filter((note) => note.id !== id);
  };
  return {
    notes,
    add: (tone, text) => void add(tone, text),
    confirm: (text) => {
      const id = add('status', text);
      runLater(() => dismiss(id), CONFIRMATION_TIME);
    },
    dismiss,
  };
}
