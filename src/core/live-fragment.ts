/**
 * A fragment as a call keeps it. A call may have a million of them, so each holds only what nothing
 * else can tell: where it was on the wire follows from its frame, and where it begins from its end.
 */
import type { Fragment, ParseState } from './types.ts';

/** Where frames and chunks are found. */
export interface Places {
  readonly frames: readonly { readonly chunk: number }[];
  readonly chunks: readonly { readonly t: number }[];
}

/** A class for once: getters on a prototype cost the many fragments nothing. */
class LiveFragment implements Fragment {
  readonly text: string;
  readonly end: number;
  readonly frame: number;
  readonly parse: ParseState;
  readonly #places: Places;

  constructor(text: string, end: number, frame: number, parse: ParseState, places: Places) {
    this.text = text;
    this.end = end;
    this.frame = frame;
    this.parse = parse;
    this.#places = places;
  }

  get start(): number {
    return this.end - this.text.length;
  }

  get chunk(): number {
    return this.#places.frames[this.frame]?.chunk ?? 0;
  }

  get t(): number {
    return this.#places.chunks[this.chunk]?.t ?? 0;
  }
}

/**
 * @param text the delta
 * @param end where it ends in the buffer
 * @param frame the position of its event among the frames of `places`
 * @param parse the state of the buffer behind it
 */
export function createFragment(
  text: string,
  end: number,
  frame: number,
  parse: ParseState,
  places: Places,
): Fragment {
  return new LiveFragment(text, end, frame, parse, places);
}
