/**
 * Where a call came from, without the frames of this script, and error stacks cleaned of them. The
 * own address is learned from a stack at start: it holds the extension's id.
 */
import {
  NativeError,
  append,
  defineProperty,
  getOwnPropertyDescriptor,
  indexOf,
  slice,
} from './primordials.ts';
import { isObject } from './hooks.ts';

/** Own frames take up to ten places of a stack; the page's limit is raised by as many while it is taken. */
const FRAMES_WANTED = 30;
const MAXIMUM_LENGTH = 8192;

const ownAddress = addressIn(new NativeError().stack ?? '');

/** `chrome-extension://…/page.js`: from the scheme to the script's name. Empty when there is none. */
function addressIn(stack: string): string {
  const separator = indexOf(stack, '-extension://');
  if (separator < 0) return '';
  const end = indexOf(stack, '.js', separator);
  return end < 0 ? '' : slice(stack, separator, end + 3);
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = indexOf(text, '\n', start);
    const end = found < 0 ? text.length : found;
    append(lines, slice(text, start, end));
    start = end + 1;
  }
  return lines;
}

function withoutOwnFrames(stack: string, keepHeading: boolean): string {
  const lines = linesOf(stack);
  let text = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const isHeading = index === 0 && indexOf(line, '    at ') !== 0 && indexOf(line, '@') < 0;
    if (isHeading && !keepHeading) continue;
    if (ownAddress !== '' && indexOf(line, ownAddress) >= 0) continue;
    text += text === '' ? line : `\n${line}`;
  }
  return text;
}

const FORMATTER = 'prepareStackTrace';

/**
 * Says whether the page formats stacks itself: reading one would then run its code. React leaves an
 * undefined formatter behind whenever it has written the stack of a component.
 */
function pageFormatsStacks(): boolean {
  const formatter = getOwnPropertyDescriptor(NativeError, FORMATTER);
  if (formatter === undefined) return false;
  const value = getOwnPropertyDescriptor(formatter, 'value');
  return value === undefined || typeof value.value === 'function';
}

/** Reads the stack of an own error as the browser writes it: a formatter of the page is put aside for that. */
function browserStack(error: Error): unknown {
  if (!pageFormatsStacks()) return error.stack;
  const formatter = getOwnPropertyDescriptor(NativeError, FORMATTER);
  if (formatter?.writable !== true) return undefined;
  const { value } = formatter;
  if (!setOnError(FORMATTER, undefined)) return undefined;
  const { stack } = error;
  setOnError(FORMATTER, value);
  return stack;
}

function setOnError(key: string, value: unknown): boolean {
  const descriptor = { __proto__: null, value };
  return defineProperty(NativeError, key, descriptor);
}

/**
 * Takes the stack of whoever called the hooked function. What comes back writes it, one frame a
 * line and without own frames: that is slow, and most stacks are never wanted. It gives undefined
 * where nothing is left, or the page keeps its formatter of stacks from being put aside.
 */
export function takeInitiatorStack(): () => string | undefined {
  const limit = getOwnPropertyDescriptor(NativeError, 'stackTraceLimit');
  const raised = limit?.writable === true && setOnError('stackTraceLimit', FRAMES_WANTED);
  const error = new NativeError();
  if (raised) setOnError('stackTraceLimit', limit?.value);
  return () => {
    const stack = browserStack(error);
    if (typeof stack !== 'string') return undefined;
    const text = withoutOwnFrames(stack, false);
    return text === '' ? undefined : slice(text, 0, MAXIMUM_LENGTH);
  };
}

/**
 * Takes own frames out of the stack of an error that the browser made, so that error trackers do
 * not blame the extension. Give it no error that may be the page's own object.
 */
export function cleanStack(error: unknown): void {
  if (!isObject(error) || pageFormatsStacks()) return;
  const descriptor = getOwnPropertyDescriptor(error, 'stack');
  if (descriptor === undefined || !('stack' in error)) return;
  const { stack } = error;
  if (typeof stack !== 'string') return;
  const cleaned = withoutOwnFrames(stack, true);
  if (cleaned !== stack) error.stack = cleaned;
}
