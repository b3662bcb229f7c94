/**
 * The streams of the session, newest at the bottom: one stop for the keyboard, arrow keys select. It
 * has the roles of a listbox on plain elements, since the browser's own options hold only text.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */
import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Stream } from '../../src/core/types.ts';
import { rowForKey } from '../layout/list-window.ts';
import { clip } from '../layout/text-marks.ts';
import type { Capture } from '../models/capture.ts';
import type { FaultCount } from '../models/flag-book.ts';
import { formatCount } from '../models/format.ts';
import type { PanelModel } from '../models/panel.ts';
import { beganBefore } from '../models/source-notes.ts';
import type { Tone } from '../models/state-text.ts';
import { streamSummary, streamTitle } from '../models/stream-row.ts';
import {
  httpErrorWording,
  streamDotTone,
  streamStatusWording,
  worstCallWording,
} from '../models/stream-state.ts';
import { strings } from '../strings.ts';
import { Pill } from '../widgets/pill.tsx';
import { createScrollFollower } from '../widgets/scroll-follower.ts';

/** Longer names of tools leave no room for the figures behind them. */
const NAME_LENGTH = 32;

const NO_FAULTS: FaultCount = { confirmed: 0, likely: 0 };

/** Rows that a page key moves by. */
const PAGE = 8;

/** Draws the list. */
export function StreamList({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const { streams } = capture.inspection;
  const selected = capture.selectedStream();
  const { faults } = model.flags();
  // A file is read from its beginning; what is live is watched at its end.
  const [follower] = useState(() => createScrollFollower(capture.isLive));
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
          faults={faults.get(stream.id) ?? NO_FAULTS}
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
  /** How many flags of it are faults. */
  readonly faults: FaultCount;
  readonly isSelected: boolean;
}

function Row({ capture, stream, position, faults, isSelected }: RowProps): JSX.Element {
  const { isLive } = capture;
  const status = streamStatusWording(stream.status, isLive);
  const isSaved = stream.status === 'open' && !isLive;
  const http = httpErrorWording(stream);
  const worstCall = worstCallWording(stream.calls);
  const oddities = stream.diagnostics.length;
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
        <span
          class={`dot ${streamDotTone(stream, faults.confirmed + faults.likely, isLive)}`}
          aria-hidden="true"
        />
        <bdi class="stream-title">{title}</bdi>
        <span class="stream-pills">
          {http !== null && <Pill wording={http} />}
          {stream.status !== 'complete' && !isSaved && <Pill wording={status} />}
          {faults.confirmed > 0 && (
            <CountMark tone="bad" mark="⚑" count={faults.confirmed} name={strings.confirmedCount} />
          )}
          {faults.likely > 0 && (
            <CountMark tone="warn" mark="⚑" count={faults.likely} name={strings.likelyCount} />
          )}
        </span>
        <span class="stream-line">
          <Summary capture={capture} stream={stream} />
          {stream.open.source === 'network-log' && (
            <span class="pill plain">
              {beganBefore(stream) ? strings.beganBefore : strings.networkLog}
            </span>
          )}
          {isSaved && <Pill wording={status} />}
          {worstCall !== null && <Pill wording={worstCall} />}
          {oddities > 0 && (
            <CountMark tone="warn" mark="⚠" count={oddities} name={strings.diagnosticCount} />
          )}
        </span>
      </div>
    </>
  );
}

function Summary(props: Pick<RowProps, 'capture' | 'stream'>): JSX.Element {
  const { capture, stream } = props;
  const { format, tools, figures } = streamSummary(stream, capture.requestedAt(stream));
  return (
    <span class="stream-summary">
      {format}
      {tools.map((tool, index) => (
        <Fragment key={tool}>
          {index === 0 ? ' · ' : ', '}
          <bdi title={tool}>{clip(tool, NAME_LENGTH)}</bdi>
        </Fragment>
      ))}
      {figures.map((figure) => ` · ${figure}`)}
    </span>
  );
}

/** A sign and a number, which a screen reader is told in words. */
function CountMark(props: {
  readonly tone: Tone;
  readonly mark: string;
  readonly count: number;
  readonly name: (count: number) => string;
}): JSX.Element {
  const { tone, mark, count, name } = props;
  return (
    <span class={`pill ${tone}`} role="img" aria-label={name(count)} title={name(count)}>
      {mark} {formatCount(count)}
    </span>
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
