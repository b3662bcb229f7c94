/**
 * JSON text out of JSONPath pieces, as they come: https://www.rfc-editor.org/rfc/rfc9535
 *
 *   $.port = "Ry" and more  →  {"port":"Ry
 *   $.port = "de"           →  de"
 *   $.days[0] = 3           →  ,"days":[3
 *   the end                 →  ]}
 *
 * What surprises: whether a container is closed is known only when a path leaves it, so its bracket
 * comes with the next piece or with the end. Text only grows; a path that goes back to something
 * closed cannot be written any more. From there on the text stays as it is, and the value counts.
 */
import { parseJsonPath, type JsonPathStep } from './_json-path.ts';

export type JsonScalar = string | number | boolean | null;

export interface JsonPathWriter {
  /**
   * @param path where the piece belongs
   * @param value the piece; a string that goes on is appended to what its path already has
   * @param goesOn whether more of this string will come
   * @returns the text to append; '' where the path is none, or where the text is broken
   */
  write(path: string, value: JsonScalar, goesOn: boolean): string;
  /** Closes all that is open. @returns the text to append */
  close(): string;
  /** Whether the pieces came in an order that text could not follow. */
  readonly broken: boolean;
  /** @returns what the pieces make, whatever their order; undefined where there were none */
  value(): unknown;
}

/** A gap in an array that is wider than this is noise. */
const MAX_GAP = 1000;

interface Container {
  readonly isArray: boolean;
  /** The members that an object has already. */
  readonly keys: Set<JsonPathStep>;
}

interface Leaf {
  readonly type: 'leaf';
  value: JsonScalar;
  goesOn: boolean;
}

interface Branch {
  readonly type: 'branch';
  readonly isArray: boolean;
  readonly children: Map<JsonPathStep, Leaf | Branch>;
}

/** Creates a writer of one value. */
export function createJsonPathWriter(): JsonPathWriter {
  let root: Leaf | Branch | null = null;
  /** The containers that are open, outermost first, and the path of the last leaf through them. */
  let stack: Container[] = [];
  let openPath: readonly JsonPathStep[] = [];
  let inString = false;
  let hasText = false;
  let broken = false;

  function write(path: string, value: JsonScalar, goesOn: boolean): string {
    const steps = parseJsonPath(path);
    if (steps === null || !remember(steps, value, goesOn) || broken) return '';
    if (inString && typeof value === 'string' && isSamePath(steps, openPath)) {
      inString = goesOn;
      return escaped(value) + (goesOn ? '' : '"');
    }
    const shared = sharedDepth(steps);
    if (!fits(steps, shared)) {
      broken = true;
      return '';
    }
    let text = (inString ? '"' : '') + closers(shared + 1);
    stack = stack.slice(0, shared + 1);
    for (const [depth, step] of steps.entries()) {
      if (depth < shared) continue;
      let container = stack[depth];
      if (container === undefined) {
        container = { isArray: typeof step === 'number', keys: new Set() };
        stack.push(container);
        text += container.isArray ? '[' : '{';
      }
      if (container.keys.size > 0) text += ',';
      if (!container.isArray) text += `${JSON.stringify(step)}:`;
      container.keys.add(step);
    }
    openPath = steps;
    hasText = true;
    inString = typeof value === 'string' && goesOn;
    return text + scalar(value, goesOn);
  }

  function scalar(value: JsonScalar, goesOn: boolean): string {
    if (typeof value === 'string') return `"${escaped(value)}${goesOn ? '' : '"'}`;
    // A bare number could still grow; the space says that this one is whole.
    return typeof value === 'number' && stack.length > 0 ? `${value} ` : String(value);
  }

  /** @returns how many steps lead through containers that are open already */
  function sharedDepth(steps: readonly JsonPathStep[]): number {
    const most = Math.min(steps.length, openPath.length) - 1;
    let depth = 0;
    while (depth < most && steps[depth] === openPath[depth]) depth++;
    return depth;
  }

  /** Whether text that only grows can hold a leaf there. */
  function fits(steps: readonly JsonPathStep[], shared: number): boolean {
    if (hasText && (steps.length === 0 || stack.length === 0)) return false;
    const rest = steps.slice(shared + 1);
    // Arrays grow at their end only, and a new one begins at 0.
    if (rest.some((step) => typeof step === 'number' && step !== 0)) return false;
    const step = steps[shared];
    const container = stack[shared];
    if (step === undefined) return true;
    if (container === undefined) return typeof step === 'string' || step === 0;
    if (!container.isArray) return typeof step === 'string' && !container.keys.has(step);
    return step === container.keys.size;
  }

  function closers(depth: number): string {
    let text = '';
    for (const { isArray } of stack.slice(depth).toReversed()) text += isArray ? ']' : '}';
    return text;
  }

  /** @returns whether the value could take the piece */
  function remember(steps: readonly JsonPathStep[], value: JsonScalar, goesOn: boolean): boolean {
    const leaf: Leaf = { type: 'leaf', value, goesOn };
    const last = steps.at(-1);
    if (last === undefined) {
      if (root?.type === 'branch') return false;
      root = merged(root ?? undefined, leaf);
      return true;
    }
    root ??= branchFor(steps[0]);
    let node: Leaf | Branch = root;
    for (const [depth, step] of steps.entries()) {
      if (node.type === 'leaf' || node.isArray !== (typeof step === 'number')) return false;
      if (typeof step === 'number' && step > node.children.size + MAX_GAP) return false;
      if (depth === steps.length - 1) break;
      let child: Leaf | Branch | undefined = node.children.get(step);
      if (child === undefined) {
        child = branchFor(steps[depth + 1]);
        node.children.set(step, child);
      }
      node = child;
    }
    if (node.type === 'leaf' || node.children.get(last)?.type === 'branch') return false;
    node.children.set(last, merged(node.children.get(last), leaf));
    return true;
  }

  return {
    write,
    close() {
      if (broken) return '';
      const text = (inString ? '"' : '') + closers(0);
      stack = [];
      inString = false;
      return text;
    },
    get broken() {
      return broken;
    },
    value: () => (root === null ? undefined : valueOf(root)),
  };
}

function merged(old: Leaf | Branch | undefined, next: Leaf): Leaf {
  if (old?.type !== 'leaf' || !old.goesOn) return next;
  if (typeof old.value !== 'string' || typeof next.value !== 'string') return next;
  old.value += next.value;
  old.goesOn = next.goesOn;
  return old;
}

function branchFor(step: JsonPathStep | undefined): Branch {
  return { type: 'branch', isArray: typeof step === 'number', children: new Map() };
}

function valueOf(node: Leaf | Branch): unknown {
  if (node.type === 'leaf') return node.value;
  const entries = [...node.children].map(([step, child]) => [step, valueOf(child)] as const);
  // Not by assignment: a member may be called __proto__.
  if (!node.isArray) return Object.fromEntries(entries);
  const items: unknown[] = [];
  for (const [step, value] of entries) {
    while (items.length < Number(step)) items.push(null);
    items[Number(step)] = value;
  }
  return items;
}

function isSamePath(left: readonly JsonPathStep[], right: readonly JsonPathStep[]): boolean {
  return left.length === right.length && left.every((step, depth) => step === right[depth]);
}

/** The inside of a JSON string. Half a surrogate pair is written as its escape, which its other half completes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
