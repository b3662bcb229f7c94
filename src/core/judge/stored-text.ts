/**
 * Whether what the page stored is text of an open call. Many pages keep a draft on purpose, so only a
 * value that was still arriving makes it likely: what is stored then is not what the call says.
 */
import { parseJson } from '../json-value.ts';
import { readPrefix } from '../partial-value.ts';
import type { StorageActionRecord } from '../records.ts';
import type { Call } from '../types.ts';
import { leavesOf } from './leaves.ts';

export interface StoredText {
  /** JSONPath in the call's arguments; `$` for the buffer itself. */
  readonly path: string;
  /** The value was still arriving. */
  readonly isCut: boolean;
  /** It stands in a message of a conversation, or the user copied it: then it is meant. */
  readonly isMeant: boolean;
}

/** So many characters in a row are there by no chance. */
const TELLING_LENGTH = 24;

/** The page script cuts longer texts here: what stands around the text is not known then. */
const CUT_OFF = 16 * 1024;

/**
 * @param call an open call
 * @param record what was stored
 * @returns which value of the call it holds, a cut one first; null for none
 */
export function storedText(call: Call, record: StorageActionRecord): StoredText | null {
  if (call.arguments.length < TELLING_LENGTH || record.text.length < TELLING_LENGTH) return null;
  // Cookies hold text in this form.
  const text = record.area === 'cookie' ? decode(record.text) : record.text;
  const isCopied = record.area === 'clipboard' && record.stack === undefined;
  const candidates = candidatesOf(call);
  const value = text.length < CUT_OFF ? parseJson(text) : undefined;
  const pieces = value === undefined ? [text] : textsOf(value);
  const found = candidates.filter(({ start }) => pieces.some((piece) => piece.includes(start)));
  const best = found.find(({ isCut }) => isCut) ?? found[0];
  if (best !== undefined) {
    return { path: best.path, isCut: best.isCut, isMeant: isCopied || text.length >= CUT_OFF };
  }
  const quoted = candidates.find(({ start }) => text.includes(JSON.stringify(start).slice(1, -1)));
  return quoted === undefined ? null : { path: quoted.path, isCut: quoted.isCut, isMeant: true };
}

function textsOf(value: unknown): readonly string[] {
  return leavesOf(value).flatMap((leaf) => (typeof leaf.value === 'string' ? leaf.value : []));
}

interface Candidate {
  readonly path: string;
  readonly start: string;
  readonly isCut: boolean;
}

/** The beginnings of the call's longer texts, and of its buffer. */
function candidatesOf(call: Call): readonly Candidate[] {
  const { value, guessed } = readPrefix(call.arguments);
  const cut = new Set(guessed);
  const texts = leavesOf(value).flatMap(({ path, value: leaf }) =>
    typeof leaf === 'string' && leaf.length >= TELLING_LENGTH
      ? { path, start: leaf.slice(0, TELLING_LENGTH), isCut: cut.has(path) }
      : [],
  );
  const buffer = { path: '$', start: call.arguments.slice(0, TELLING_LENGTH) };
  return [...texts, { ...buffer, isCut: call.parse.type !== 'parses' }];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
