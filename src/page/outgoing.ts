/**
 * Reads what leaves the page, without touching it: own data properties and native getters only. A
 * getter of the page, a custom toString or a body that can be read once is never run or read.
 */
import type { HeaderList, RequestDescription } from '../core/records.ts';
import { headerList } from './exchanges.ts';
import { isObject } from './hooks.ts';
import { ownValue } from './page-values.ts';
import {
  NativeURL,
  NativeURLSearchParams,
  append,
  baseUri,
  createPrivateMap,
  formDataForEach,
  indexOf,
  ownKeys,
  requestHeaders,
  requestMethod,
  requestSignal,
  requestUrl,
  searchParametersAppend,
  searchParametersText,
  signalAborted,
  slice,
  toUpperCase,
  urlHref,
} from './primordials.ts';

/** A longer body is kept up to here. */
const MAXIMUM_BODY = 256 * 1024;

/** Methods that fetch and XMLHttpRequest write in capitals themselves, whatever the page wrote. */
const NORMALISED = ' DELETE GET HEAD OPTIONS POST PUT ';
const SAFE = ' GET HEAD OPTIONS TRACE QUERY ';

/** Says whether a method can change something at the server (RFC 9110, section 9.2.1, and QUERY). */
export function isUnsafe(method: string): boolean {
  return indexOf(SAFE, ` ${toUpperCase(method)} `) < 0;
}

function normaliseMethod(method: string): string {
  const upper = toUpperCase(method);
  return indexOf(NORMALISED, ` ${upper} `) < 0 ? method : upper;
}

/**
 * What a native getter gives for an object that it may not be made for; undefined where it is not.
 * Nothing else is tried: an error costs more than all the rest of a description.
 */
function valueFrom<Value>(value: unknown, read: (value: object) => Value): Value | undefined {
  if (!isObject(value)) return undefined;
  try {
    return read(value);
  } catch {
    return undefined;
  }
}

/** The absolute address of a string, URL or Request; '' where only the page's code can tell it. */
export function addressOf(input: unknown): string {
  if (typeof input === 'string') {
    try {
      return urlHref(new NativeURL(input, baseUri()));
    } catch {
      return input;
    }
  }
  return valueFrom(input, requestUrl) ?? valueFrom(input, urlHref) ?? '';
}

/** The text of a string, URLSearchParams or FormData (its text fields, urlencoded); otherwise null. */
export function bodyText(body: unknown): string | null {
  const text =
    typeof body === 'string'
      ? body
      : (valueFrom(body, searchParametersText) ?? valueFrom(body, formText));
  return text === undefined ? null : slice(text, 0, MAXIMUM_BODY);
}

function formText(body: unknown): string {
  const fields = new NativeURLSearchParams();
  formDataForEach(body, (value, name) => {
    if (typeof value === 'string') searchParametersAppend(fields, name, value);
  });
  return searchParametersText(fields);
}

function headersOf(value: unknown): HeaderList {
  const list: (readonly [string, string])[] = [];
  if (!isObject(value)) return list;
  const ofHeaders = valueFrom(value, headerList);
  if (ofHeaders !== undefined) return ofHeaders;
  const keys = ownKeys(value);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (typeof key !== 'string') continue;
    const entry = ownValue(value, key);
    if (typeof entry === 'string') append(list, [key, entry]);
    const name = ownValue(entry, 0);
    const text = ownValue(entry, 1);
    if (typeof name === 'string' && typeof text === 'string') append(list, [name, text]);
  }
  return list;
}

/** Texts that the page gave to a Request: they cannot be read from it without using it up. */
export interface RequestBodies {
  readonly get: (request: unknown) => string | null;
  /** Notes the text of a Request that was made from these arguments. */
  readonly note: (request: object, input: unknown, init: unknown) => void;
}

/** Makes an empty memory of bodies. */
export function createRequestBodies(): RequestBodies {
  const bodies = createPrivateMap<object, string>();
  const get = (request: unknown): string | null => bodies.get(request) ?? null;
  return {
    get,
    note(request, input, init) {
      const text = bodyText(ownValue(init, 'body')) ?? get(input);
      if (text !== null) bodies.set(request, text);
    },
  };
}

/** Describes the arguments of a `fetch`. */
export function describeFetch(
  input: unknown,
  init: unknown,
  bodies: RequestBodies,
): RequestDescription {
  const method = ownValue(init, 'method');
  const headers = ownValue(init, 'headers');
  return {
    method:
      typeof method === 'string'
        ? normaliseMethod(method)
        : (valueFrom(input, requestMethod) ?? 'GET'),
    url: addressOf(input),
    headers:
      headers === undefined
        ? (valueFrom(input, (request) => headerList(requestHeaders(request))) ?? [])
        : headersOf(headers),
    body: bodyText(ownValue(init, 'body')) ?? bodies.get(input),
  };
}

/** Describes the arguments of an XMLHttpRequest's `open`; null where a method is no string. */
export function describeOpen(method: unknown, url: unknown): RequestDescription | null {
  if (typeof method !== 'string') return null;
  return { method: normaliseMethod(method), url: addressOf(url) };
}

/** The signal that a `fetch` listens to, where it can be told. */
export function signalOf(input: unknown, init: unknown): AbortSignal | undefined {
  const own = ownValue(init, 'signal');
  if (isSignal(own)) return own;
  return valueFrom(input, requestSignal);
}

function isSignal(value: unknown): value is AbortSignal {
  return valueFrom(value, signalAborted) !== undefined;
}
