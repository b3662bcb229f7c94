/**
 * The guard of records: what comes from a file or another world is `unknown`, and becomes a record
 * here or is refused with a reason. Optional fields of a wrong type are left out, not refused.
 */
import { bytesOfBase64 } from './chunk-bytes.ts';
import { compactJson, isObject } from './json-value.ts';
import type {
  ActionCause,
  ActionRecord,
  ActionTarget,
  FrameDescription,
  HeaderList,
  RequestDescription,
  ResponseDescription,
  SessionRecord,
} from './records.ts';

type Fields = Readonly<Record<string, unknown>>;

const TRANSPORTS = ['fetch', 'eventsource', 'xhr', 'websocket'] as const;
const SOURCES = ['tap', 'network-log'] as const;
const END_REASONS = ['eof', 'abort', 'cancel', 'error'] as const;
const GESTURES = ['click', 'enter', 'submit', 'type'] as const;
const GESTURE_SOURCES = ['pointer', 'keyboard', 'script'] as const;
const NAVIGATIONS = ['push', 'replace', 'reload', 'traverse'] as const;
const AREAS = ['localStorage', 'sessionStorage', 'indexedDB', 'cookie', 'clipboard'] as const;
const INITIATORS = ['fetch', 'xhr', 'beacon', 'websocket', 'form'] as const;
const HOWS = ['attribute', 'inserted', 'shown'] as const;
const DIRECTIONS = ['in', 'out'] as const;

/**
 * @param value anything
 * @returns the record, or the reason why it is none, as the end of a sentence
 */
export function readRecord(value: unknown): SessionRecord | string {
  if (!isObject(value)) return 'it is no object';
  const { type, t, stream } = value;
  if (typeof type !== 'string') return 'it has no type';
  if (typeof t !== 'number' || !Number.isFinite(t)) return `it is of type ${type} and has no time`;
  if (type === 'action') return readAction(value, t);
  if (type === 'gap') {
    return {
      type,
      t,
      records: numberOf(value['records']),
      bytes: numberOf(value['bytes']),
      reason: textOf(value['reason']) ?? 'unknown',
      ...optional('stream', textOf(stream)),
    };
  }
  if (typeof stream !== 'string') return `it is of type ${type} and names no stream`;
  if (type === 'stream-open') {
    return {
      type,
      t,
      stream,
      transport: oneOf(value['transport'], TRANSPORTS) ?? 'fetch',
      ...optional('source', oneOf(value['source'], SOURCES)),
      ...optional('frame', readFrame(value['frame'])),
      ...optional('stack', textOf(value['stack'])),
      ...optional('request', readRequest(value['request'])),
      ...optional('response', readResponse(value['response'])),
      ...optional('requestId', textOf(value['requestId'])),
    };
  }
  if (type === 'stream-chunk') {
    const text = textOf(value['text']);
    const base64 = textOf(value['base64']);
    if (text === undefined && base64 === undefined)
      return 'it is a chunk with neither text nor base64';
    if (text === undefined && base64 !== undefined && bytesOfBase64(base64) === null) {
      return 'it is a chunk whose base64 cannot be read';
    }
    return {
      type,
      t,
      stream,
      ...(text === undefined ? optional('base64', base64) : { text }),
      ...(value['continues'] === true ? { continues: true } : {}),
      ...optional('direction', oneOf(value['direction'], DIRECTIONS)),
    };
  }
  if (type === 'stream-end') {
    return {
      type,
      t,
      stream,
      reason: oneOf(value['reason'], END_REASONS) ?? 'error',
      ...optional('message', textOf(value['message'])),
    };
  }
  return `its type ${JSON.stringify(type)} is unknown to this version`;
}

