/** The panel's frame: toolbar, messages, streams, the selected stream, flags, status. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelModel } from './models/panel.ts';
import { strings } from './strings.ts';
import { FlagsPane } from './views/flags-pane.tsx';
import { MessageArea } from './views/message-area.tsx';
import { StatusBar } from './views/status-bar.tsx';
import { StreamDetail } from './views/stream-detail.tsx';
import { StreamList } from './views/stream-list.tsx';
import { Toolbar } from './views/toolbar.tsx';

/** Draws the panel. A session file can be dropped anywhere on it. */
export function App({ model }: { readonly model: PanelModel }): JSX.Element {
  const [isDropping, setDropping] = useState(false);
  const { inspection, fileName } = model.capture();
  const { streams } = inspection;
  const flagsShown = model.settings.value.flagsOpen && streams.length > 0;

  const open = (file: File): void => {
    file.text().then(
      (text) => model.importText(file.name, text),
      () => model.messages.add('alert', strings.fileUnreadable(file.name), 'session'),
    );
  };
  const onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDragLeave = (event: DragEvent): void => {
    // It also fires between the panel's own elements.
    if (event.relatedTarget === null) setDropping(false);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDropping(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) open(file);
  };

  return (
    <div
      class={streams.length > 0 ? 'app' : 'app no-streams'}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      <Toolbar model={model} onFile={open} />
      <MessageArea model={model} />
      <main class={flagsShown ? 'panes' : 'panes no-flags'}>
        {streams.length > 0 && <StreamList key={fileName} model={model} />}
        <StreamDetail model={model} />
        {flagsShown && <FlagsPane model={model} />}
      </main>
      <StatusBar model={model} />
      {isDropping && <div class="drop-hint">{strings.dropHint}</div>}
    </div>
  );
}
