/**
 * The recorder of one inspected tab. It puts the frames' batches into one sequence of messages for
 * the panel: each batch once, acknowledged, its records named after their document and frame. It
 * keeps everything, within a limit: the panel may be opened late, again, or never.
 */
import type { SessionRecord } from '../core/records.ts';
import {
  LIMITS,
  type FrameMessage,
  type PanelMessage,
  type RecorderCommand,
  type RecorderMessage,
} from '../protocol.ts';
import type { Timer } from '../transport.ts';
import { createDocumentStreams, type DocumentStreams } from './document-streams.ts';
import { createFrameOrder, NETWORK_LOG } from './frame-order.ts';
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
  timer: Timer;
}

export interface Recorder {
  /** What to say first on each connection. */
  readonly hello: () => RecorderCommand;
  /** Takes a message of the background. */
  readonly message: (message: RecorderMessage) => void;
  /** A panel listens from now on: it gets what was kept, and then everything as it comes. */
  readonly attach: (listener: (message: PanelMessage) => void) => void;
  /** The panel wants the first so many of the kept messages no more. */
  readonly forget: (messages: number) => void;
  /** Switches recording. */
  readonly record: (recording: boolean) => void;
  /** Adds a message for the panel that comes from the network log. */
  readonly add: (message: PanelMessage) => void;
}

/** What is known of one document. */
interface DocumentState {
  /** The last batch that has arrived. */
  sequence: number;
  readonly streams: DocumentStreams;
}

function createState(sequence: number): DocumentState {
  return { sequence, streams: createDocumentStreams(sequence === 0) };
}

/** Makes a recorder, which records from the start. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { tabId, send, now, timer } = options;
  const documents = new Map<string, DocumentState>();
  const keeper = createKeeper(options.keepLimit ?? LIMITS.recorder.bytes);
  let recording = true;
  /** Whether any document or worker of the tab streams: then each document watches its controls. */
  let attends = false;
  let listener: ((message: PanelMessage) => void) | null = null;
  /** How many of the kept messages a panel has had. */
  let delivered = 0;
  let topDocument: string | null = null;
  let page = { url: '', title: '' };

  function deliver(message: PanelMessage): void {
    keeper.keep(message);
    if (listener === null) return;
    delivered = keeper.all().length;
    listener(message);
  }

  function emit(message: PanelMessage): void {
    options.watch?.(message);
    deliver(message);
  }

  const order = createFrameOrder({
    emit: (records) => deliver({ type: 'records', records }),
    onStreaming(isStreaming) {
      attends = isStreaming;
      send(hello());
    },
    timer,
  });

  function hello(): RecorderCommand {
    const command = { type: 'inspect', version: 1, tabId, recording } as const;
    return attends ? { ...command, attends } : command;
  }

  function emitRecords(document: string, records: readonly SessionRecord[]): void {
    if (records.length === 0) return;
    options.watch?.({ type: 'records', records });
    order.take(document, records);
  }

  function showPage(url: string, title: string): void {
    if (page.url === url && page.title === title) return;
    page = { url, title };
    emit({ type: 'page', url, title });
  }

  /** The document is gone: nothing of it can still arrive. */
  function endStreams(document: string, state: DocumentState): void {
    emitRecords(document, state.streams.leave(now()));
  }

  function open(message: Extract<FrameMessage, { type: 'frame-open' }>): void {
    const { document, url, top, first } = message;
    const known = documents.get(document);
    // Earlier batches went to another recorder: DevTools was closed and opened again.
    if (known === undefined) documents.set(document, createState(first - 1));
    else known.sequence = Math.max(known.sequence, first - 1);
    // A connection that came back is no navigation; a page that the user goes back to is one.
    if (!top || document === topDocument) return;
    for (const [left, state] of documents) endStreams(left, state);
    order.flush();
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
      const records = message.records.flatMap((record) =>
        state.streams.follow(nameRecord(record, document, { id: frameId, url })),
      );
      if (document === topDocument) showPage(url, title);
      emitRecords(document, records);
    }
    if (message.more !== true) send({ type: 'acknowledge', document, sequence: state.sequence });
  }

  return {
    hello,
    message(received) {
      if (received.type === 'frame-gone') {
        const state = documents.get(received.document);
        if (state !== undefined) endStreams(received.document, state);
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
      for (const [position, message] of keeper.all().entries()) {
        const isPreserved = message.type === 'navigated' && position < delivered;
        panel(isPreserved ? { ...message, isPreserved } : message);
      }
      delivered = keeper.all().length;
      panel({ type: 'page', ...page });
      listener = panel;
    },
    forget(messages) {
      keeper.forget(messages);
      delivered = Math.max(0, delivered - messages);
    },
    record(next) {
      recording = next;
      send(hello());
      emit({ type: 'recording', recording });
    },
    add(message) {
      if (message.type === 'records') order.take(NETWORK_LOG, message.records);
      else deliver(message);
    },
  };
}
