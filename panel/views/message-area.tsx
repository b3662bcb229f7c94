/** What the panel has to say, and which session is on screen where it is not the live one. */
import type { JSX } from 'preact';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';

/** Draws the messages. The two regions are always there: a screen reader announces what enters them. */
export function MessageArea({ model }: { readonly model: PanelModel }): JSX.Element {
  const notes = model.messages.notes.value;
  const { fileName } = model.capture();
  return (
    <section class="messages" aria-label={strings.messages}>
      {fileName !== null && (
        <p class="banner">
          <strong>
            <bdi>{strings.importedBanner(fileName)}</bdi>
          </strong>
          <span>{strings.importedHint}</span>
          <button type="button" class="link" onClick={model.backToLive}>
            {strings.backToLive}
          </button>
        </p>
      )}
      {(['alert', 'status'] as const).map((tone) => (
        <div key={tone} role={tone}>
          {notes
            .filter((note) => note.tone === tone)
            .map((note) => (
              <p key={note.id} class={`message ${tone}`} data-testid="message">
                <bdi>{note.text}</bdi>
                <button
                  type="button"
                  class="button icon"
                  aria-label={strings.dismiss}
                  title={strings.dismiss}
                  onClick={() => model.messages.dismiss(note.id)}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="m4 4 8 8m0-8-8 8" />
                  </svg>
                </button>
              </p>
            ))}
        </div>
      ))}
    </section>
  );
}
