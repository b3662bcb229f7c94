/** The notes of a call: misread windows and results of its tool. */
import type { JSX } from 'preact';
import type { CallNote } from '../models/call-notes.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';

const TONES: Readonly<Record<CallNote['type'], string>> = {
  misread: 'bad-text',
  result: 'ok-text',
  'failed-result': 'bad-text',
};

/** Draws the notes; nothing where there are none. */
export function CallNotes({ notes }: { readonly notes: readonly CallNote[] }): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <ul class="call-notes" aria-label={strings.callNotes} data-testid="call-notes">
      {notes.map(({ type, label, text }) => (
        <li key={`${type} ${label} ${text}`} data-testid={`call-${type}`}>
          <span class="dim">{label}</span>{' '}
          <bdi class={`mono ${TONES[type]}`}>
            <CapturedText text={text} />
          </bdi>
        </li>
      ))}
    </ul>
  );
}
