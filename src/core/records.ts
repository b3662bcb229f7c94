/**
 * Records: what the taps observed, in the order in which the page saw it. They are the input of
 * core, the content of a session file, and what travels between the worlds. A record states
 * facts and never conclusions.
 *
 * `t` is in milliseconds since the session's `startedAt`.
 */

export type TransportKind = 'fetch' | 'eventsource' | 'xhr' | 'websocket';
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers?: HeaderList;
  /** The body where it was text; null where there was none, or where it could not be read without touching it. */
  readonly body?: string | null;
}

export interface ResponseDescription {
  readonly status: number;
  readonly headers?: HeaderList;
}

export interface FrameDescription {
  readonly id: number;
  readonly url: string;
}

/** A second one for the same stream adds its response: a socket is shown before it is open. */
export interface StreamOpenRecord {
  readonly type: 'stream-open';
  readonly t: number;
  readonly stream: string;
  readonly transport: TransportKind;
  readonly source?: 'tap' | 'network-log';
  readonly frame?: FrameDescription;
  readonly stack?: string;
  readonly request?: RequestDescription;
  readonly response?: ResponseDescription;
  /** Joins this stream to the request action that opened it, so that it is not judged against its own calls. */
  readonly requestId?: string;
}

export interface StreamChunkRecord {
  readonly type: 'stream-chunk';
  readonly t: number;
  readonly stream: string;
  /** The chunk where its bytes are whole UTF-8. */
  readonly text?: string;
  /** The chunk's bytes where they are not. */
  readonly base64?: string;
  /** It is more of the chunk before it: a large one comes in parts. */
  readonly continues?: true;
  /** Of a socket's message: `out` is what the page sent, and no part of the received body. */
  readonly direction?: 'in' | 'out';
}

export type StreamEndReason = 'eof' | 'abort' | 'cancel' | 'error';

export interface StreamEndRecord {
  readonly type: 'stream-end';
  readonly t: number;
  readonly stream: string;
  readonly reason: StreamEndReason;
  readonly message?: string;
}

export interface ActionTarget {
  readonly role?: string | null;
  readonly name?: string | null;
  /** Selectors joined by ` >>> ` where shadow roots lie between: each but the last finds a host. */
  readonly selector?: string | null;
  readonly testId?: string | null;
}

/** Names the chunk in whose microtask checkpoint an action ran. `chunk` counts the stream's chunks from 0. */
export interface ActionCause {
  readonly stream: string;
  readonly chunk: number;
}

export interface RequestActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  readonly body?: string | null;
  /** Of the body, where the page or the browser's rules say it. */
  readonly contentType?: string;
  readonly initiator?: 'fetch' | 'xhr' | 'beacon' | 'websocket' | 'form';
  readonly stack?: string;
  readonly cause?: ActionCause;
  readonly requestId?: string;
  readonly frame?: FrameDescription;
}

/** Who made a gesture: the user by pointer or key, or a script of the page. */
export type GestureSource = 'pointer' | 'keyboard' | 'script';

export interface GestureActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'gesture';
  /** `type`: the user typed into a field. At most one a second is told, and never what was typed. */
  readonly event: 'click' | 'enter' | 'submit' | 'type';
  readonly trusted?: boolean;
  /** Absent where it cannot be told, as with assistive technology. */
  readonly by?: GestureSource;
  readonly target?: ActionTarget;
  /** Only where a script made it. */
  readonly cause?: ActionCause;
  readonly frame?: FrameDescription;
}

export interface ControlActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'control-enabled';
  readonly how?: 'attribute' | 'inserted' | 'shown';
  readonly target?: ActionTarget;
  readonly cause?: ActionCause;
  readonly frame?: FrameDescription;
}

export interface ParseFailureActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'parse-failure';
  readonly text: string;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ActionCause;
  readonly frame?: FrameDescription;
}

/** The document is being left for another one. A form that is sent by POST is a request instead. */
export interface NavigationActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'navigation';
  readonly url: string;
  readonly navigation?: 'push' | 'replace' | 'reload' | 'traverse';
  /** Whether the user did it: followed a link, went back, reloaded. Otherwise a script did. */
  readonly userInitiated?: boolean;
  /** The link, or the button of the form. */
  readonly target?: ActionTarget;
  /** Only where a script did it. */
  readonly cause?: ActionCause;
  readonly frame?: FrameDescription;
}

export type StorageArea = 'localStorage' | 'sessionStorage' | 'indexedDB' | 'cookie' | 'clipboard';

/** The page stored a text. These are recorded only where the user asked for it in the settings. */
export interface StorageActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'storage';
  readonly area: StorageArea;
  /** The item's key, the object store's or the cookie's name; '' for the clipboard. */
  readonly key: string;
  /** The beginning of what was stored; the text fields of an object, as JSON. */
  readonly text: string;
  readonly stack?: string;
  readonly cause?: ActionCause;
  readonly frame?: FrameDescription;
}

export type ActionRecord =
  | RequestActionRecord
  | GestureActionRecord
  | ControlActionRecord
  | ParseFailureActionRecord
  | NavigationActionRecord
  | StorageActionRecord;

/** Something had to go: how much, from which stream (all of them when absent), and why. */
export interface GapRecord {
  readonly type: 'gap';
  readonly t: number;
  readonly stream?: string;
  readonly records: number;
  readonly bytes: number;
  readonly reason: string;
}

export type SessionRecord =
  | StreamOpenRecord
  | StreamChunkRecord
  | StreamEndRecord
  | ActionRecord
  | GapRecord;
