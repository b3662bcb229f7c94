/**
 * The framings, in the order in which they are asked. The binary one is certain by its checksum; of
 * the others no two recognise the same first bytes.
 */
import { awsEventStream } from './aws-event-stream.ts';
import type { Framing } from './framing.ts';
import { jsonArray } from './json-array.ts';
import { jsonLines } from './json-lines.ts';
import { multipart } from './multipart.ts';
import { prefixedLines } from './prefixed-lines.ts';
import { sse } from './sse.ts';

export const framings: readonly Framing[] = [
  awsEventStream,
  sse,
  jsonLines,
  jsonArray,
  prefixedLines,
  multipart,
];
