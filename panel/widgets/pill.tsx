/** A short state in a coloured capsule. The words carry the meaning; the colour repeats it. */
import type { JSX } from 'preact';
import type { Wording } from '../models/state-text.ts';

export interface PillProps {
  readonly wording: Wording;
  readonly testId?: string;
  readonly title?: string;
}

/** Draws the capsule. */
export function Pill({ wording, testId, title }: PillProps): JSX.Element {
  return (
    <span class={`pill ${wording.tone}`} data-testid={testId} title={title}>
      {wording.text}
    </span>
  );
}
