/**
 * Every message between the worlds, and the guards that the receiving ends use.
 *
 *   page (MAIN) ⇄ bridge (isolated)      private events   PageMessage / PageCommand
 *   bridge      ⇄ background             runtime.Port     FrameMessage / FrameCommand
 *   background  ⇄ devtools page          runtime.Port     RecorderMessage / RecorderCommand
 *   devtools page ⇄ panel                BroadcastChannel PanelMessage / PanelCommand
 *
 * On the way every `t` is in epoch milliseconds, and a stream is named by its document and a count;
 * the panel makes both relative to its session. Nothing that arrives is trusted: it is `unknown`
 * until a guard has looked at it, and no message can do more than add records to be shown.
 */
import type { ActionCause, SessionRecord, StreamChunkRecord } from './core/records.ts';

export const PROTOCOL_VERSION = 1;

/** What may be held at each place on the way. Beyond it the oldest chunks become a gap that is shown. */
export const LIMITS = {
  /** In the page script, until the bridge says whether anybody records. */
  page: { bytes: 8 * 1024 * 1024, records: 20_000 },
  /** In each document's bridge, until the devtools page acknowledges. */
  bridge: { bytes: 28 * 1024 * 1024, records: 100_000 },
  /** In the devtools page, for a panel that is opened, or opened again; in UTF-16 units of payload. */
  recorder: { bytes: 256 * 1024 * 1024 },
} as const;

/** The setting, in the extension's local storage, that records also while DevTools is closed. */
export const RECORD_ALWAYS = 'recordAlways';

/** The setting that records also what the page stores and copies while a stream is open. */
export const WATCH_STORAGE = 'watchStorage';

type PageChunk = Omit<StreamChunkRecord, 'text' | 'base64'>;

/** What the page script posts: a chunk is text where its bytes are whole UTF-8, and else the bytes. */
export type PageRecord =
  | Exclude<SessionRecord, StreamChunkRecord>
  | (PageChunk & { readonly text: string })
  | (PageChunk & { readonly bytes: Uint8Array });

export type PageMessage =
  /** All that the page script has seen. `cause`: the chunk in whose turn the page is running now. */
  | {
      readonly type: 'records';
      readonly records: readonly PageRecord[];
      readonly cause?: ActionCause;
    }
  /** There are records to be collected. */
  | { readonly type: 'waiting' }
  /** A failure inside the page script, for the panel and never for the page. */
  | { readonly type: 'failure'; readonly place: string; readonly message: string };

/** What the bridge tells the page script, which does it before the call returns. */
export const PAGE_COMMANDS = [
  /** Somebody records. */
  'record',
  /** Nobody does. */
  'rest',
  /** Post what there is, now. */
  'collect',
  /** The user has done something: the chunk before it causes nothing any more. */
  'new-turn',
  /** Whether to watch what the page stores. */
  'watch-storage',
  'leave-storage',
] as const;
export type PageCommand = (typeof PAGE_COMMANDS)[number];

/** A bridge asks once, at document_start, whether anybody records this tab (runtime.sendMessage). */
export interface HelloMessage {
  readonly type: 'hello';
  readonly version: number;
}
export interface HelloAnswer {
  readonly recording: boolean;
  readonly keep?: boolean;
  readonly attends?: boolean;
}

/**
 * Switches recording. `keep`: nobody takes the records now, because DevTools is closed and the user
 * wants them all the same; they are kept where they are until somebody comes. `attends`: a stream is open
 * somewhere in the tab, so that what every document does may be about its calls.
 */
export interface RecordCommand {
  readonly type: 'record';
  readonly recording: boolean;
  readonly keep?: boolean;
  readonly attends?: boolean;
}

export type FrameMessage =
  /** First on each connection of a bridge that records. Batches from number `first` on follow. */
  | {
      readonly type: 'frame-open';
      readonly version: number;
      readonly document: string;
      readonly url: string;
      readonly top: boolean;
      readonly first: number;
    }
  /** Sequence numbers count from 1 in each document, without holes; a batch is sent again until acknowledged. */
  | {
      readonly type: 'batch';
      readonly document: string;
      readonly sequence: number;
      readonly url: string;
      readonly title: string;
      readonly records: readonly SessionRecord[];
      /** Another one follows at once: it is soon enough to acknowledge that. */
      readonly more?: boolean;
    }
  | {
      readonly type: 'failure';
      readonly document: string;
      readonly place: string;
      readonly message: string;
    };

