/** What the end of a fragment cuts through: in the text, and on the wire. */
import type { Fragment, FragmentCut, ParseState, Stream, WireCut } from './types.ts';

const CUTS = {
  between: 'between-tokens',
  key: 'mid-key',
  string: 'mid-string',
  escape: 'mid-escape',
  surrogate: 'mid-surrogate',
  number: 'mid-number',
  literal: 'mid-literal',
} as const;

/**
 * @param parse the state of the buffer behind the fragment
 * @returns the kind of cut that the fragment's end makes in the text; `end` where the buffer is a
 * whole value there, `none` where the text is empty, broken or no JSON
 */
export function fragmentCut({ parse }: { readonly parse: ParseState }): FragmentCut {
  switch (parse.type) {
    case 'prefix':
      return CUTS[parse.open];
    case 'parses':
      return 'end';
    case 'empty':
    case 'trailing':
    case 'invalid':
    case 'free-text':
      return 'none';
    default:
      return parse satisfies never;
  }
}

/**
 * @param stream the stream that the fragment came in
 * @returns what chunk edges cut inside the fragment's event: nothing, the event, or a character of it
 */
export function fragmentWireCut(stream: Stream, fragment: Fragment): WireCut {
  const frame = stream.frames[fragment.frame];
  if (frame === undefined || frame.firstChunk === frame.chunk) return 'none';
  for (let chunk = frame.firstChunk; chunk < frame.chunk; chunk++) {
    if (stream.chunks[chunk]?.cut === 'mid-utf8') return 'mid-utf8';
  }
  return 'mid-frame';
}
