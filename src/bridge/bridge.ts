/**
 * What a bridge does, apart from the browser: it goes between recording and quiet, and joins the
 * page's records, the gestures, the outbox and the port to the background.
 */
import type { ActionCause, ActionRecord } from '../core/records.ts';
import {
  PROTOCOL_VERSION,
  isFrameCommand,
  type FrameCommand,
  type FrameMessage,
  type PageCommand,
  type PageMessage,
  type PageRecord,
} from '../protocol.ts';
import type { ReconnectingPort, ReconnectingPortOptions, Timer } from '../transport.ts';
import { encodeRecord } from './encode.ts';
import type { WhenIdle } from './idle.ts';
import { createOutbox } from './outbox.ts';

export interface BridgeOptions {
  /** Names the document; no two documents have the same. */
  readonly document: string;
  readonly url: () => string;
  readonly title: () => string;
  readonly isTop: boolean;
  /** The page script does it, and posts what it has to say to it, before this returns. */
  readonly tellPage: (command: PageCommand) => void;
  /** Starts to watch gestures and forms; the function it gives back stops that. */
  readonly watch: (report: (record: ActionRecord) => void) => () => void;
  /** Starts to watch controls, which is worth its cost only while a stream is open. */
  readonly watchControls: (report: (record: ActionRecord) => void) => () => void;
  readonly connect: (
    listener: Pick<ReconnectingPortOptions, 'onConnect' | 'onMessage' | 'onGone'>,
  ) => ReconnectingPort;
  timer: Timer;
  readonly idle: WhenIdle;
}

export interface Bridge {
  /** Takes a message of the page script. */
  readonly page: (message: PageMessage) => void;
  /** Takes a command of the background, whichever way it came. */
  readonly command: (command: FrameCommand) => void;
  /** Sends everything now: the page may be gone soon. */
  readonly flush: () => void;
}

/** Records of the page are collected when it is idle, at the latest this long (ms) after the first of them. */
const COLLECT = 100;
/** What nobody acknowledges for this long (ms) after recording has stopped is forgotten. */
const FAREWELL = 5000;

