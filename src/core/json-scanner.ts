/**
 * The incremental JSON scanner: what a text that arrives in fragments is so far, by RFC 8259, with
 * work in proportion to the fragment and never to the buffer.
 *
 * Invariants:
 * 1. The state after a text does not depend on how it was cut into fragments.
 * 2. `parses` holds exactly when `JSON.parse` accepts the text.
 * 3. `prefix` holds exactly when the text is not JSON and some continuation makes it JSON.
 * 4. `invalid` and the offset of `trailing` never change once reached.
 * 5. Nothing is repaired and nothing is guessed: a bare number is whole, and may still grow.
 */
import {
  ARRAY,
  createContainers,
  OBJECT,
  type ContainerKind,
  type PathStep,
} from './json-containers.ts';
import { hexValue, isHighSurrogate, isSpace } from './characters.ts';
import {
  beginNumber,
  continueNumber,
  isWholeNumber,
  NUMBER_BROKEN,
  NUMBER_DONE,
} from './json-number.ts';
import { EMPTY, PARSES, PARSES_NUMBER, PREFIX } from './parse-states.ts';
import type { OpenToken, ParseState } from './types.ts';

export interface JsonScanner {
  /** Takes the next fragment. */
  feed(text: string): void;
  /** The state of all text so far. Equal states are often the same object. */
  readonly state: ParseState;
  /** The string or number in which the text stops, keys aside; null where it stops elsewhere. */
  readonly openValue: OpenValue | null;
  /** Where that one begins; -1 where there is none. Costs nothing, unlike the whole of it. */
  readonly openStart: number;
  /**
   * Where the value ended in which the text stopped before the last fragment: behind the closing
   * quote, or behind the last digit. -1 where there was none, or where it is still open.
   */
  readonly carriedEnd: number;
}

/** A string or number that is not finished. Offsets are in UTF-16 units. */
export interface OpenValue {
  readonly start: number;
  /** The way to it from the outermost container: places of keys in the text, or array positions. */
  readonly steps: readonly PathStep[];
}

/** What the next character has to be. Numbers, since this is the inner loop. */
const VALUE = 0;
const FIRST_ELEMENT = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const AFTER_VALUE = 5;
const STRING = 6;
const ESCAPE = 7;
const UNICODE = 8;
const LITERAL = 9;
const NUMBER = 10;
const WHOLE = 11;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const SIMPLE_ESCAPES = '"\\/bfnrt';

