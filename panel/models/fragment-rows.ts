/**
 * The rows of the fragment table, made when a row is drawn. What can never change again (the cut,
 * and what a trusting parser made of the buffer then) is worked out once per fragment: reading a
 * prefix costs its length, and a long call scrolls through thousands.
 */
import { fragmentCut, fragmentWireCut, readPrefix } from '../../src/core/index.ts';
import type { Call, Fragment, Stream } from '../../src/core/types.ts';
import { clip } from '../layout/text-marks.ts';
import { CUT_WORDS, PARSE_WORDS, WIRE_CUT_WORDS } from '../state-words.ts';
import { formatCount, formatDuration, formatTime, formatValue } from './format.ts';
import { isTearing, parseWording, type Wording } from './state-text.ts';

export interface FragmentRow {
  readonly number: string;
  readonly time: string;
  readonly delta: string;
  readonly chunk: string;
  readonly event: string;
  readonly text: string;
  readonly cut: string;
  readonly tears: boolean;
  readonly parse: Wording;
  readonly guess: string;
  /** Some of what the trusting parser shows is not known to be finished. */
  readonly guessed: boolean;
}

interface Guess {
  readonly text: string;
  readonly guessed: boolean;
}

/** Characters of a cell that can be seen at most. */
const CELL_LIMIT = 200;

/** Above this many characters a prefix is not read for one cell of a table. */
const GUESS_LIMIT = 100_000;

const guesses = new WeakMap<Fragment, Guess>();
/** For an ended call: its arguments, and whether the fragments make them. */
const agreements = new WeakMap<Call, { readonly text: string; readonly joined: boolean }>();

/** Takes a call; says whether its arguments are its fragments joined. A final text on the wire may say otherwise. */
export function isJoined(call: Call): boolean {
  const { arguments: text, fragments, end } = call;
  if ((fragments.at(-1)?.end ?? 0) !== text.length) return false;
  // Until the end the arguments are nothing but the fragments; comparing them all each time is dear.
  if (end === null) return true;
  const known = agreements.get(call);
  if (known?.text === text) return known.joined;
  const joined = fragments.every((fragment) => text.startsWith(fragment.text, fragment.start));
  agreements.set(call, { text, joined });
  return joined;
}

/** Takes a call and the position of a fragment; returns the buffer as it was after that fragment. */
export function bufferThen(call: Call, position: number): string {
  const fragment = call.fragments[position];
  if (fragment === undefined) return '';
  if (isJoined(call)) return call.arguments.slice(0, fragment.end);
  return call.fragments
    .slice(0, position + 1)
    .map(({ text }) => text)
    .join('');
}

/** After a fragment the call is open still, unless one event brought its last text and its end. */
function endsWith(call: Call, fragment: Fragment): boolean {
  return call.end?.frame === fragment.frame && call.fragments.at(-1) === fragment;
}

function guessThen(call: Call, fragment: Fragment, position: number): Guess {
  const known = guesses.get(fragment);
  if (known !== undefined) return known;
  const guess =
    call.kind === 'custom' || fragment.end > GUESS_LIMIT
      ? { text: '', guessed: false }
      : read(bufferThen(call, position));
  guesses.set(fragment, guess);
  return guess;
}

function read(text: string): Guess {
  const { value, guessed } = readPrefix(text);
  return { text: formatValue(value, CELL_LIMIT), guessed: guessed.length > 0 };
}

/** The words are for a narrow column, beside that of the cut. */
function shortWording(parse: Fragment['parse'], open: boolean): Wording {
  const wording = parseWording(parse, open);
  if (!open) return wording;
  if (parse.type === 'prefix') return { ...wording, text: PARSE_WORDS.prefixShort };
  return parse.type === 'parses' ? { ...wording, text: PARSE_WORDS.parsesOpenShort } : wording;
}

/** Takes a stream, a call of it, a fragment's position and the time to count from; returns its row, or null where there is no such fragment. */
export function fragmentRow(
  stream: Stream,
  call: Call,
  position: number,
  from: number,
): FragmentRow | null {
  const fragment = call.fragments[position];
  if (fragment === undefined) return null;
  const previous = call.fragments[position - 1];
  const cut = fragmentCut(fragment);
  const wireWords = WIRE_CUT_WORDS[fragmentWireCut(stream, fragment)];
  const { text, guessed } = guessThen(call, fragment, position);
  return {
    number: formatCount(position + 1),
    time: formatTime(fragment.t - from),
    delta: previous === undefined ? '' : formatDuration(fragment.t - previous.t),
    chunk: formatCount(fragment.chunk + 1),
    event: formatCount(fragment.frame + 1),
    text: clip(fragment.text, CELL_LIMIT),
    cut: [CUT_WORDS[cut], wireWords].filter((words) => words !== '').join(', '),
    tears: isTearing(cut),
    parse: shortWording(fragment.parse, !endsWith(call, fragment)),
    guess: text,
    guessed,
  };
}