/** Makes a bridge that is quiet until it is told whether anybody records. */
export function createBridge(options: BridgeOptions): Bridge {
  const { document, timer, idle } = options;
  let port: ReconnectingPort | null = null;
  let isRecording: boolean | null = null;
  let stopWatching: (() => void) | null = null;
  let stopControls: (() => void) | null = null;
  const openStreams = new Set<string>();
  /** Whether a stream is open somewhere in the tab. */
  let attends = false;
  let callOffFarewell: (() => void) | null = null;
  let callOffCollect: (() => void) | null = null;
  /** The chunk in whose turn the page was when it posted last. */
  let cause: ActionCause | undefined;

  function send(message: FrameMessage): boolean {
    return port?.send(message) ?? false;
  }

  const outbox = createOutbox({ document, url: options.url, title: options.title, send, idle });

  /** Takes over everything that the page script has. */
  function collect(): void {
    callOffCollect?.();
    callOffCollect = null;
    options.tellPage('collect');
  }

  function flush(): void {
    collect();
    outbox.flush();
  }

  /** Takes what this side sees, after everything that the page script saw before it. */
  function own(action: ActionRecord): void {
    collect();
    if (isByUser(action)) options.tellPage('new-turn');
    add(cause !== undefined && isByScript(action) ? { ...action, cause } : action);
    if (isForOthers()) outbox.flush();
  }

  /**
   * Whether what is done here may be about a call of another document: then it is sent at once, so that
   * it comes to its place among that document's records. Here there is no stream that sending could hold up.
   */
  function isForOthers(): boolean {
    return attends && openStreams.size === 0;
  }

  function add(entry: PageRecord): void {
    for (const encoded of encodeRecord(entry)) outbox.add(encoded);
  }

  /** Says which document this is, and sends what has not arrived. */
  function open(sendNow: (message: FrameMessage) => boolean): void {
    sendNow({
      type: 'frame-open',
      version: PROTOCOL_VERSION,
      document,
      url: options.url(),
      top: options.isTop,
      first: outbox.first(),
    });
    outbox.resend(sendNow);
  }

  function connect(): ReconnectingPort {
    return options.connect({
      onConnect: open,
      onGone: goQuiet,
      onMessage(message) {
        if (isFrameCommand(message)) command(message);
      },
    });
  }

  function close(): void {
    callOffFarewell?.();
    outbox.clear();
    port?.close();
    port = null;
  }

  /** Once nobody records and everything has arrived, there is nothing left to be connected for. */
  function closeWhenDone(): void {
    if (isRecording !== true && outbox.isEmpty()) close();
  }

  /** The page's last records say which streams are cut off here. */
  function sayFarewell(): void {
    outbox.flush();
    callOffFarewell = timer(close, FAREWELL);
    closeWhenDone();
  }

  /** The extension was updated or removed: nobody will ever ask for what is here. */
  function goQuiet(): void {
    isRecording = false;
    options.tellPage('rest');
    stopWatching?.();
    stopWatching = null;
    close();
  }

  function follow(records: readonly PageRecord[]): void {
    for (const { type, stream } of records.filter(isStreamRecord)) {
      if (type === 'stream-open') openStreams.add(stream);
      else if (type === 'stream-end') openStreams.delete(stream);
    }
    watchControlsWhileOpen();
  }

  function watchControlsWhileOpen(): void {
    if (isRecording === true && (attends || openStreams.size > 0)) {
      stopControls ??= options.watchControls(own);
    } else {
      stopControls?.();
      stopControls = null;
    }
  }

  /** Joins those who take the records, or leaves them: what they have not acknowledged stays here. */
  function join(isTaken: boolean): void {
    if (isTaken) port ??= connect();
    else {
      port?.close();
      port = null;
    }
  }

  function record(recording: boolean, keep: boolean): void {
    if (recording) join(!keep);
    if (recording === isRecording) return;
    const wasRecording = isRecording === true;
    isRecording = recording;
    options.tellPage(recording ? 'record' : 'rest');
    callOffFarewell?.();
    stopWatching?.();
    stopWatching = null;
    stopControls?.();
    stopControls = null;
    if (recording) {
      stopWatching = options.watch(own);
      watchControlsWhileOpen();
    } else if (wasRecording) sayFarewell();
  }

  function command(received: FrameCommand): void {
    if (received.type === 'record') {
      attends = received.attends === true;
      record(received.recording, received.keep === true);
      watchControlsWhileOpen();
      return;
    }
    if (received.type === 'reopen') {
      open(send);
    } else if (received.document === document) {
      outbox.acknowledge(received.sequence);
      closeWhenDone();
    }
  }

  return {
    page(message) {
      switch (message.type) {
        case 'failure':
          send({ ...message, document });
          return;
        case 'waiting':
          callOffCollect ??= isForOthers()
            ? timer(flush, 0)
            : idle((hasTime) => {
                collect();
                outbox.sendSome(hasTime);
              }, COLLECT);
          return;
        case 'records':
          cause = message.cause;
          message.records.forEach(add);
          follow(message.records);
          return;
        default:
          message satisfies never;
      }
    },
    command,
    flush,
  };
}

function isStreamRecord(record: PageRecord): record is PageRecord & { readonly stream: string } {
  return record.type !== 'action' && record.stream !== undefined;
}

/** A user's gesture begins a turn of its own, which the browser may put before the end of a chunk's. */
function isByUser(action: ActionRecord): boolean {
  return action.type === 'action' && action.kind === 'gesture' && action.by !== 'script';
}

/** What a script did while it ran for a chunk: clicked, sent a form, went somewhere, changed a control. */
function isByScript(
  action: ActionRecord,
): action is Extract<
  ActionRecord,
  { kind: 'gesture' | 'navigation' | 'request' | 'control-enabled' }
> {
  if (action.type !== 'action') return false;
  if (action.kind === 'gesture') return action.by === 'script';
  if (action.kind === 'navigation') return action.userInitiated === false;
  return action.kind === 'request' || action.kind === 'control-enabled';
}
