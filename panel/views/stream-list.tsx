/**
 * The streams of the session, newest at the bottom: one stop for the keyboard, arrow keys select. It
 * has the roles of a listbox on plain elements, since the browser's own options hold only text.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Stream } from '../../src/core/types.ts';
import { rowForKey } from '../layout/list-window.ts';
import { countFaults, type Capture } from '../models/capture.ts';
import { formatCount } from '../models/format.ts';
import type { PanelModel } from '../models/panel.ts';
import { streamTone } from '../models/state-text.ts';
import { streamSummary, streamTitle } from '../models/stream-row.ts';
import { STREAM_STATUS_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { createScrollFollower } from '../widgets/scroll-follower.ts';

/** Rows that a page key moves by. */
const PAGE = 8;

/** Draws the list. */
export function StreamList({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const { streams } = capture.inspection;
  const selected = capture.selectedStream();
  // A file is read from its beginning; what is live is watched at its end.
  const [follower] = useState(() => createScrollFollower(capture.fileName === null));
  const { attach } = follower;

  useLayoutEffect(() => follower.followEnd(), [follower, streams.length]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = selected === undefined ? null : streams.indexOf(selected);
    const row = rowForKey(event.key, at, streams.length, PAGE);
    const next = row === null ? undefined : streams[row];
    if (next === undefined) return;
    event.preventDefault();
    capture.select({ stream: next.id });
    document.getElementById(rowId(next))?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div
      ref={attach}
      class="streams"
      role="listbox"
      aria-label={strings.streams}
      aria-activedescendant={selected === undefined ? undefined : rowId(selected)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={() => void follower.measure()}
    >
      {streams.map((stream, position) => (
        <Row
          key={stream.id}
          capture={capture}
          stream={stream}
          position={position}
          isSelected={stream === selected}
        />
      ))}
      <Markers capture={capture} position={streams.length} />
    </div>
  );
}

function rowId(stream: Stream): string {
  return `stream-${stream.id}`;
}

interface RowProps {
  readonly capture: Capture;
  readonly stream: Stream;
  readonly position: number;
  readonly isSelected: boolean;
}

function Row({ capture, stream, position, isSelected }: RowProps): JSX.Element {
  const flags = countFaults(capture.inspection.flags, stream.id);
  const title = streamTitle(stream.open);
  return (
    <>
      <Markers capture={capture} position={position} />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the listbox has the focus and the keys */}
      <div
        id={rowId(stream)}
        class="stream"
        role="option"
        aria-selected={isSelected}
        data-testid="stream"
        data-stream={stream.id}
        data-status={stream.status}
        data-format={stream.format ?? ''}
        title={stream.open.request?.url}
        onClick={() => capture.select({ stream: stream.id })}
      >
        <span class={`dot ${flags > 0 ? 'bad' : streamTone(stream.status)}`} aria-hidden="true" />
        <bdi class="stream-title">{title}</bdi>
        <span class="stream-pills">
          {stream.open.source === 'network-log' && (
            <span class="pill plain">{strings.networkLog}</span>
          )}
          {stream.status !== 'complete' && (
            <span class={`pill ${streamTone(stream.status)}`}>
              {STREAM_STATUS_WORDS[stream.status]}
            </span>
          )}
          {flags > 0 && (
            <span class="pill bad" title={strings.flagCount(flags)}>
              <span aria-hidden="true">⚑ </span>
              {formatCount(flags)}
            </span>
          )}
        </span>
        <span class="stream-summary">{streamSummary(stream, capture.requestedAt(stream))}</span>
      </div>
    </>
  );
}

function Markers(props: { readonly capture: Capture; readonly position: number }): JSX.Element {
  const here = props.capture.markers.filter(({ before }) => before === props.position);
  return (
    <>
      {here.map(({ url }, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- markers are never removed
          key={index}
          class="navigation"
          role="option"
          aria-selected={false}
          aria-disabled="true"
          title={url}
        >
          {strings.navigated(url)}
        </div>
      ))}
    </>
  );
}