export type FrameCommand =
  | RecordCommand
  /** A recorder has come: begin again with frame-open, and send what is not acknowledged. */
  | { readonly type: 'reopen' }
  /** All batches up to `sequence` have arrived. */
  | { readonly type: 'acknowledge'; readonly document: string; readonly sequence: number };

export type RecorderMessage =
  | {
      readonly type: 'frame';
      readonly frameId: number;
      readonly message: FrameMessage;
    }
  | { readonly type: 'frame-gone'; readonly document: string };

export type RecorderCommand =
  /** First on each connection of a devtools page; again whenever one of them changes. */
  | {
      readonly type: 'inspect';
      readonly version: number;
      readonly tabId: number;
      readonly recording: boolean;
      readonly attends?: boolean;
    }
  | { readonly type: 'acknowledge'; readonly document: string; readonly sequence: number };

export type PanelMessage =
  | { readonly type: 'recording'; readonly recording: boolean }
  /**
   * In the order of the page: a new top document was opened in the tab. `isPreserved`: an earlier
   * panel went on with what it had.
   */
  | {
      readonly type: 'navigated';
      readonly url: string;
      readonly t: number;
      readonly isPreserved?: boolean;
    }
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  | { readonly type: 'records'; readonly records: readonly SessionRecord[] }
  /** What the network log has of a tapped stream, now that it is over: the digest of each event. */
  | { readonly type: 'audit'; readonly stream: string; readonly events: readonly number[] }
  | { readonly type: 'failure'; readonly place: string; readonly message: string };

export type PanelCommand =
  | { readonly type: 'record'; readonly recording: boolean }
  /** Of the messages that are kept, the panel has no more use for the first so many that it got. */
  | { readonly type: 'forget'; readonly messages: number };

/** What goes through the link to the panel besides: either side tells the other that it is there. */
export type PanelLinkMessage = PanelMessage | { readonly type: 'recorder-ready' };
export type PanelLinkCommand =
  | PanelCommand
  /** `panel` names it: it says so once more when the recorder comes. */
  | { readonly type: 'panel-ready'; readonly panel?: string };

/** Messages that a recorder keeps for a panel that comes later: all but those that tell a state. */
export function isKept({ type }: PanelMessage): boolean {
  return type !== 'recording' && type !== 'page';
}

/** The one event that the page script dispatches on its window, with its end of the line to the bridge. */
export const PAGE_LINE = 'midstream-page-line';
/** Events on the line itself: what the page script posts. */
export const PAGE_MESSAGE = 'message';
export const PORT_FRAME = 'midstream-frame';
export const PORT_RECORDER = 'midstream-recorder';

type Shape = Readonly<Record<string, unknown>>;

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is SessionRecord {
  return isShape(value) && typeof value['type'] === 'string' && typeof value['t'] === 'number';
}

