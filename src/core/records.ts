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
  readonly initiator?: 'fetch' | 'xhr' | 'beacon' | 'websocket' | 'form';
  readonly stack?: string;
  readonly cause?: ActionCause;
  readonly requestId?: string;
  readonly frame?: FrameDescription;
}

export interface GestureActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'gesture';
  readonly event: 'click' | 'enter' | 'submit';
  readonly trusted?: boolean;
  readonly target?: ActionTarget;
  readonly frame?: FrameDescription;
}

export interface ControlActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'control-enabled';
  readonly how?: 'attribute' | 'inserted' | 'shown';
  readonly target?: ActionTarget;
  readonly frame?: FrameDescription;
}

export interface ParseFailureActionRecord {
  readonly type: 'action';
  readonly t: number;
  readonly kind: 'parse-failure';
  readonly text: string;
  readonly message?: string;
  readonly stack?: string;
  readonly frame?: FrameDescription;
}

export type ActionRecord =
  | RequestActionRecord
  | GestureActionRecord
  | ControlActionRecord
  | ParseFailureActionRecord;

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
