/** Requests that only read, also where they are sent by POST. */
import { isObject, parseJson } from '../json-value.ts';

/** RFC 9110, 9.2.1, and QUERY. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** What names of procedures that read begin with, or are: `order.get`, `tools/list`, `eth_getBalance`. */
const READ_VERB =
  /^(?:(?:get|list|read|find|fetch|search|lookup|describe)(?![a-z])|(?:query|count|status|ping|initialize)$)/;

/** @param method of HTTP */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method.toUpperCase());
}

/**
 * @param url an address
 * @returns whether it names only procedures that read, as tRPC puts them into the path, several at
 * once with commas: https://trpc.io/docs/rpc
 */
export function isReadPath(url: string): boolean {
  const procedures = /\/trpc\/([^/?#]+)/.exec(url)?.[1];
  return procedures !== undefined && procedures.split(',').every(isReadName);
}

/**
 * @param body of a request
 * @returns whether it is a GraphQL query or a JSON-RPC call of a method that reads, or a list of such:
 * https://graphql.org/learn/serving-over-http/ and https://www.jsonrpc.org/specification
 */
export function isReadBody(body: string): boolean {
  if (!body.includes('"query"') && !body.includes('"jsonrpc"')) return false;
  const value = parseJson(body);
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.length > 0 && parts.every((part) => isQuery(part) || isReadCall(part));
}

function isQuery(value: unknown): boolean {
  if (!isObject(value) || typeof value['query'] !== 'string') return false;
  const document = value['query'].replaceAll(/#[^\n]*/g, '').trim();
  const isDocument = /^(?:query\b|fragment\b|subscription\b|\{)/.test(document);
  return isDocument && !/(?:^|\})\s*mutation\b/.test(document);
}

function isReadCall(value: unknown): boolean {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { method } = value;
  // Without a method it is a reply.
  return typeof method === 'string' && (method.startsWith('notifications/') || isReadName(method));
}

function isReadName(name: string): boolean {
  const last = name.split(/[./_:]/).findLast((part) => part !== '') ?? '';
  return READ_VERB.test(last);
}
