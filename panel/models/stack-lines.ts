/**
 * Stacks as V8 and Firefox write them, cut into lines with the place that each one names. Addresses
 * are the page's: they may hold parentheses, ports, queries and colons.
 * https://v8.dev/docs/stack-trace-api
 */

/** A place in a script; line and column count from 1, as stacks have them. */
export interface SourcePlace {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** One line of a stack. `before`, the place as it stands there, and `after` joined are the line. */
export interface StackLine {
  readonly before: string;
  /** The place as it stands in the line; empty where it names none. */
  readonly text: string;
  readonly after: string;
  /** Null where the line names no place that can be opened. */
  readonly place: SourcePlace | null;
  /** The function's name, where the line has one. */
  readonly functionName: string | null;
}

/** What begins an address: a scheme and a colon, never a drive letter. */
const ADDRESS = /[a-z][a-z0-9+.-]+:/i;
/** The same inside parentheses, and where Firefox has the address. */
const PARENTHESISED = /\(([a-z][a-z0-9+.-]+:.*)\)/i;
const FIREFOX = /^([^@]*)@([a-z][a-z0-9+.-]+:.+)$/i;
const POSITION = /^(.+?):(\d+):(\d+)$/;
/** The outermost code that `eval` was called from: what can be opened is the script that did. */
const EVAL_ORIGIN = /eval at [^(]*\(([a-z][a-z0-9+.-]+:[^()]*(?:\([^()]*\)[^()]*)*?:\d+:\d+)\)/i;

/** Code that has no file to open. */
const UNOPENABLE = /^(?:native|node|wasm|about|javascript|data):/i;

/** Folders and files in which build tools and networks for delivery keep the code of others, and frameworks by name. */
const FOREIGN =
  /\/node_modules\/|\/\.vite\/deps\/|\/(?:vendors?|polyfills?|preact|react(?:-dom)?|scheduler|vue|svelte|zone|rxjs)(?:[~.-][\w~.-]*)?\.m?js|-extension:\/\//i;

/** Takes a stack; returns its lines in order. */
export function stackLines(stack: string): readonly StackLine[] {
  return stack.split('\n').map(stackLine);
}

/**
 * Takes the lines of a stack; returns the first that is likely the page's own code: not a package, not
 * an extension. Where all are, the first that can be opened; null where none can.
 */
export function ownLine(lines: readonly StackLine[]): StackLine | null {
  const placed = lines.filter(({ place }) => place !== null);
  const own = placed.find(({ place }) => place !== null && !FOREIGN.test(place.url));
  return own ?? placed[0] ?? null;
}

/**
 * Takes the lines of a stack and the page's own line; returns who called that from another file: one line
 * that sends all requests of an app tells nothing of this one. Null where there is none.
 */
export function callerLine(lines: readonly StackLine[], own: StackLine | null): StackLine | null {
  const url = own?.place?.url;
  if (own === null || url === undefined || FOREIGN.test(url)) return null;
  const later = lines.slice(lines.indexOf(own) + 1);
  return (
    later.find(({ place }) => place !== null && place.url !== url && !FOREIGN.test(place.url)) ??
    null
  );
}

function stackLine(line: string): StackLine {
  const found = locate(line);
  const position = found === null ? null : POSITION.exec(found.text);
  const [, url, row, column] = position ?? [];
  if (found === null || url === undefined || UNOPENABLE.test(url)) {
    return { before: line, text: '', after: '', place: null, functionName: found?.name ?? null };
  }
  return {
    before: line.slice(0, found.start),
    text: found.text,
    after: line.slice(found.start + found.text.length),
    place: { url, line: Number(row), column: Number(column) },
    functionName: found.name,
  };
}

interface Located {
  readonly text: string;
  readonly start: number;
  readonly name: string | null;
}

function locate(line: string): Located | null {
  const frame = /^\s*at (?:async )?(.*)$/.exec(line);
  const body = frame?.[1];
  if (body === undefined) {
    const [, name = '', text] = FIREFOX.exec(line) ?? [];
    return text === undefined ? null : at(line, text, name);
  }
  const origin = EVAL_ORIGIN.exec(body)?.[1];
  if (origin !== undefined) return at(line, origin, body.slice(0, body.indexOf(' (')));
  const inner = PARENTHESISED.exec(body)?.[1];
  // An address without a function before it may have parentheses of its own.
  if (inner !== undefined && body.search(ADDRESS) > 0) {
    return at(line, inner, body.slice(0, Math.max(0, body.indexOf(' ('))));
  }
  return body.search(ADDRESS) === 0 ? at(line, body, '') : null;
}

function at(line: string, text: string, name: string): Located {
  return { text, start: line.lastIndexOf(text), name: name === '' ? null : name };
}
