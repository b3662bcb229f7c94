/** What can be done with the session as a whole. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { countFaults } from '../models/flag-book.ts';
import { formatCount } from '../models/format.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';
import { SettingsButton } from './settings-dialog.tsx';

export interface ToolbarProps {
  readonly model: PanelModel;
  readonly onFile: (file: File) => void;
}

/** Draws the toolbar. */
export function Toolbar({ model, onFile }: ToolbarProps): JSX.Element {
  const chooser = useRef<HTMLInputElement>(null);
  const settings = model.settings.value;
  const isRecording = model.recording.value;
  const capture = model.capture();
  const flags = countFaults(model.flags(), null);
  const recordLabel = isRecording ? strings.stopRecording : strings.record;
  return (
    <header class="toolbar" aria-label={strings.toolbar}>
      <h1 class="offscreen">{strings.title}</h1>
      <button
        type="button"
        class={isRecording ? 'button icon recording' : 'button icon'}
        aria-label={recordLabel}
        title={recordLabel}
        onClick={model.toggleRecording}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {isRecording ? (
            <rect x="4" y="4" width="8" height="8" rx="1.5" />
          ) : (
            <circle cx="8" cy="8" r="5" />
          )}
        </svg>
      </button>
      <button
        type="button"
        class="button icon"
        aria-label={strings.clear}
        title={strings.clear}
        disabled={capture.fileName !== null}
        onClick={model.clear}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM4.2 4.2l7.6 7.6" />
        </svg>
      </button>
      <span class="separator" aria-hidden="true" />
      <label class="check">
        <input
          type="checkbox"
          checked={settings.preserveLog}
          onChange={(event) => model.change({ preserveLog: event.currentTarget.checked })}
        />
        {strings.preserveLog}
      </label>
      <span class="grow" />
      <button type="button" class="button" onClick={() => chooser.current?.click()}>
        {strings.importSession}
      </button>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={strings.importSession}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="button" onClick={model.exportSession}>
        {strings.exportSession}
      </button>
      <label class="check" title={strings.includeSecretsHint}>
        <input
          type="checkbox"
          checked={settings.includeSecrets}
          onChange={(event) => model.change({ includeSecrets: event.currentTarget.checked })}
        />
        {strings.includeSecrets}
      </label>
      <span class="separator" aria-hidden="true" />
      <button
        type="button"
        class={flags > 0 ? 'button flags-toggle has-flags' : 'button flags-toggle'}
        aria-expanded={settings.flagsOpen}
        onClick={() => model.change({ flagsOpen: !settings.flagsOpen })}
      >
        <span aria-hidden="true">⚑ </span>
        {strings.flags} <span class="count">{formatCount(flags)}</span>
      </button>
      <SettingsButton preferences={model.preferences} />
    </header>
  );
}
