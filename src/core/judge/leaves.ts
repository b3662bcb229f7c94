/** The texts and numbers of a value, and of what a request carries, each under its key. */
import { isObject, parseJson } from '../json-value.ts';
import { memberPath } from '../partial-value.ts';
import type { RequestActionRecord } from '../records.ts';

export interface Leaf {
  /** Of what holds it, however that is written: see `plainName`. */
  readonly key: string;
  readonly path: string;
  readonly value: string | number;
}

const MAX_LEAVES = 2000;
export const MAX_DEPTH = 200;

/** What a request carries, read once for all the calls that it is compared with. */
export interface RequestLeaves {
  readonly inBody: readonly Leaf[];
  readonly inAddress: readonly Leaf[];
}

/** @param action a request of the page */
export function leavesOfRequest(action: Pick<RequestActionRecord, 'url' | 'body'>): RequestLeaves {
  return { inBody: bodyLeaves(action.body ?? ''), inAddress: addressLeaves(action.url) };
}

/** Messages of a conversation: whoever saves or sends it on carries the call along, and acts on nothing. */
const ROLES = new Set(['user', 'assistant', 'system', 'developer', 'tool']);

/** @param value a JSON object; @returns whether it is a message of a conversation */
export function isChatMessage(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value['role'] === 'string' && ROLES.has(value['role']);
}

/**
 * @param root a JSON value
 * @param embedded reads what a text in it holds: the leaves of a JSON text in JSON
 * @returns its texts and numbers, but for those in messages of a conversation
 */
export function leavesOf(
  root: unknown,
  embedded: (text: string) => readonly EmbeddedValue[] = () => [],
): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(root, '', '$', 0);
  return leaves;

  function collect(value: unknown, key: string, path: string, depth: number): void {
    if (leaves.length >= MAX_LEAVES || depth > MAX_DEPTH) return;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) {
      leaves.push({ key: plainName(key), path, value });
      if (typeof value !== 'string') return;
      for (const part of embedded(value)) collect(part.value, part.key, path, depth + 1);
    } else if (Array.isArray(value)) {
      for (const [index, element] of value.entries())
        collect(element, key, `${path}[${index}]`, depth + 1);
    } else if (isObject(value) && !isChatMessage(value)) {
      for (const [name, member] of Object.entries(value))
        collect(member, name, memberPath(path, name), depth + 1);
    }
  }
}

/** @returns a name for comparison: `create_refund`, `create-refund` and `createRefund` are one */
export function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/**
 * What a packet of Socket.IO has before its JSON: types, a number of attachments, a namespace and a number.
 * https://socket.io/docs/v4/socket-io-protocol/#packet-encoding
 */
const PACKET_HEAD = /^\d+-?(?:\/[^,[{]*,)?\d*(?=[[{])/;

function bodyLeaves(body: string): readonly Leaf[] {
  if (body === '') return [];
  try {
    return leavesOf(JSON.parse(body.replace(PACKET_HEAD, '')), embeddedIn);
  } catch {
    return body.includes('=') ? formLeaves(body) : leavesOf(body, embeddedIn);
  }
}

interface EmbeddedValue {
  readonly key: string;
  readonly value: unknown;
}

const GRAPHQL_OPERATION = /^\s*(?:#[^\n]*\n\s*)*mutation\b/;
const GRAPHQL_ARGUMENT = /\b([A-Za-z_]\w*)\s*:\s*("(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*)/g;

/**
 * What a text holds that is JSON again (a field of a form, a message in a message), or the arguments that
 * a GraphQL mutation has in its own text: https://spec.graphql.org/October2021/#sec-Language.Arguments
 */
function embeddedIn(text: string): readonly EmbeddedValue[] {
  if (/^\s*[[{]/.test(text)) {
    const value = parseJson(text);
    return value === undefined ? [] : [{ key: '', value }];
  }
  if (!GRAPHQL_OPERATION.test(text)) return [];
  return Array.from(text.matchAll(GRAPHQL_ARGUMENT), ([, key = '', literal = '']) => ({
    key,
    value: parseJson(literal),
  }));
}

/** Fields of a form, and what is JSON in one of them. */
function formLeaves(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const key = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    leaves.push({ key: plainName(key), path: key, value });
    for (const part of embeddedIn(value)) leaves.push(...leavesOf(part.value, embeddedIn));
  }
  return leaves;
}

function addressLeaves(url: string): readonly Leaf[] {
  const [address = '', query = ''] = (url.split('#')[0] ?? '').split('?');
  const segments = address
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .split('/')
    .filter((part) => part !== '');
  return [
    ...segments.map((segment) => ({ key: '', path: '', value: decode(segment) })),
    ...(query === '' ? [] : formLeaves(query)),
  ];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
