/** The notes of a call: misread windows and results of its tool. */
import type { JSX } from 'preact';
import type { CallNote, NotePart } from '../models/call-notes.ts';
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
      {notes.map(({ type, label, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- notes are only added
        <li key={index} data-testid={`call-${type}`}>
          <span class="dim">{label}</span>{' '}
          <span class={`mono ${TONES[type]}`}>{text.map(part)}</span>
        </li>
      ))}
    </ul>
  );
}

function part(text: NotePart, index: number): JSX.Element | string {
  if (typeof text === 'string') return text;
  return (
    <bdi key={index}>
      <CapturedText text={text.captured} />
    </bdi>
  );
}
