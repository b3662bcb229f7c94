/** Where a diagnostic was seen, in words. */
import type { Diagnostic, Stream } from '../../src/core/types.ts';
import { strings } from '../strings.ts';
import { callLabel } from './state-text.ts';

/**
 * Takes a diagnostic and its stream; returns its place, from the call to the byte. A call is named as
 * its tab is, everything else is counted from 1. Each part may hold captured text.
 */
export function diagnosticPlace(
  diagnostic: Diagnostic,
  stream: Pick<Stream, 'calls'>,
): readonly string[] {
  const { call, fragment, frame, chunk, offset } = diagnostic;
  const words = strings.place;
  const called = call === undefined ? undefined : stream.calls[call];
  const parts = [
    called === undefined ? '' : words.call(callLabel(called)),
    fragment === undefined ? '' : words.fragment(fragment + 1),
    frame === undefined ? '' : words.frame(frame + 1),
    chunk === undefined ? '' : words.chunk(chunk + 1),
    offset === undefined ? '' : words.offset(offset),
  ].filter((part) => part !== '');
  return parts.length === 0 ? [words.stream] : parts;
}
