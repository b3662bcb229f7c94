/**
 * A best-effort reading of an unfinished JSON text: what a trusting app would have shown. It is for
 * display and for evidence only; nothing is ever decided by it, and what it guessed is named.
 *
 * Rules, as the partial parsers that apps use have them: open strings, arrays and objects are
 * closed where the text stops; a key without a value is left out; a bare number counts as far as it
 * is one; half a literal, half an escape and half a surrogate pair are left out.
 */

export interface PartialValue {
  /** Undefined where no value has begun. */
  readonly value: unknown;
  /** JSONPaths of the scalar values and containers that the text does not yet finish. */
  readonly guessed: readonly string[];
  /** Whether the text stopped being JSON before its end; what came before is still read. */
  readonly broken: boolean;
}

/** Deeper nesting than this is no tool's arguments, and would exhaust the stack. */
const MAX_DEPTH = 500;

/** @param text a buffer, whole or not */
export function readPrefix(text: string): PartialValue {
  const guessed: string[] = [];
  let at = 0;
  let broken = false;
  const NOTHING = Symbol('no value');

  function skipSpace(): void {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  }

  function value(path: string, depth: number): unknown {
    skipSpace();
    const first = text.charAt(at);
    if (first === '' || depth > MAX_DEPTH) return NOTHING;
    if (first === '{') return object(path, depth);
    if (first === '[') return array(path, depth);
    if (first === '"') return string(path);
    if (first === '-' || (first >= '0' && first <= '9')) return number(path);
    return literal();
  }

  function object(path: string, depth: number): unknown {
    const members: [string, unknown][] = [];
    at++;
    for (;;) {
      skipSpace();
      if (text.charAt(at) === '}') {
        at++;
        return fromMembers(members);
      }
      if (members.length > 0) {
        if (text.charAt(at) !== ',') break;
        at++;
        skipSpace();
      }
      if (text.charAt(at) !== '"') break;
      const before = at;
      const key = string(null);
      skipSpace();
      if (typeof key !== 'string' || text.charAt(at) !== ':') {
        if (at < text.length && before < text.length) broken = true;
        break;
      }
      at++;
      const member = value(memberPath(path, key), depth + 1);
      if (member === NOTHING) break;
      members.push([key, member]);
      skipSpace();
      if (broken || at >= text.length) break;
    }
    if (at < text.length && !broken) broken = true;
    guessed.push(path);
    return fromMembers(members);
  }

  function array(path: string, depth: number): unknown {
    const elements: unknown[] = [];
    at++;
    for (;;) {
      skipSpace();
      if (text.charAt(at) === ']') {
        at++;
        return elements;
      }
      if (elements.length > 0) {
        if (text.charAt(at) !== ',') break;
        at++;
      }
      const element = value(`${path}[${elements.length}]`, depth + 1);
      if (element === NOTHING) break;
      elements.push(element);
      skipSpace();
      if (broken || at >= text.length) break;
    }
    if (at < text.length && !broken) broken = true;
    guessed.push(path);
    return elements;
  }

  /** @param path null for keys, which are nothing until they are closed */
  function string(path: string | null): unknown {
    const start = at;
    const end = closingQuote(text, start);
    if (end >= 0) {
      at = end + 1;
      return parsed(text.slice(start, at));
    }
    at = text.length;
    if (path === null) return NOTHING;
    guessed.push(path);
    return parsed(`"${withoutOpenEnd(text.slice(start + 1))}"`);
  }

  function number(path: string): unknown {
    const rest = text.slice(at);
    const match = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(rest);
    if (match === null) {
      at = text.length;
      return NOTHING;
    }
    at += match[0].length;
    const tail = /^(?:\.|[eE][+-]?)?$/.exec(text.slice(at));
    if (tail !== null) {
      at = text.length;
      guessed.push(path);
    }
    return Number(match[0]);
  }

  function literal(): unknown {
    for (const [word, result] of LITERALS) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return result;
      }
      if (word.startsWith(text.slice(at))) {
        at = text.length;
        return NOTHING;
      }
    }
    broken = true;
    return NOTHING;
  }

  function parsed(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch {
      broken = true;
      return NOTHING;
    }
  }

  const result = value('$', 0);
  skipSpace();
  return {
    value: result === NOTHING ? undefined : result,
    guessed,
    broken: broken || at < text.length,
  };
}

const LITERALS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Own members only: a `__proto__` key is data. */
function fromMembers(members: readonly [string, unknown][]): unknown {
  return Object.fromEntries(members);
}

/**
 * @param path JSONPath of an object
 * @param key one of its keys
 * @returns JSONPath of the member
 */
export function memberPath(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** @returns the offset of the quote that closes the string that begins at `start`; -1 where none does */
function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** Whether an odd number of backslashes stands before `offset`. */
function isEscaped(text: string, offset: number): boolean {
  let count = 0;
  while (text.charAt(offset - count - 1) === '\\') count++;
  return count % 2 === 1;
}

/** Half an escape at the end, then half a surrogate pair, raw or escaped. */
const OPEN_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$|\\u[dD][89abAB][0-9a-fA-F]{2}$/;

/** Takes from the inside of an open string what is not whole at its end. */
function withoutOpenEnd(inside: string): string {
  let body = inside;
  for (const pattern of [OPEN_ESCAPE, HIGH_SURROGATE]) {
    const found = body.slice(-6).search(pattern);
    const offset = found < 0 ? -1 : Math.max(body.length - 6, 0) + found;
    // Behind another backslash it is no escape but text.
    if (offset >= 0 && !isEscaped(body, offset)) body = body.slice(0, offset);
  }
  return body;
}
