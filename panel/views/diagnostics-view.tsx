/** What was odd on the wire of a stream, and where. */
import type { JSX } from 'preact';
import { Fragment } from 'preact';
import type { Stream } from '../../src/core/types.ts';
import { diagnosticPlace } from '../models/diagnostic-text.ts';
import { strings } from '../strings.ts';

/** Draws the list. */
export function DiagnosticsView({ stream }: { readonly stream: Stream }): JSX.Element {
  if (stream.diagnostics.length === 0) return <p class="empty">{strings.noDiagnostics}</p>;
  return (
    <ul class="diagnostics">
      {stream.diagnostics.map((diagnostic, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list only grows
        <li key={index} data-testid="diagnostic" data-code={diagnostic.code}>
          <code class="mono">{diagnostic.code}</code>
          <span class="dim diagnostic-place">
            {diagnosticPlace(diagnostic, stream).map((part, position) => (
              <Fragment key={part}>
                {position > 0 && ', '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </span>
          {diagnostic.count > 1 && (
            <span class="pill plain">{strings.times(diagnostic.count)}</span>
          )}
          <p>{diagnostic.message}</p>
        </li>
      ))}
    </ul>
  );
}
