/**
 * How a call's buffer is cut up for drawing. A call may have many thousand fragments, and each is
 * an element; fragments are grouped in blocks so that a new one makes only the last block draw
 * again, and only the end of a very long call is drawn unless all of it is asked for.
 */

/** Fragments in one block: small enough to draw in a fraction of a frame. */
export const BLOCK_SIZE = 100;

/** Fragments drawn of a long call unless the reader asks for more: what lays out without a pause. */
export const SHOWN_FRAGMENTS = 2000;

/** Fragments added when the reader asks for more: a pause that one click may cost. */
export const MORE_FRAGMENTS = 10_000;

/** Characters drawn at most, however few the fragments: laying out more stalls the panel. */
export const SHOWN_CHARACTERS = 500_000;

/** Characters drawn behind the selected fragment where not all are. */
const CHARACTERS_AFTER = 50_000;

/** The first drawn character moves by so many at once, so that not each fragment draws it anew. */
const CHARACTER_STEP = 10_000;

export interface BufferBlock {
  /** Its fragments, as a half-open range of positions. */
  readonly from: number;
  readonly to: number;
  /** Fragments from this position on had not arrived yet at the moment shown. */
  readonly ghostFrom: number;
}

/** Fragments or characters that are drawn, as a half-open range of positions. */
export interface ShownRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Takes the number of fragments, the position of the selected one (null for the live end) and how many
 * are to be drawn; returns those: the end of the call, or the part that ends soon after the selected
 * fragment. Aligned to BLOCK_SIZE, so that it does not move with each new fragment.
 */
export function shownRange(count: number, selected: number | null, size: number): ShownRange {
  const end = lastFragments(count, size);
  if (selected === null || selected >= end.from) return end;
  const to = (Math.floor(selected / BLOCK_SIZE) + 2) * BLOCK_SIZE;
  return lastFragments(Math.min(count, Math.max(to, size)), size);
}

function lastFragments(to: number, size: number): ShownRange {
  if (to <= size) return { from: 0, to };
  return { from: Math.floor((to - size) / BLOCK_SIZE) * BLOCK_SIZE, to };
}

/**
 * Takes a range of the buffer's characters and where the selected fragment ends (null for the live
 * end); returns the part of it that is drawn: all of it, or SHOWN_CHARACTERS that end soon after the
 * selected fragment.
 */
export function shownCharacters(range: ShownRange, selectedEnd: number | null): ShownRange {
  const { from, to } = range;
  if (to - from <= SHOWN_CHARACTERS) return range;
  const wanted = selectedEnd === null ? to : selectedEnd + CHARACTERS_AFTER;
  const end = Math.min(to, Math.max(wanted, from + SHOWN_CHARACTERS));
  const start = Math.ceil((end - SHOWN_CHARACTERS) / CHARACTER_STEP) * CHARACTER_STEP;
  return { from: Math.max(from, start), to: end };
}

/** What has a place in the buffer. */
interface Placed {
  readonly start: number;
  readonly end: number;
}

/**
 * Takes fragments, a range of them and the characters to draw; returns those that have a part in the
 * characters. Aligned as bufferBlocks needs it.
 */
export function fragmentsWithin(
  fragments: readonly Placed[],
  range: ShownRange,
  characters: ShownRange,
): ShownRange {
  let { from, to } = range;
  while (from < to && (fragments[from]?.end ?? 0) <= characters.from) from++;
  while (to > from && (fragments[to - 1]?.start ?? 0) >= characters.to) to--;
  return { from: Math.max(range.from, Math.floor(from / BLOCK_SIZE) * BLOCK_SIZE), to };
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