function readAction(value: Fields, t: number): ActionRecord | string {
  const frame = optional('frame', readFrame(value['frame']));
  const target = optional('target', readTarget(value['target']));
  const stack = optional('stack', textOf(value['stack']));
  const cause = optional('cause', readCause(value['cause']));
  switch (value['kind']) {
    case 'request':
      return {
        type: 'action',
        t,
        kind: 'request',
        method: textOf(value['method']) ?? 'GET',
        url: textOf(value['url']) ?? '',
        ...optional('body', textOf(value['body']) ?? (value['body'] === null ? null : undefined)),
        ...optional('contentType', textOf(value['contentType'])),
        ...optional('initiator', oneOf(value['initiator'], INITIATORS)),
        ...stack,
        ...cause,
        ...optional('requestId', textOf(value['requestId'])),
        ...frame,
      };
    case 'gesture':
      return {
        type: 'action',
        t,
        kind: 'gesture',
        event: oneOf(value['event'], GESTURES) ?? 'click',
        ...optional('trusted', booleanOf(value['trusted'])),
        ...optional('by', oneOf(value['by'], GESTURE_SOURCES)),
        ...target,
        ...cause,
        ...frame,
      };
    case 'control-enabled':
      return {
        type: 'action',
        t,
        kind: 'control-enabled',
        ...optional('how', oneOf(value['how'], HOWS)),
        ...target,
        ...cause,
        ...frame,
      };
    case 'parse-failure':
      return {
        type: 'action',
        t,
        kind: 'parse-failure',
        text: textOf(value['text']) ?? '',
        ...optional('message', textOf(value['message'])),
        ...stack,
        ...cause,
        ...frame,
      };
    case 'navigation':
      return {
        type: 'action',
        t,
        kind: 'navigation',
        url: textOf(value['url']) ?? '',
        ...optional('navigation', oneOf(value['navigation'], NAVIGATIONS)),
        ...optional('userInitiated', booleanOf(value['userInitiated'])),
        ...target,
        ...cause,
        ...frame,
      };
    case 'storage': {
      const area = oneOf(value['area'], AREAS);
      if (area === undefined) return 'it was stored in an area unknown to this version';
      return {
        type: 'action',
        t,
        kind: 'storage',
        area,
        key: textOf(value['key']) ?? '',
        text: textOf(value['text']) ?? '',
        ...stack,
        ...cause,
        ...frame,
      };
    }
    default:
      return `it is an action of the unknown kind ${compactJson(value['kind'])}`;
  }
}

function readFrame(value: unknown): FrameDescription | undefined {
  return isObject(value)
    ? { id: numberOf(value['id']), url: textOf(value['url']) ?? '' }
    : undefined;
}

function readRequest(value: unknown): RequestDescription | undefined {
  if (!isObject(value)) return undefined;
  const body = value['body'];
  return {
    method: textOf(value['method']) ?? 'GET',
    url: textOf(value['url']) ?? '',
    ...optional('headers', readHeaders(value['headers'])),
    ...optional('body', body === null ? null : textOf(body)),
  };
}

function readResponse(value: unknown): ResponseDescription | undefined {
  if (!isObject(value)) return undefined;
  return {
    status: numberOf(value['status']),
    ...optional('headers', readHeaders(value['headers'])),
  };
}

function readHeaders(value: unknown): HeaderList | undefined {
  if (!Array.isArray(value)) return undefined;
  const headers: [string, string][] = [];
  for (const entry of value) {
    if (!Array.isArray(entry)) continue;
    const [name, text] = [textOf(entry[0]), textOf(entry[1])];
    if (name !== undefined && text !== undefined) headers.push([name, text]);
  }
  return headers;
}

function readTarget(value: unknown): ActionTarget | undefined {
  if (!isObject(value)) return undefined;
  const field = (key: 'role' | 'name' | 'selector' | 'testId'): object => {
    const text = value[key] === null ? null : textOf(value[key]);
    return text === undefined ? {} : { [key]: text };
  };
  return { ...field('role'), ...field('name'), ...field('selector'), ...field('testId') };
}

function readCause(value: unknown): ActionCause | undefined {
  if (!isObject(value)) return undefined;
  const { stream, chunk } = value;
  return typeof stream === 'string' && typeof chunk === 'number' ? { stream, chunk } : undefined;
}

/** A property where there is a value, nothing where there is none. */
function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value };
function optional(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function oneOf<Name extends string>(value: unknown, names: readonly Name[]): Name | undefined {
  return names.find((name) => name === value);
}
