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

/**
 * Takes the number of fragments, the position of the selected one (null for the live end) and
 * whether to draw all; returns the blocks to draw, aligned to BLOCK_SIZE so that their edges do not
 * move while fragments are added. `ghostFrom` is clamped to the block.
 */
export function bufferBlocks(
  count: number,
  selected: number | null,
  all: boolean,
): readonly BufferBlock[] {
  const blocks: BufferBlock[] = [];
  const first = all ? 0 : firstShown(count);
  const ghostFrom = selected === null ? count : selected + 1;
  for (let from = first; from < count; from += BLOCK_SIZE) {
    const to = Math.min(count, from + BLOCK_SIZE);
    blocks.push({ from, to, ghostFrom: Math.min(to, Math.max(from, ghostFrom)) });
  }
  return blocks;
}

/** Takes the number of fragments; returns the position of the first one drawn when not all are. */
export function firstShown(count: number): number {
  if (count <= SHOWN_FRAGMENTS) return 0;
  return Math.floor((count - SHOWN_FRAGMENTS) / BLOCK_SIZE) * BLOCK_SIZE;
}
