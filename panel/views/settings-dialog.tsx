/** The settings: a button, and the dialog that it opens. The browser keeps the focus in it and closes it with Escape. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { limitRows, type Preferences } from '../models/preferences.ts';
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
      <dialog ref={dialog} class="settings" aria-labelledby="settings-title">
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
      <label class="settings-choice">
        <input
          type="checkbox"
          aria-describedby="record-always-hint"
          checked={preferences.recordAlways.value}
          onChange={(event) => preferences.setRecordAlways(event.currentTarget.checked)}
        />
        {strings.recordAlways}
      </label>
      <p id="record-always-hint" class="dim">
        {strings.recordAlwaysHint}
      </p>
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
