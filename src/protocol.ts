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
}

export type FrameMessage =
  /** First on each connection of a bridge that records. */
  | {
      readonly type: 'frame-open';
      readonly version: number;
      readonly document: string;
      readonly url: string;
      readonly top: boolean;
    }
  /** Sequence numbers count from 1 in each document, without holes; a batch is sent again until acknowledged. */
  | {
      readonly type: 'batch';
      readonly document: string;
      readonly sequence: number;
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
  | { readonly type: 'record'; readonly recording: boolean }
  /** All batches up to `sequence` have arrived. */
  | { readonly type: 'acknowledge'; readonly document: string; readonly sequence: number };

export type RecorderMessage =
  | {
      readonly type: 'frame';
      readonly frameId: number;
      readonly url: string;
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
  | { readonly type: 'failure'; readonly place: string; readonly message: string };

export type PanelCommand = { readonly type: 'record'; readonly recording: boolean };

export const PORT_FRAME = 'midstream-frame';
export const PORT_RECORDER = 'midstream-recorder';
