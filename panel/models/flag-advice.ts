/** What to change in the page because of a flag. */
import type { Flag } from '../../src/core/types.ts';
import { FLAG_ADVICE, PARSED_AHEAD_ADVICE } from '../state-words.ts';

/** Takes a flag and what the wire calls its call's terminal event; returns a sentence or two. */
export function adviceText(flag: Pick<Flag, 'code' | 'confidence'>, end: string): string {
  const isParsedAhead = flag.code === 'parse-failure' && flag.confidence === 'possible';
  return isParsedAhead ? PARSED_AHEAD_ADVICE(end) : FLAG_ADVICE[flag.code](end);
}
