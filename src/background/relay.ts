/**
 * The relay's routing table, apart from the browser: which frames and which recorders belong to a
 * tab. It holds nothing that the next connections do not bring again, since the background may be
 * stopped at any time.
 */
import {
  isFrameMessage,
  isRecorderCommand,
  type FrameCommand,
  type HelloAnswer,
  type RecorderMessage,
} from '../protocol.ts';
import type { Timer } from '../transport.ts';

/** Recorders connect again within this time (ms) after the background was stopped. */
const GRACE = 500;

/** Where a frame's port comes from, as the browser says it. */
export interface FrameSender {
  readonly tabId: number;
  readonly frameId: number;
}

/** What the relay wants to know of a connection. */
export interface Connection {
  readonly message: (received: unknown) => void;
  readonly disconnected: () => void;
}

export interface RelayOptions {
  /** Tells all frames of a tab, also those that have no port. */
  readonly tellTab: (tabId: number, command: FrameCommand) => void;
  /** Tells all frames of all tabs but these. */
  readonly tellOthers: (tabIds: ReadonlySet<number>, command: FrameCommand) => void;
  /** Reads whether the user wants to record also while DevTools is closed. */
  readonly readAlways: () => Promise<boolean>;
  timer: Timer;
}

export interface Relay {
  /** Says whether anybody records a tab; waits for a recorder that may be about to come back. */
  readonly hello: (tabId: number) => Promise<HelloAnswer>;
  readonly frame: (sender: FrameSender, send: (command: FrameCommand) => void) => Connection;
  readonly recorder: (send: (message: RecorderMessage) => void) => Connection;
  /** The user has changed whether to record also while DevTools is closed. */
  readonly setAlways: (always: boolean) => void;
}

interface Frame {
  readonly sender: FrameSender;
  readonly send: (command: FrameCommand) => void;
  document: string | null;
}

interface Recorder {
  readonly send: (message: RecorderMessage) => void;
  tabId: number | null;
  recording: boolean;
  attends: boolean;
}

/** Makes an empty routing table. Its first 500 ms are taken as the time after a restart. */
export function createRelay({ tellTab, tellOthers, readAlways, timer }: RelayOptions): Relay {
  const frames = new Set<Frame>();
  const recorders = new Set<Recorder>();
  let isYoung = true;
  let waiting: (() => void)[] = [];
  /** Null until it is read. */
  let isAlways: boolean | null = null;
  const reading = readAlways().then((always) => {
    isAlways ??= always;
  });
  timer(() => {
    isYoung = false;
    answerWaiting();
  }, GRACE);

  function answerWaiting(): void {
    const answers = waiting;
    waiting = [];
    for (const answer of answers) answer();
  }

  function recordersOf(tabId: number): Recorder[] {
    return [...recorders].filter((recorder) => recorder.tabId === tabId);
  }

  function framesOf(tabId: number): Frame[] {
    return [...frames].filter((frame) => frame.sender.tabId === tabId);
  }

  /** A recorder has the word; where there is none, the user's setting has it. */
  function stateOf(tabId: number): HelloAnswer {
    const present = recordersOf(tabId);
    if (present.length > 0) {
      const recording = present.some((recorder) => recorder.recording);
      return present.some(({ attends }) => attends) ? { recording, attends: true } : { recording };
    }
    return isAlways === true ? { recording: true, keep: true } : { recording: false };
  }

  /** Tells the frames that are connected: all that record. */
  function tellConnected(tabId: number): void {
    const command: FrameCommand = { type: 'record', ...stateOf(tabId) };
    for (const frame of framesOf(tabId)) frame.send(command);
  }

  function switchTab(tabId: number): void {
    tellTab(tabId, { type: 'record', ...stateOf(tabId) });
    tellConnected(tabId);
  }

  return {
    async hello(tabId) {
      await reading;
      return new Promise((resolve) => {
        function answer(): void {
          const state = stateOf(tabId);
          if (isYoung && !state.recording && recordersOf(tabId).length === 0) waiting.push(answer);
          else resolve(state);
        }
        answer();
      });
    },

    frame(sender, send) {
      const frame: Frame = { sender, send, document: null };
      frames.add(frame);
      const { tabId, frameId } = sender;
      function tell(message: RecorderMessage): void {
        for (const recorder of recordersOf(tabId)) recorder.send(message);
      }
      return {
        message(received) {
          if (!isFrameMessage(received)) return;
          frame.document = received.document;
          tell({ type: 'frame', frameId, message: received });
        },
        disconnected() {
          frames.delete(frame);
          if (frame.document !== null) tell({ type: 'frame-gone', document: frame.document });
        },
      };
    },

    recorder(send) {
      const recorder: Recorder = { send, tabId: null, recording: false, attends: false };
      recorders.add(recorder);
      return {
        message(received) {
          if (!isRecorderCommand(received)) return;
          if (received.type === 'inspect') {
            const isNew = recorder.tabId === null;
            const isSwitch = isNew || recorder.recording !== received.recording;
            recorder.tabId = received.tabId;
            recorder.recording = received.recording;
            recorder.attends = received.attends === true;
            answerWaiting();
            if (isSwitch) switchTab(received.tabId);
            else tellConnected(received.tabId);
            // What frames sent while there was no recorder went nowhere.
            if (isNew) for (const frame of framesOf(received.tabId)) frame.send({ type: 'reopen' });
          } else if (recorder.tabId !== null) {
            for (const frame of framesOf(recorder.tabId)) {
              if (frame.document === received.document) frame.send(received);
            }
          }
        },
        disconnected() {
          recorders.delete(recorder);
          const { tabId } = recorder;
          if (tabId === null) return;
          timer(() => {
            if (recordersOf(tabId).length === 0) switchTab(tabId);
          }, GRACE);
        },
      };
    },

    setAlways(always) {
      isAlways = always;
      const inspected = new Set<number>();
      for (const { tabId } of recorders) if (tabId !== null) inspected.add(tabId);
      const state = always ? { recording: true, keep: true } : { recording: false };
      tellOthers(inspected, { type: 'record', ...state });
    },
  };
}