/** Creates a scanner of one text. */
export function createJsonScanner(): JsonScanner {
  let mode = VALUE;
  let isKey = false;
  const containers = createContainers();
  let tokenStart = 0;
  let fragmentStart = 0;
  let carriedEnd = -1;
  let numberState = 0;
  let literal = '';
  let literalAt = 0;
  let unicodeDigits = 0;
  let unicodeValue = 0;
  /** A high surrogate, raw or escaped, whose low half may come next. */
  let highSurrogate = false;
  let offset = 0;
  let sawText = false;
  let fixed: ParseState | null = null;
  /** Where the text behind the first whole value begins; -1 while there is none. */
  let trailingAt = -1;
  let trailingBroken = false;
  let current: ParseState | null = EMPTY;

  /** @param end where the value ends, if it is a string or a number */
  function valueDone(end = -1): void {
    if (end >= 0 && tokenStart < fragmentStart) carriedEnd = end;
    mode = containers.isOutside() ? WHOLE : AFTER_VALUE;
  }

  /** Begins a value with its first character; false where none begins so. */
  function beginValue(code: number): boolean {
    tokenStart = offset;
    if (code === QUOTE) {
      isKey = false;
      highSurrogate = false;
      mode = STRING;
    } else if (code === 0x7b) {
      containers.enter(OBJECT);
      mode = FIRST_KEY;
    } else if (code === 0x5b) {
      containers.enter(ARRAY);
      mode = FIRST_ELEMENT;
    } else if (code === 0x74 || code === 0x66 || code === 0x6e) {
      literal = code === 0x74 ? 'true' : code === 0x66 ? 'false' : 'null';
      literalAt = 1;
      mode = LITERAL;
    } else {
      numberState = beginNumber(code);
      mode = NUMBER;
      return numberState !== NUMBER_BROKEN;
    }
    return true;
  }

  /** A character where a number may end; false where it neither goes on nor ends well. */
  function number(code: number): boolean {
    numberState = continueNumber(numberState, code);
    if (numberState === NUMBER_DONE) {
      valueDone(offset);
      return step(code);
    }
    return numberState !== NUMBER_BROKEN;
  }

  /** A character between tokens, or at the start of one; false where it cannot stand there. */
  function structure(code: number): boolean {
    if (isSpace(code)) return true;
    switch (mode) {
      case FIRST_ELEMENT:
        if (code === 0x5d) return close(ARRAY);
        return beginValue(code);
      case FIRST_KEY:
      case KEY:
        if (code === 0x7d && mode === FIRST_KEY) return close(OBJECT);
        if (code !== QUOTE) return false;
        isKey = true;
        tokenStart = offset;
        highSurrogate = false;
        mode = STRING;
        return true;
      case COLON:
        if (code !== 0x3a) return false;
        mode = VALUE;
        return true;
      case AFTER_VALUE:
        if (code === 0x7d) return close(OBJECT);
        if (code === 0x5d) return close(ARRAY);
        if (code !== 0x2c) return false;
        mode = containers.next() === OBJECT ? KEY : VALUE;
        return true;
      case WHOLE:
        if (trailingAt < 0) trailingAt = offset;
        return beginValue(code);
      default:
        return beginValue(code);
    }
  }

  function close(kind: ContainerKind): boolean {
    if (!containers.leave(kind)) return false;
    valueDone();
    return true;
  }

  function escape(code: number): boolean {
    if (code === 0x75) {
      mode = UNICODE;
      unicodeDigits = 0;
      unicodeValue = 0;
      return true;
    }
    highSurrogate = false;
    mode = STRING;
    return SIMPLE_ESCAPES.includes(String.fromCharCode(code));
  }

  function unicode(code: number): boolean {
    const digit = hexValue(code);
    if (digit < 0) return false;
    unicodeValue = unicodeValue * 16 + digit;
    unicodeDigits++;
    if (unicodeDigits === 4) {
      highSurrogate = isHighSurrogate(unicodeValue);
      mode = STRING;
    }
    return true;
  }

  function keyDone(): void {
    containers.key(tokenStart, offset + 1);
    mode = COLON;
  }

  /** A character of a string; false for a control character, which has to be escaped. */
  function inString(code: number): boolean {
    if (code === QUOTE) {
      if (isKey) keyDone();
      else valueDone(offset + 1);
    } else if (code === BACKSLASH) mode = ESCAPE;
    else highSurrogate = isHighSurrogate(code);
    return code >= 0x20;
  }

  /** One character anywhere but inside a string; false where the text stops being JSON. */
  function step(code: number): boolean {
    if (mode === NUMBER) return number(code);
    if (mode === ESCAPE) return escape(code);
    if (mode === UNICODE) return unicode(code);
    if (mode === LITERAL) {
      if (code !== literal.charCodeAt(literalAt)) return false;
      literalAt++;
      if (literalAt === literal.length) valueDone();
      return true;
    }
    return structure(code);
  }

  function feed(text: string): void {
    carriedEnd = -1;
    if (text === '' || fixed !== null || trailingBroken) return;
    current = null;
    fragmentStart = offset;
    sawText = true;
    const length = text.length;
    const start = offset;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      offset = start + at;
      if (mode === STRING ? !inString(code) : !step(code)) {
        if (trailingAt >= 0) trailingBroken = true;
        else fixed = { type: 'invalid', offset };
        return;
      }
    }
    offset = start + length;
  }

  function compute(): ParseState {
    if (fixed !== null) return fixed;
    if (!sawText) return EMPTY;
    const isWhole = mode === WHOLE;
    const isNumber = mode === NUMBER && containers.isOutside() && isWholeNumber(numberState);
    if (trailingAt >= 0) {
      return {
        type: 'trailing',
        offset: trailingAt,
        whole: !trailingBroken && (isWhole || isNumber),
      };
    }
    if (isWhole) return PARSES;
    if (isNumber) return PARSES_NUMBER;
    return PREFIX[openToken()];
  }

  function openToken(): OpenToken {
    switch (mode) {
      case ESCAPE:
      case UNICODE:
        return 'escape';
      case STRING:
        return highSurrogate ? 'surrogate' : isKey ? 'key' : 'string';
      case LITERAL:
        return 'literal';
      default:
        return mode === NUMBER ? 'number' : 'between';
    }
  }

  function openStart(): number {
    const isString = !isKey && (mode === STRING || mode === ESCAPE || mode === UNICODE);
    return fixed === null && trailingAt < 0 && (isString || mode === NUMBER) ? tokenStart : -1;
  }

  return {
    feed,
    get openValue() {
      return openStart() < 0 ? null : { start: tokenStart, steps: containers.steps() };
    },
    get openStart() {
      return openStart();
    },
    get carriedEnd() {
      return carriedEnd;
    },
    get state(): ParseState {
      current ??= compute();
      return current;
    },
  };
}
