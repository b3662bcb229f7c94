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
import { hexValue, isDigit, isHighSurrogate, isSpace } from './characters.ts';
import type { OpenToken, ParseState } from './types.ts';

export interface JsonScanner {
  /** Takes the next fragment. */
  feed(text: string): void;
  /** The state of all text so far. Equal states are often the same object. */
  readonly state: ParseState;
}

const EMPTY: ParseState = { type: 'empty' };
const PARSES: ParseState = { type: 'parses', open: null };
const PARSES_NUMBER: ParseState = { type: 'parses', open: 'number' };
const PREFIX: Readonly<Record<OpenToken, ParseState>> = {
  between: { type: 'prefix', open: 'between' },
  key: { type: 'prefix', open: 'key' },
  string: { type: 'prefix', open: 'string' },
  escape: { type: 'prefix', open: 'escape' },
  surrogate: { type: 'prefix', open: 'surrogate' },
  number: { type: 'prefix', open: 'number' },
  literal: { type: 'prefix', open: 'literal' },
};

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
const MINUS = 10;
const ZERO = 11;
const INTEGER = 12;
const POINT = 13;
const FRACTION = 14;
const EXPONENT = 15;
const EXPONENT_SIGN = 16;
const EXPONENT_DIGITS = 17;
const WHOLE = 18;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 1;
const ARRAY = 2;

const SIMPLE_ESCAPES = '"\\/bfnrt';

/** Creates a scanner of one text. */
export function createJsonScanner(): JsonScanner {
  let mode = VALUE;
  let isKey = false;
  /** Containers that are open, innermost last. */
  const containers: number[] = [];
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

  function valueDone(): void {
    mode = containers.length === 0 ? WHOLE : AFTER_VALUE;
  }

  /** Begins a value with its first character; false where none begins so. */
  function beginValue(code: number): boolean {
    if (code === QUOTE) {
      isKey = false;
      highSurrogate = false;
      mode = STRING;
    } else if (code === 0x7b) {
      containers.push(OBJECT);
      mode = FIRST_KEY;
    } else if (code === 0x5b) {
      containers.push(ARRAY);
      mode = FIRST_ELEMENT;
    } else if (code === 0x2d) mode = MINUS;
    else if (code === 0x30) mode = ZERO;
    else if (isDigit(code)) mode = INTEGER;
    else if (code === 0x74 || code === 0x66 || code === 0x6e) {
      literal = code === 0x74 ? 'true' : code === 0x66 ? 'false' : 'null';
      literalAt = 1;
      mode = LITERAL;
    } else return false;
    return true;
  }

  /** A character where a number may end; false where it neither goes on nor ends well. */
  function number(code: number): boolean {
    switch (mode) {
      case MINUS:
        if (!isDigit(code)) return false;
        mode = code === 0x30 ? ZERO : INTEGER;
        return true;
      case POINT:
        if (!isDigit(code)) return false;
        mode = FRACTION;
        return true;
      case EXPONENT:
        if (code === 0x2b || code === 0x2d) mode = EXPONENT_SIGN;
        else if (isDigit(code)) mode = EXPONENT_DIGITS;
        else return false;
        return true;
      case EXPONENT_SIGN:
        if (!isDigit(code)) return false;
        mode = EXPONENT_DIGITS;
        return true;
      default:
        if (isDigit(code) && mode !== ZERO) return true;
        if (code === 0x2e && (mode === ZERO || mode === INTEGER)) mode = POINT;
        else if ((code === 0x65 || code === 0x45) && mode !== EXPONENT_DIGITS) mode = EXPONENT;
        else {
          valueDone();
          return step(code);
        }
        return true;
    }
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
        mode = containers[containers.length - 1] === OBJECT ? KEY : VALUE;
        return true;
      case WHOLE:
        if (trailingAt < 0) trailingAt = offset;
        return beginValue(code);
      default:
        return beginValue(code);
    }
  }

  function close(container: number): boolean {
    if (containers[containers.length - 1] !== container) return false;
    containers.pop();
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

  /** A character of a string; false for a control character, which has to be escaped. */
  function inString(code: number): boolean {
    if (code === QUOTE) {
      if (isKey) mode = COLON;
      else valueDone();
    } else if (code === BACKSLASH) mode = ESCAPE;
    else highSurrogate = isHighSurrogate(code);
    return code >= 0x20;
  }

  /** One character anywhere but inside a string; false where the text stops being JSON. */
  function step(code: number): boolean {
    if (mode >= MINUS && mode <= EXPONENT_DIGITS) return number(code);
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
    if (text === '' || fixed !== null || trailingBroken) return;
    current = null;
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
    const isNumber =
      containers.length === 0 &&
      (mode === ZERO || mode === INTEGER || mode === FRACTION || mode === EXPONENT_DIGITS);
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
        return mode >= MINUS && mode <= EXPONENT_DIGITS ? 'number' : 'between';
    }
  }

  return {
    feed,
    get state(): ParseState {
      current ??= compute();
      return current;
    },
  };
}
