/**
 * How a call's buffer is cut up for drawing. A call may have many thousand fragments, and each is
 * an element; fragments are grouped in blocks so that a new one makes only the last block draw
 * again, and only the end of a very long call is drawn unless all of it is asked for.
 */

/** Fragments in one block: small enough to draw in a fraction of a frame. */
export const BLOCK_SIZE = 100;

/** Fragments drawn of a long call unless the reader asks for all: what lays out without a pause. */
export const SHOWN_FRAGMENTS = 2000;

export interface BufferBlock {
  /** Its fragments, as a half-open range of positions. */
  readonly from: number;
  readonly to: number;
  /** Fragments from this position on had not arrived yet at the moment shown. */
  readonly ghostFrom: number;
}

/** Fragments that are drawn, as a half-open range of positions. */
export interface ShownRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Takes the number of fragments and the position of the selected one (null for the live end);
 * returns what is drawn when not all is: the end of the call, or the part that ends soon after the
 * selected fragment. Aligned to BLOCK_SIZE, so that it does not move with each new fragment.
 */
export function shownRange(count: number, selected: number | null): ShownRange {
  const end = lastFragments(count);
  if (selected === null || selected >= end.from) return end;
  const to = (Math.floor(selected / BLOCK_SIZE) + 2) * BLOCK_SIZE;
  return lastFragments(Math.min(count, to));
}

function lastFragments(to: number): ShownRange {
  if (to <= SHOWN_FRAGMENTS) return { from: 0, to };
  return { from: Math.floor((to - SHOWN_FRAGMENTS) / BLOCK_SIZE) * BLOCK_SIZE, to };
}

/**
 * Takes the fragments to draw and the position of the selected one (null for the live end);
 * returns their blocks, aligned to BLOCK_SIZE so that their edges do not move while fragments are
 * added. `ghostFrom` is clamped to the block.
 */
export function bufferBlocks(range: ShownRange, selected: number | null): readonly BufferBlock[] {
  const blocks: BufferBlock[] = [];
  const ghostFrom = selected === null ? range.to : selected + 1;
  for (let { from } = range; from < range.to; from += BLOCK_SIZE) {
    const to = Math.min(range.to, from + BLOCK_SIZE);
    blocks.push({ from, to, ghostFrom: Math.min(to, Math.max(from, ghostFrom)) });
  }
  return blocks;
}
