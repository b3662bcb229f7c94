// @ts-check
/**
 * A best-effort reader of unfinished JSON, as many apps have one: it closes what is open and takes
 * what is there. That is the bug of this page. Half a number is a number to it, and nothing in the
 * value that it gives says so.
 */

/** Thrown inside, and caught inside, where the text ends before a value. */
const ENDED = Symbol('ended');

/**
 * Reads the value that a text begins, as far as it goes.
 * @param {string} text JSON that may stop anywhere
 * @returns {unknown} the value so far; undefined where there is none yet or the text is no JSON
 */
export function parseBestEffort(text) {
  let position = 0;

  function skipSpace() {
    while (position < text.length && ' \n\r\t'.includes(text.charAt(position))) position += 1;
  }

  function next() {
    skipSpace();
    if (position >= text.length) throw ENDED;
    return text.charAt(position);
  }

  function readString() {
    position += 1;
    let value = '';
    while (position < text.length && text.charAt(position) !== '"') {
      if (text.charAt(position) === '\\') {
        const escape = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/.exec(
          text.slice(position, position + 6),
        );
        if (escape === null) break;
        value += String(JSON.parse(`"${escape[0]}"`));
        position += escape[0].length;
      } else {
        value += text.charAt(position);
        position += 1;
      }
    }
    position += 1;
    return value;
  }

  function readScalar() {
    const token = /^[-+.\w]+/.exec(text.slice(position))?.[0] ?? '';
    position += Math.max(token.length, 1);
    for (const [name, value] of LITERALS) if (token !== '' && name.startsWith(token)) return value;
    return Number.parseFloat(token);
  }

  function readObject() {
    /** @type {Record<string, unknown>} */
    const object = {};
    position += 1;
    try {
      while (next() !== '}') {
        if (next() === ',') position += 1;
        if (next() !== '"') throw ENDED;
        const key = readString();
        if (next() !== ':') throw ENDED;
        position += 1;
        next();
        object[key] = readValue();
      }
      position += 1;
    } catch (error) {
      if (error !== ENDED) throw error;
    }
    return object;
  }

  function readArray() {
    /** @type {unknown[]} */
    const array = [];
    position += 1;
    try {
      while (next() !== ']') {
        if (next() === ',') position += 1;
        next();
        array.push(readValue());
      }
      position += 1;
    } catch (error) {
      if (error !== ENDED) throw error;
    }
    return array;
  }

  /** @returns {unknown} */
  function readValue() {
    const first = next();
    if (first === '{') return readObject();
    if (first === '[') return readArray();
    if (first === '"') return readString();
    return readScalar();
  }

  try {
    return readValue();
  } catch (error) {
    if (error !== ENDED) throw error;
    return undefined;
  }
}

/** @type {readonly (readonly [string, boolean | null])[]} */
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
];
