/** The containers that are open around a place in a JSON text, and the way through them. */

export const OBJECT = 1;
export const ARRAY = 2;
export type ContainerKind = typeof OBJECT | typeof ARRAY;

/** One step into a container. Keys are told by their place in the text, quotes included. */
export type PathStep =
  | { readonly type: 'key'; readonly start: number; readonly end: number }
  | { readonly type: 'element'; readonly position: number };

export interface Containers {
  /** Whether the place is outside of all containers. */
  isOutside(): boolean;
  enter(kind: ContainerKind): void;
  /** @returns whether the innermost container is of that kind, and so was left */
  leave(kind: ContainerKind): boolean;
  /** The key of the member that comes. */
  key(start: number, end: number): void;
  /** A comma. @returns the kind of the container in which it stands */
  next(): ContainerKind;
  steps(): readonly PathStep[];
}

/** Creates the containers of one text, none of them open. */
export function createContainers(): Containers {
  const kinds: ContainerKind[] = [];
  /** Where the current key begins, or which element is current. */
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    isOutside: () => kinds.length === 0,
    enter(kind) {
      kinds.push(kind);
      starts.push(0);
      ends.push(0);
    },
    leave(kind) {
      if (kinds.at(-1) !== kind) return false;
      kinds.pop();
      starts.pop();
      ends.pop();
      return true;
    },
    key(start, end) {
      starts[kinds.length - 1] = start;
      ends[kinds.length - 1] = end;
    },
    next() {
      const innermost = kinds.length - 1;
      const kind = kinds[innermost] ?? ARRAY;
      if (kind === ARRAY) starts[innermost] = (starts[innermost] ?? 0) + 1;
      return kind;
    },
    steps: () =>
      kinds.map((kind, depth) =>
        kind === OBJECT
          ? { type: 'key', start: starts[depth] ?? 0, end: ends[depth] ?? 0 }
          : { type: 'element', position: starts[depth] ?? 0 },
      ),
  };
}
