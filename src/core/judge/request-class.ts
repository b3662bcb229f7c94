/** Which requests are never judged: safe ones and telemetry. */
import { isObject, parseJson } from '../json-value.ts';
import type { RequestActionRecord } from '../records.ts';

/** RFC 9110, 9.2.1, and QUERY. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Paths under which collectors of the usual vendors listen. */
const TELEMETRY_PATH =
  /\/(?:envelope|v1\/(?:traces|logs|metrics)|rum|intake|collect|g\/collect|track|batch|i\/v0\/e|beacon|telemetry|analytics)\/?(?:[?#]|$)/;

/**
 * @param action a request
 * @param pageUrl address of the document that sent it, or ''
 * @returns whether it can be an effect of a tool call at all
 */
export function isEffect(action: RequestActionRecord, pageUrl: string): boolean {
  if (SAFE_METHODS.has(action.method.toUpperCase())) return false;
  if (TELEMETRY_PATH.test(action.url) || isGraphQlQuery(action.body ?? '')) return false;
  return action.initiator !== 'beacon' || isSameSite(action.url, pageUrl);
}

/** Reads that are sent by POST all the same: https://graphql.org/learn/serving-over-http/ */
function isGraphQlQuery(body: string): boolean {
  if (!body.includes('"query"')) return false;
  const value = parseJson(body);
  if (!isObject(value) || typeof value['query'] !== 'string') return false;
  return /^\s*(?:query\b|\{)/.test(value['query']);
}

/**
 * @param url an address, absolute or relative
 * @param pageUrl address of the document, or '' where it is unknown
 * @returns whether both are of one host or of hosts under one parent; without a list of public
 * suffixes this is an approximation by the last two labels
 */
export function isSameSite(url: string, pageUrl: string): boolean {
  const host = hostOf(url);
  const pageHost = hostOf(pageUrl);
  if (host === '' || pageHost === '' || host === pageHost) return true;
  return !/^[\d.:[\]]+$/.test(host) && siteOf(host) === siteOf(pageHost);
}

function siteOf(host: string): string {
  return host.replace(/:\d+$/, '').split('.').slice(-2).join('.');
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
