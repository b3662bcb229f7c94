/** One line on what the panel holds and what it had to let go. */
import type { JSX } from 'preact';
import { countFaults } from '../models/flag-book.ts';
import type { PanelModel } from '../models/panel.ts';
import { droppedText, isDrop } from '../models/stream-row.ts';
import { strings } from '../strings.ts';

/** Draws the line. */
export function StatusBar({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const { streams } = capture.inspection;
  const { isLive } = capture;
  const isRecording = isLive && model.recording.value;
  const live = isRecording ? strings.recording : strings.stopped;
  const gaps = capture.gaps();
  let calls = 0;
  for (const stream of streams) calls += stream.calls.length;
  return (
    <footer class="status-bar" aria-label={strings.statusBar} data-testid="status-bar">
      <span class={isRecording ? 'ok-text' : undefined}>
        <span aria-hidden="true">● </span>
        {isLive ? live : strings.imported}
      </span>
      <span>
        {[
          strings.streamCount(streams.length),
          strings.calls(calls),
          strings.flagCount(countFaults(model.flags(), null)),
        ].join(' · ')}
      </span>
      <span class={gaps.some(isDrop) ? 'warn-text' : undefined}>{droppedText(gaps)}</span>
    </footer>
  );
}
