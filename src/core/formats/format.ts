/**
 * What a wire format is: it recognises its events and tells, event by event, what they say about
 * tool calls. One format is one file here; the registry finds it by that.
 */
import { compactJson, isObject, type JsonObject } from '../json-value.ts';
import type { Call, CallKind, DiagnosticCode } from '../types.ts';

/** An event as formats read it. */
export interface WireEvent {
  /** The name on the wire (`event:` of server-sent events); '' where there is none. */
  readonly name: string;
  readonly data: string;
  /** `data` as a JSON value; undefined where it is not JSON. */
  readonly json: unknown;
}

/** What is known before the first event. Hints only: proxies rewrite address and type. */
export interface Hints {
  readonly url: string;
  readonly contentType: string;
  /** The request's body where it was JSON; undefined otherwise. */
  readonly request: unknown;
}

export interface CallStart {
  readonly kind: CallKind;
  readonly index: number | null;
  /** Choice, message or run; 0 where the format has one only. */
  readonly choice?: number;
  readonly id?: string | null;
  readonly name?: string | null;
  /** Custom tools take free text, which is never read as JSON. */
  readonly freeText?: boolean;
}

/**
 * Why a call's end may be void: the finish said token cap or filter, a later event withdrew the call,
 * or the response that it belongs to was cancelled or failed while the stream goes on.
 */
export type Outcome = 'length' | 'filter' | 'discarded' | 'abort' | 'error';

/** The pen with which a format writes one call. */
export interface CallWriter {
  readonly call: Call;
  rename(name: string): void;
  identify(id: string): void;
  /** A further id of the same call. */
  alias(id: string): void;
  /** One delta of the arguments, empty ones too. */
  fragment(text: string): void;
  /**
   * The authoritative arguments, where the wire sends them at the end: as text, or as a JSON value.
   * They count where they differ by value from the joined fragments.
   */
  final(text: string): void;
  finalValue(value: unknown): void;
  /** The call's terminal event, by its name on the wire. Later ends are ignored. */
  end(event: string): void;
  outcome(outcome: Outcome): void;
  diagnose(code: DiagnosticCode): void;
}

export interface ToolResultStart {
  /** The id of the call that it answers. */
  readonly id: string;
  /** As text, or as compact JSON. */
  readonly text: string;
  readonly isError?: boolean;
}

/** What a format may say about a stream. Times and places are those of the event being read. */
export interface StreamWriter {
  open(start: CallStart): CallWriter;
  /** The finish or stop reason, as the wire says it. */
  finish(reason: string): void;
  /** An error inside the stream. */
  fail(message: string): void;
  /** The stream says that it was aborted. */
  abort(): void;
  /** What a tool gave back; joined to its call by id. */
  result(result: ToolResultStart): void;
  diagnose(code: DiagnosticCode): void;
}

export interface Decoder {
  event(event: WireEvent): void;
  /** Whether what came so far includes the format's own end of the stream. */
  ended(): boolean;
}

export interface Format {
  readonly id: string;
  /** As the panel and the README name it. */
  readonly label: string;
  /**
   * @returns how surely this event belongs to the format: 0 (no) to 1 (nothing else looks so); from
   * 0.5 on the best one claims the stream
   */
  detect(event: WireEvent, hints: Hints): number;
  createDecoder(writer: StreamWriter, hints: Hints): Decoder;
}

/** Names the type of a format's default export. */
export function defineFormat(format: Format): Format {
  return format;
}

export { isObject, type JsonObject } from '../json-value.ts';

/**
 * Readings of values that may be anything. In the few readers that run for each of a million deltas,
 * `stringOf(json['type'])` is several times faster than `stringAt(json, 'type')`: the engine then knows
 * the member at that place, where in a shared function it meets every member of every format.
 */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** @returns the value where it is an array, else an empty one */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the member where it is an object, else undefined */
export function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  return objectOf(object[key]);
}

export function stringAt(object: JsonObject, key: string): string | undefined {
  return stringOf(object[key]);
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  return numberOf(object[key]);
}

/** @returns the member where it is an array, else an empty one */
export function arrayAt(object: JsonObject, key: string): readonly unknown[] {
  return arrayOf(object[key]);
}

/** @param key a name of the format, which no object inherits; for a foreign key ask Object.hasOwn first */
export function memberOf(object: JsonObject, key: string): unknown {
  return object[key];
}

/** @returns the readable part of an error value: its `message`, or itself as text */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (isObject(error)) {
    const message = stringAt(error, 'message');
    const kind = stringAt(error, 'type') ?? stringAt(error, 'code');
    if (message !== undefined) return kind === undefined ? message : `${kind}: ${message}`;
  }
  return compactJson(error);
}
