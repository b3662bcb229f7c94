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
  readonly dismiss: (id: number) => void;
}

/** So many notes leave room for the panel itself; older ones give way. */
const SHOWN_NOTES = 4;

/** Returns an empty list. A text that is already shown moves to the end instead of standing twice. */
export function createMessageList(): MessageList {
  const notes = signal<readonly PanelNote[]>([]);
  let nextId = 0;
  return {
    notes,
    add: (tone, text) => {
      const others = notes.peek().filter((note) => note.text !== text);
      notes.value = [...others, { id: nextId, tone, text }].slice(-SHOWN_NOTES);
      nextId += 1;
    },
    dismiss: (id) => {
      notes.value = notes.peek().filter((note) => note.id !== id);
    },
  };
}
