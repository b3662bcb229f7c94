/** What was odd on the wire of a stream, and where. */
import type { JSX } from 'preact';
import type { Diagnostic, Stream } from '../../src/core/types.ts';
import { strings } from '../strings.ts';

/** Takes a diagnostic; returns its place in words, counted from 1 as all that is shown. */
export function placeText(diagnostic: Diagnostic): string {
  const { call, fragment, frame, chunk, offset } = diagnostic;
  const words = strings.place;
  const parts = [
    call === undefined ? '' : words.call(call + 1),
    fragment === undefined ? '' : words.fragment(fragment + 1),
    frame === undefined ? '' : words.frame(frame + 1),
    chunk === undefined ? '' : words.chunk(chunk + 1),
    offset === undefined ? '' : words.offset(offset),
  ].filter((part) => part !== '');
  return parts.length === 0 ? words.stream : parts.join(', ');
}

/** Draws the list. */
export function DiagnosticsView({ stream }: { readonly stream: Stream }): JSX.Element {
  if (stream.diagnostics.length === 0) return <p class="empty">{strings.noDiagnostics}</p>;
  return (
    <ul class="diagnostics">
      {stream.diagnostics.map((diagnostic, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list only grows
        <li key={index} data-testid="diagnostic" data-code={diagnostic.code}>
          <code class="mono">{diagnostic.code}</code>
          <span class="dim diagnostic-place">{placeText(diagnostic)}</span>
          {diagnostic.count > 1 && (
            <span class="pill plain">{strings.times(diagnostic.count)}</span>
          )}
          <p>{diagnostic.message}</p>
        </li>
      ))}
    </ul>
  );
}
