/**
 * Text from the wire or the page. It is only ever text nodes; what would be invisible, break the
 * line or turn the direction is marked by generated content, and the text content stays as captured.
 */
import type { JSX } from 'preact';
import { textRuns } from '../layout/text-marks.ts';

export interface CapturedTextProps {
  readonly text: string;
  /** Line feeds lay the text out and need no mark: true of stacks and of indented JSON. */
  readonly isLaidOut?: boolean;
}

/** Draws a captured text with its invisible characters marked. */
export function CapturedText({ text, isLaidOut = false }: CapturedTextProps): JSX.Element {
  return (
    <>
      {textRuns(text).map((run, index) =>
        run.mark === null || (isLaidOut && run.text === '\n') ? (
          run.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- runs have no other identity
          <span key={index} class={run.breaksLine ? 'mark breaks' : 'mark'} data-mark={run.mark}>
            {run.text}
          </span>
        ),
      )}
    </>
  );
}
