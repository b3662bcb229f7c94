/** Puts a kind of flag aside as no problem, or takes it back. */
import type { JSX } from 'preact';
import type { Flag } from '../../src/core/types.ts';
import { flagSubject } from '../models/flag-subject.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';

export interface DismissButtonProps {
  readonly model: PanelModel;
  readonly flag: Flag;
  readonly isDismissed: boolean;
}

/** Draws the button; nothing where nothing tells the flag from others of its kind. */
export function DismissButton({
  model,
  flag,
  isDismissed,
}: DismissButtonProps): JSX.Element | null {
  const subject = flagSubject(flag, model.capture().inspection);
  if (subject === null) return null;
  const { dismissals } = model.preferences;
  if (isDismissed) {
    return (
      <button type="button" class="link" onClick={() => dismissals.remove(subject)}>
        {strings.showAgain}
      </button>
    );
  }
  const origin = subject.origin === '' ? strings.anyOrigin : subject.origin;
  return (
    <button
      type="button"
      class="link"
      title={strings.notAProblemHint(subject.label, origin)}
      onClick={(event) => {
        // The button goes with its card; the list is where the next one is.
        event.currentTarget.closest<HTMLElement>('[data-testid=flag-list]')?.focus();
        dismissals.add(subject);
        model.messages.confirm(strings.dismissed(subject.label, origin));
      }}
    >
      {strings.notAProblem}
    </button>
  );
}
