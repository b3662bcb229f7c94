/** The framings, in the order in which they are asked. */
import type { Framing } from './framing.ts';
import { sse } from './sse.ts';

export const framings: readonly Framing[] = [sse];
