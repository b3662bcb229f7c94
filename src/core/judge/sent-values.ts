/**
 * Whether a request carries values of a call's arguments: whole ones, or the beginning of one, since
 * a request may hold what the page read some fragments earlier.
 *
 * A number or a short text proves little by itself, so it counts only under its own key. A longer
 * text counts wherever it stands.
 */
import { isObject, parseJson } from '../json-value.ts';
import type { Call } from '../types.ts';
import {
  isChatMessage,
  leavesOf,
  MAX_DEPTH,
  plainName,
  type Leaf,
  type RequestLeaves,
} from './leaves.ts';
import { wordStems } from './words.ts';

/** From here on a text is too particular to be there by chance. */
export const TELLING_LENGTH = 4;

export interface SentValue {
  /** JSONPath in the call's arguments. */
  readonly path: string;
  readonly value: string | number;
  readonly place: 'body' | 'address';
  /** Whether it is the whole value, and not the beginning of it. */
  readonly isWhole: boolean;
  /** Whether it stands under its own key: then it is no text that happens to be the same. */
  readonly isOwnKey: boolean;
}

/** From here on it is found inside longer texts, too. */
const QUOTED_LENGTH = 16;

/**
 * @param argumentsValue the arguments of a call, as far as they can be read
 * @param leaves what the request carries
 * @returns the values that it carries; empty where nothing ties it to the call
 */
export function sentValues(
  argumentsValue: unknown,
  { inBody, inAddress }: RequestLeaves,
): readonly SentValue[] {
  const mine = leavesOf(argumentsValue);
  const found: SentValue[] = [];
  for (const leaf of mine) {
    const inBodyToo = inBody.find((sent) => isSame(leaf, sent));
    const match = inBodyToo ?? inAddress.find((sent) => isSame(leaf, sent));
    if (match === undefined) continue;
    const { value } = match;
    const place = inBodyToo === undefined ? 'address' : 'body';
    const isWhole = String(value) === String(leaf.value) || match.key !== leaf.key;
    const isOwnKey = match.key === leaf.key;
    found.push({ path: leaf.path, value, place, isWhole, isOwnKey });
  }
  // A refund of 50 of another order, by hand: a number is the same by chance.
  const isOfAnother =
    found.length > 0 && found.every(({ value }) => isNumber(value)) && contradicts(mine, inBody);
  return isOfAnother ? [] : found;
}

function isNumber(value: string | number): boolean {
  return value !== '' && Number.isFinite(Number(value));
}

/** Whether a text of the arguments is another one in a body, under the same key. */
function contradicts(mine: readonly Leaf[], inBody: readonly Leaf[]): boolean {
  return mine.some(({ key, value }) => {
    if (key === '' || typeof value !== 'string' || isNumber(value)) return false;
    const others = inBody.filter((sent) => sent.key === key);
    return others.length > 0 && others.every((sent) => !isAlike(value, String(sent.value)));
  });
}

/** Whether one text may be what another was before, or becomes. */
function isAlike(left: string, right: string): boolean {
  return left.startsWith(right) || right.startsWith(left);
}

/** A handler that is slower than this after the end has other reasons for what it sends. */
const STALE_MS = 5000;

/**
 * @param call a call
 * @param t when the request came, behind the call's end
 * @param leaves what the request carries
 * @returns the values that it carries as they were before the end: the beginning of a final value, for
 * a field that a trusting parser would have shown so
 */
export function staleValues(call: Call, t: number, leaves: RequestLeaves): readonly SentValue[] {
  if (call.status !== 'complete' || call.end === null || call.misreads.length === 0) return [];
  if (t < call.end.t || t - call.end.t > STALE_MS) return [];
  const misread = new Set(call.misreads.map(({ path }) => path));
  return sentValues(parseJson(call.arguments), leaves).filter(
    ({ path, isWhole }) => !isWhole && misread.has(path),
  );
}

/**
 * @param call a call
 * @param leaves what a request carries
 * @returns the step of its address that is the call's id or its tool's name, however that is written
 * there; null for none. In a body it proves little: that is how events are logged.
 */
export function callNamed(call: Call, { inAddress }: RequestLeaves): string | null {
  const names = new Set([call.id ?? '', call.name ?? ''].map(plainName));
  const step = inAddress.find(({ value }) => {
    const name = plainName(String(value));
    return name.length >= TELLING_LENGTH && names.has(name);
  });
  if (step !== undefined) return String(step.value);
  // `/api/users/delete` is where `delete_user` is done.
  const words = wordStems(call.name ?? '');
  const steps = new Set(inAddress.flatMap(({ value }) => wordStems(String(value))));
  return words.length > 1 && words.every((word) => steps.has(word)) ? (call.name ?? null) : null;
}

function isSame(mine: Leaf, sent: Leaf): boolean {
  if (mine.key !== '' && mine.key === sent.key) {
    if (String(mine.value) === String(sent.value)) return true;
    return String(sent.value) !== '' && String(mine.value).startsWith(String(sent.value));
  }
  if (typeof mine.value !== 'string' || mine.value.length < TELLING_LENGTH) return false;
  if (typeof sent.value !== 'string') return false;
  if (mine.value === sent.value) return true;
  return mine.value.length >= QUOTED_LENGTH && sent.value.includes(mine.value);
}

/**
 * @param body of a request
 * @returns whether it is messages of a conversation, in a list or one alone, at its top or just below
 */
export function holdsMessages(body: string): boolean {
  if (!body.includes('"role"')) return false;
  const value = parseJson(body);
  const tops = isObject(value) ? [value, ...Object.values(value)] : [value];
  return tops
    .flatMap((top): readonly unknown[] => (Array.isArray(top) ? top : [top]))
    .some((part) => isObject(part) && isChatMessage(part));
}

/**
 * @param call a call
 * @param body of a request
 * @returns whether it holds a result for that call, as the next message of a conversation does: the page
 * has run the tool, and says what came of it
 */
export function holdsResultFor(call: Call, body: string): boolean {
  const { id } = call;
  if (id === null || id === '' || !body.includes(id)) return false;
  let isFound = false;
  visit(parseJson(body), 0);
  return isFound;

  function visit(value: unknown, depth: number): void {
    if (isFound || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const element of value) visit(element, depth + 1);
    else if (isObject(value)) {
      isFound = isResult(value, id);
      for (const member of Object.values(value)) visit(member, depth + 1);
    }
  }
}

/** OpenAI chat and Responses, Anthropic, the AI SDK: each has its own shape. */
function isResult(value: Readonly<Record<string, unknown>>, id: string | null): boolean {
  const { role, type } = value;
  if (role === 'tool' && value['tool_call_id'] === id) return true;
  if (type === 'tool_result' && value['tool_use_id'] === id) return true;
  if (type === 'function_call_output' && value['call_id'] === id) return true;
  return value['toolCallId'] === id && (value['output'] ?? value['result']) !== undefined;
}
