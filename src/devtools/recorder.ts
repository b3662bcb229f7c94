/**
 * The recorder of one inspected tab. It puts the frames' batches into one sequence of messages for
 * the panel: each batch once, acknowledged, its records named after their document and frame. Until
 * a panel listens it keeps everything, within a limit; the panel may be opened late or never.
 */
import type { SessionRecord } from '../core/records.ts';
import {
  LIMITS,
  type FrameMessage,
  type PanelMessage,
  type RecorderCommand,
  type RecorderMessage,
} from '../protocol.ts';
import { createKeeper } from './keeper.ts';
import { nameRecord } from './name-record.ts';

export interface RecorderOptions {
  readonly tabId: number;
  /** Tells the background; a message without a connection is lost, `hello` says it again. */
  readonly send: (command: RecorderCommand) => void;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  /** Sees each message that the frames make for the panel, before the panel does. */
  readonly watch?: (message: PanelMessage) => void;
  readonly keepLimit?: number;
}

export interface Recorder {
  /** What to say first on each connection. */
  readonly hello: () => RecorderCommand;
  /** Takes a message of the background. */
  readonly message: (message: RecorderMessage) => void;
  /** A panel listens from now on: it gets what was kept, and then everything as it comes. */
  readonly attach: (listener: (message: PanelMessage) => void) => void;
  /** Switches recording. */
  readonly record: (recording: boolean) => void;
  /** Adds a message for the panel that comes from no frame. */
  readonly add: (message: PanelMessage) => void;
}

/** What is known of one document. */
interface DocumentState {
  /** The last batch that has arrived. */
  sequence: number;
  readonly openStreams: Set<string>;
}

function createState(sequence: number): DocumentState {
  return { sequence, openStreams: new Set() };
}

/** Makes a recorder, which records from the start. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { tabId, send, now } = options;
  const documents = new Map<string, DocumentState>();
  const keeper = createKeeper(options.keepLimit ?? LIMITS.recorder.bytes);
  let recording = true;
  let listener: ((message: PanelMessage) => void) | null = null;
  let topDocument: string | null = null;
  let page = { url: '', title: '' };

  function deliver(message: PanelMessage): void {
    if (listener === null) keeper.keep(message);
    else listener(message);
  }

  function emit(message: PanelMessage): void {
    options.watch?.(message);
    deliver(message);
  }

  function showPage(url: string, title: string): void {
    if (page.url === url && page.title === title) return;
    page = { url, title };
    emit({ type: 'page', url, title });
  }

  /** The document is gone: nothing of it can still arrive. */
  function endStreams(state: DocumentState): void {
    const message = 'The page was left or reloaded.';
    const records = [...state.openStreams].map((stream): SessionRecord => ({
      type: 'stream-end',
      t: now(),
      stream,
      reason: 'abort',
      message,
    }));
    state.openStreams.clear();
    if (records.length > 0) emit({ type: 'records', records });
  }

  function follow(state: DocumentState, record: SessionRecord): void {
    if (record.type === 'stream-open') state.openStreams.add(record.stream);
    if (record.type === 'stream-end') state.openStreams.delete(record.stream);
    const isStop = record.type === 'gap' && record.reason === 'recording-stopped';
    if (isStop && record.stream !== undefined) state.openStreams.delete(record.stream);
  }

  function open(message: Extract<FrameMessage, { type: 'frame-open' }>): void {
    const { document, url, top, first } = message;
    const known = documents.get(document);
    // Earlier batches went to another recorder: DevTools was closed and opened again.
    if (known === undefined) documents.set(document, createState(first - 1));
    else known.sequence = Math.max(known.sequence, first - 1);
    // A connection that came back is no navigation; a page that the user goes back to is one.
    if (!top || document === topDocument) return;
    for (const state of documents.values()) endStreams(state);
    topDocument = document;
    page = { url: '', title: '' };
    emit({ type: 'navigated', url, t: now() });
    showPage(url, '');
  }

  function batch(frameId: number, message: Extract<FrameMessage, { type: 'batch' }>): void {
    const { document, sequence, url, title } = message;
    const state = documents.get(document);
    // Its frame-open is still to come, and this batch again after it.
    if (state === undefined) return;
    // A batch beyond the next one means that one was lost on the way: it will be sent again, with this one.
    if (sequence === state.sequence + 1) {
      state.sequence = sequence;
      const records = message.records.map((record) =>
        nameRecord(record, document, { id: frameId, url }),
      );
      for (const record of records) follow(state, record);
      if (document === topDocument) showPage(url, title);
      if (records.length > 0) emit({ type: 'records', records });
    }
    send({ type: 'acknowledge', document, sequence: state.sequence });
  }

  return {
    hello: () => ({ type: 'inspect', version: 1, tabId, recording }),
    message(received) {
      if (received.type === 'frame-gone') {
        const state = documents.get(received.document);
        if (state !== undefined) endStreams(state);
        return;
      }
      const { frameId, message } = received;
      switch (message.type) {
        case 'frame-open':
          open(message);
          return;
        case 'batch':
          batch(frameId, message);
          return;
        case 'failure':
          emit({ type: 'failure', place: message.place, message: message.message });
      }
    },
    attach(panel) {
      panel({ type: 'recording', recording });
      for (const message of keeper.take()) panel(message);
      listener = panel;
    },
    record(next) {
      recording = next;
      send({ type: 'inspect', version: 1, tabId, recording });
      emit({ type: 'recording', recording });
    },
    add: deliver,
  };
}
