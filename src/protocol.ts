/**
 * Every message between the worlds, and the guards that the receiving ends use.
 *
 *   page (MAIN) ⇄ bridge (isolated)      MessagePort     PageMessage / BridgeMessage
 *   bridge      ⇄ background             runtime.Port    FrameMessage / FrameCommand
 *   background  ⇄ devtools page          runtime.Port    RecorderMessage / RecorderCommand
 *   devtools page ⇄ panel                MessagePort     PanelMessage / PanelCommand
 *
 * On the way every `t` is in epoch milliseconds, and a stream is named by its document and a count;
 * the panel makes both relative to its session. Nothing that arrives is trusted: it is `unknown`
 * until a guard has looked at it, and no message can do more than add records to be shown.
 */
import type { SessionRecord, StreamChunkRecord } from './core/records.ts';

export const PROTOCOL_VERSION = 1;

/** What may be held at each place on the way. Beyond it the oldest chunks become a gap that is shown. */
export const LIMITS = {
  /** In the page script, until the bridge says whether anybody records. */
  page: { bytes: 8 * 1024 * 1024, records: 20_000 },
  /** In each document's bridge, until the devtools page acknowledges. */
  bridge: { bytes: 32 * 1024 * 1024, records: 100_000 },
  /** In the devtools page, until the panel is opened; in UTF-16 units of payload. */
  recorder: { bytes: 256 * 1024 * 1024 },
} as const;

/** The setting, in the extension's local storage, that records also while DevTools is closed. */
export const RECORD_ALWAYS = 'recordAlways';

/** What the page script posts: a chunk is still its own copy of the bytes there. */
export type PageRecord =
  | Exclude<SessionRecord, StreamChunkRecord>
  | (Omit<StreamChunkRecord, 'text' | 'base64'> & { readonly bytes: Uint8Array });

export type PageMessage =
  /** All that the page script has seen up to `upTo` has been posted. `answers` echoes a sync token. */
  | {
      readonly type: 'records';
      readonly records: readonly PageRecord[];
      readonly upTo: number;
      readonly answers?: number;
    }
  /** A failure inside the page script, for the panel and never for the page. */
  | { readonly type: 'failure'; readonly place: string; readonly message: string };

export type BridgeMessage =
  | { readonly type: 'record'; readonly recording: boolean }
  | { readonly type: 'sync'; readonly token: number };

/** A bridge asks once, at document_start, whether anybody records this tab (runtime.sendMessage). */
export interface HelloMessage {
  readonly type: 'hello';
  readonly version: number;
}
export interface HelloAnswer {
  readonly recording: boolean;
  readonly keep?: boolean;
}

/**
 * Switches recording. `keep`: nobody takes the records now, because DevTools is closed and the user
 * wants them all the same; they are kept where they are until somebody comes.
 */
export interface RecordCommand {
  readonly type: 'record';
  readonly recording: boolean;
  readonly keep?: boolean;
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
  /** First on each connection of a devtools page; again whenever recording is switched. */
  | {
      readonly type: 'inspect';
      readonly version: number;
      readonly tabId: number;
      readonly recording: boolean;
    }
  | { readonly type: 'acknowledge'; readonly document: string; readonly sequence: number };

export type PanelMessage =
  | { readonly type: 'recording'; readonly recording: boolean }
  /** In the order of the page: a new top document was opened in the tab. */
  | { readonly type: 'navigated'; readonly url: string; readonly t: number }
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  | { readonly type: 'records'; readonly records: readonly SessionRecord[] }
  /** What the network log has of a tapped stream, now that it is over: the digest of each event. */
  | { readonly type: 'audit'; readonly stream: string; readonly events: readonly number[] }
  | { readonly type: 'failure'; readonly place: string; readonly message: string };

export type PanelCommand = { readonly type: 'record'; readonly recording: boolean };

/** What goes through the link to the panel besides: either side tells the other that it is there. */
export type PanelLinkMessage = PanelMessage | { readonly type: 'recorder-ready' };
export type PanelLinkCommand = PanelCommand | { readonly type: 'panel-ready' };

/** The one message that the page script posts on its window, with the bridge's port. */
export const PAGE_PORT = 'midstream-page-port';
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

/** Checks what the page posted: each chunk must hold bytes, everything else its envelope. */
export function isPageMessage(value: unknown): value is PageMessage {
  if (!isShape(value)) return false;
  if (value['type'] === 'failure') return isFailure(value);
  if (value['type'] !== 'records' || typeof value['upTo'] !== 'number') return false;
  const { answers, records } = value;
  return (
    (answers === undefined || typeof answers === 'number') &&
    Array.isArray(records) &&
    records.every(isPageRecord)
  );
}

function isPageRecord(value: unknown): boolean {
  if (!isShape(value) || typeof value['t'] !== 'number') return false;
  if (value['type'] !== 'stream-chunk') return typeof value['type'] === 'string';
  return typeof value['stream'] === 'string' && value['bytes'] instanceof Uint8Array;
}

/** Runs in the page's world too: it reads own properties and calls nothing. */
export function isBridgeMessage(value: unknown): value is BridgeMessage {
  if (!isShape(value)) return false;
  return isSwitch(value) || (value['type'] === 'sync' && typeof value['token'] === 'number');
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
  return isShape(value) && isSwitch(value);
}

/** Says whether the other side of the link to the panel has just come. */
export function isReady(value: unknown, type: 'recorder-ready' | 'panel-ready'): boolean {
  return isShape(value) && value['type'] === type;
}

/** The bytes that a record carries, as limits and gaps count them: those of a chunk, none else. */
export function payloadBytes(record: SessionRecord): number {
  if (record.type !== 'stream-chunk') return 0;
  if (record.text !== undefined) return new TextEncoder().encode(record.text).length;
  const base64 = record.base64 ?? '';
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