/** Looks at each record's envelope only: whoever reads the records checks their content. */
function isRecords(value: unknown): value is readonly SessionRecord[] {
  return Array.isArray(value) && value.every(isRecord);
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function isFailure(value: Shape): boolean {
  return typeof value['place'] === 'string' && typeof value['message'] === 'string';
}

function isAcknowledge(value: Shape): boolean {
  return typeof value['document'] === 'string' && typeof value['sequence'] === 'number';
}

/** Says whether a message is a switch of recording: the bridge's, the background's or the panel's. */
function isSwitch(value: Shape): boolean {
  return value['type'] === 'record' && typeof value['recording'] === 'boolean';
}

/** Checks what the page posted: each chunk must hold its payload, everything else its envelope. */
export function isPageMessage(value: unknown): value is PageMessage {
  if (!isShape(value)) return false;
  if (value['type'] === 'failure') return isFailure(value);
  if (value['type'] === 'waiting') return true;
  if (value['type'] !== 'records') return false;
  const { cause, records } = value;
  return (
    (cause === undefined || isCause(cause)) && Array.isArray(records) && records.every(isPageRecord)
  );
}

function isCause(value: unknown): value is ActionCause {
  return (
    isShape(value) && typeof value['stream'] === 'string' && typeof value['chunk'] === 'number'
  );
}

function isPageRecord(value: unknown): boolean {
  if (!isShape(value) || typeof value['t'] !== 'number') return false;
  if (value['type'] !== 'stream-chunk') return typeof value['type'] === 'string';
  if (typeof value['stream'] !== 'string') return false;
  return typeof value['text'] === 'string' || value['bytes'] instanceof Uint8Array;
}

/** Checks a bridge's first question. */
export function isHelloMessage(value: unknown): value is HelloMessage {
  return isShape(value) && value['type'] === 'hello' && typeof value['version'] === 'number';
}

/** Checks the answer to a bridge's first question. */
export function isHelloAnswer(value: unknown): value is HelloAnswer {
  return isShape(value) && typeof value['recording'] === 'boolean';
}

/** Checks what a bridge sent. */
export function isFrameMessage(value: unknown): value is FrameMessage {
  if (!isShape(value) || typeof value['document'] !== 'string') return false;
  switch (value['type']) {
    case 'frame-open':
      return (
        typeof value['version'] === 'number' &&
        typeof value['url'] === 'string' &&
        typeof value['top'] === 'boolean' &&
        typeof value['first'] === 'number'
      );
    case 'batch':
      return (
        typeof value['sequence'] === 'number' &&
        typeof value['url'] === 'string' &&
        typeof value['title'] === 'string' &&
        isRecords(value['records'])
      );
    case 'failure':
      return isFailure(value);
    default:
      return false;
  }
}

/** Checks what the background tells a bridge. */
export function isFrameCommand(value: unknown): value is FrameCommand {
  if (!isShape(value)) return false;
  if (value['type'] === 'reopen') return true;
  return isSwitch(value) || (value['type'] === 'acknowledge' && isAcknowledge(value));
}

/** Checks what the background tells a recorder. */
export function isRecorderMessage(value: unknown): value is RecorderMessage {
  if (!isShape(value)) return false;
  if (value['type'] === 'frame-gone') return typeof value['document'] === 'string';
  return (
    value['type'] === 'frame' &&
    typeof value['frameId'] === 'number' &&
    isFrameMessage(value['message'])
  );
}

/** Checks what a recorder tells the background. */
export function isRecorderCommand(value: unknown): value is RecorderCommand {
  if (!isShape(value)) return false;
  if (value['type'] === 'acknowledge') return isAcknowledge(value);
  return (
    value['type'] === 'inspect' &&
    typeof value['version'] === 'number' &&
    typeof value['tabId'] === 'number' &&
    typeof value['recording'] === 'boolean'
  );
}

/** Checks what the devtools page tells the panel. */
export function isPanelMessage(value: unknown): value is PanelMessage {
  if (!isShape(value)) return false;
  switch (value['type']) {
    case 'recording':
      return typeof value['recording'] === 'boolean';
    case 'navigated':
      return typeof value['url'] === 'string' && typeof value['t'] === 'number';
    case 'page':
      return typeof value['url'] === 'string' && typeof value['title'] === 'string';
    case 'records':
      return isRecords(value['records']);
    case 'audit':
      return typeof value['stream'] === 'string' && isNumbers(value['events']);
    case 'failure':
      return isFailure(value);
    default:
      return false;
  }
}

/** Checks what the panel tells the devtools page. */
export function isPanelCommand(value: unknown): value is PanelCommand {
  if (!isShape(value)) return false;
  return isSwitch(value) || (value['type'] === 'forget' && typeof value['messages'] === 'number');
}

/** Says whether the recorder's side of the link to the panel has just come. */
export function isRecorderReady(value: unknown): boolean {
  return isShape(value) && value['type'] === 'recorder-ready';
}

/** Says whether the panel's side of the link has come, and names it. */
export function isPanelReady(
  value: unknown,
): value is Extract<PanelLinkCommand, { type: 'panel-ready' }> {
  return isShape(value) && value['type'] === 'panel-ready';
}

/** The bytes that a record carries, as limits and gaps count them: those of a chunk, none else. */
export function payloadBytes(record: SessionRecord): number {
  if (record.type !== 'stream-chunk') return 0;
  if (record.text !== undefined) return new TextEncoder().encode(record.text).length;
  const base64 = record.base64 ?? '';
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
