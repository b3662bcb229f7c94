/** The settings: a button, and the dialog that it opens. The browser keeps the focus in it and closes it with Escape. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Dismissals } from '../models/dismissals.ts';
import { limitRows, type Preferences, type Switch } from '../models/preferences.ts';
import { FLAG_TITLES } from '../state-words.ts';
import { strings } from '../strings.ts';

/** Draws the button, and the dialog once it is asked for. */
export function SettingsButton({
  preferences,
}: {
  readonly preferences: Preferences;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        class="button icon"
        aria-label={strings.settings}
        aria-haspopup="dialog"
        title={strings.settings}
        onClick={() => dialog.current?.showModal()}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6.6 1.8h2.8l.4 1.8 1.2.7 1.8-.6 1.4 2.4-1.4 1.2v1.4l1.4 1.2-1.4 2.4-1.8-.6-1.2.7-.4 1.8H6.6l-.4-1.8-1.2-.7-1.8.6-1.4-2.4 1.4-1.2V7.3L1.8 6.1l1.4-2.4 1.8.6 1.2-.7zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
        </svg>
      </button>
      <dialog ref={dialog} class="settings" aria-labelledby="settings-title" tabIndex={-1}>
        <SettingsContent preferences={preferences} onClose={() => dialog.current?.close()} />
      </dialog>
    </>
  );
}

function SettingsContent(props: {
  readonly preferences: Preferences;
  readonly onClose: () => void;
}): JSX.Element {
  const { preferences, onClose } = props;
  return (
    <>
      <h2 id="settings-title">{strings.settings}</h2>
      <Choice
        id="record-always"
        choice={preferences.recordAlways}
        label={strings.recordAlways}
        hint={strings.recordAlwaysHint}
      />
      <Choice
        id="watch-storage"
        choice={preferences.watchStorage}
        label={strings.watchStorage}
        hint={strings.watchStorageHint}
      />
      <DismissalList dismissals={preferences.dismissals} />
      <h3 id="limits-title">{strings.limits}</h3>
      <table aria-labelledby="limits-title">
        <tbody>
          {limitRows().map(({ place, limit }) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              <td>{limit}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dim">{strings.limitsHint}</p>
      <button type="button" class="button settings-close" onClick={onClose}>
        {strings.close}
      </button>
    </>
  );
}

function Choice(props: {
  readonly id: string;
  readonly choice: Switch;
  readonly label: string;
  readonly hint: string;
}): JSX.Element {
  const { id, choice, label, hint } = props;
  return (
    <>
      <label class="settings-choice">
        <input
          type="checkbox"
          aria-describedby={`${id}-hint`}
          checked={choice.value.value}
          onChange={(event) => choice.set(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p id={`${id}-hint`} class="dim settings-hint">
        {hint}
      </p>
    </>
  );
}

function DismissalList({ dismissals }: { readonly dismissals: Dismissals }): JSX.Element {
  const entries = dismissals.entries.value;
  return (
    <>
      <h3 id="dismissals-title">{strings.dismissals}</h3>
      {entries.length === 0 && <p class="dim">{strings.noDismissals}</p>}
      {entries.length > 0 && (
        <ul class="dismissals" aria-labelledby="dismissals-title">
          {entries.map((entry) => {
            const { code, label } = entry;
            const origin = entry.origin === '' ? strings.anyOrigin : entry.origin;
            const title = FLAG_TITLES[code];
            return (
              <li key={`${code} ${origin} ${entry.key}`} data-testid="dismissal">
                <span>
                  {title}: <bdi>{label}</bdi>
                  <span class="dim">
                    {' · '}
                    <bdi>{origin}</bdi>
                  </span>
                </span>
                <button
                  type="button"
                  class="link"
                  aria-label={strings.showAgainName(title, label, origin)}
                  onClick={(event) => {
                    // The button goes with its line. Nothing but a control takes Escape from DevTools.
                    const dialog = event.currentTarget.closest('dialog');
                    dialog?.querySelector<HTMLElement>('.settings-close')?.focus();
                    dismissals.remove(entry);
                  }}
                >
                  {strings.showAgain}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {entries.length > 0 && <p class="dim">{strings.dismissalsHint}</p>}
    </>
  );
}
