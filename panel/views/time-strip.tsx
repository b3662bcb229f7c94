/**
 * A stream from its request to its end: chunks, the fragments of its calls, where each call ended, and
 * a mark for each flag. What is drawn is one path per lane and look, however many fragments there are.
 */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Flag, Stream } from '../../src/core/types.ts';
import { placeOf, timeTicks, type ColumnRun } from '../layout/time-strip.ts';
import { filterFlags } from '../models/flag-book.ts';
import { flagSentence } from '../models/flag-text.ts';
import { formatDuration } from '../models/format.ts';
import type { PanelModel } from '../models/panel.ts';
import { callStatusWording } from '../models/state-text.ts';
import {
  fragmentOfPlace,
  streamTimeline,
  type CallLane,
  type StreamTimeline,
} from '../models/stream-timeline.ts';
import { FLAG_TITLES } from '../state-words.ts';
import { strings } from '../strings.ts';
import { openNextFlag, toneOfFlags } from './flag-mark.tsx';

export interface TimeStripProps {
  readonly model: PanelModel;
  readonly stream: Stream;
}

/** In CSS pixels; time-strip.css has the same heights. */
const CHUNK_LANE = 10;
const CALL_LANE = 15;
const FLAG_LANE = 18;
/** Room for a label of the time axis. */
const TICK_ROOM = 90;
const MOST_LANES = 4;
/** In a window lower or narrower than this there is room for the selected call only. */
const LOW = '(height < 420px) or (width < 480px)';

/** Draws the strip. */
export function TimeStrip({ model, stream }: TimeStripProps): JSX.Element {
  const track = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [isLow, setLow] = useState(() => matchMedia(LOW).matches);

  useLayoutEffect(() => {
    const element = track.current;
    if (element === null) return undefined;
    const low = matchMedia(LOW);
    const measure = (): void => {
      setWidth(element.clientWidth);
      setLow(low.matches);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    low.addEventListener('change', measure);
    measure();
    return () => {
      observer.disconnect();
      low.removeEventListener('change', measure);
    };
  }, []);

  const capture = model.capture();
  const { call, fragment } = capture.selection.value;
  const requestedAt = capture.requestedAt(stream);
  const filter = {
    stream: stream.id,
    possible: model.settings.value.showPossible,
    dismissed: false,
  };
  const timeline = streamTimeline(stream, filterFlags(model.flags(), filter).shown, {
    width,
    requestedAt,
    selected: call,
    mostLanes: isLow ? 1 : MOST_LANES,
  });
  const { lanes, scale, hiddenCalls } = timeline;
  const selectedTime = fragment === null ? undefined : stream.calls[call]?.fragments[fragment]?.t;
  const top = isLow ? 0 : CHUNK_LANE;
  const height = top + lanes.length * CALL_LANE + FLAG_LANE;

  const onClick = (event: MouseEvent): void => {
    if (!(event.currentTarget instanceof Element)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const lane = Math.floor((event.clientY - box.top - top) / CALL_LANE);
    const found = fragmentOfPlace(timeline, lane, event.clientX - box.left);
    if (found !== null) capture.select(found);
  };

  return (
    <section class={isLow ? 'strip low' : 'strip'} aria-label={strings.timeStrip}>
      <Labels timeline={timeline} isLow={isLow} selected={call} />
      <div ref={track} class="strip-track" style={{ height: `${height}px` }}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- the table of fragments has the keys */}
        <svg
          class="strip-lanes"
          role="img"
          width={width}
          height={height}
          aria-label={strings.timeStripSummary(
            formatDuration(scale.to - requestedAt),
            strings.chunks(stream.chunks.length),
            strings.calls(stream.calls.length),
          )}
          onClick={onClick}
        >
          {!isLow && <path class="strip-chunks" d={pathOf(timeline.chunks, 2, CHUNK_LANE - 3)} />}
          {timeline.marks.map(({ place, items }) => (
            <path
              key={place}
              class={`strip-stem ${toneOfFlags(items)}`}
              d={`M${Math.min(width - 1, Math.floor(place)) + 0.5} 0V${height - FLAG_LANE + 4}`}
            />
          ))}
          {lanes.map((lane, index) => (
            <Lane
              key={lane.call.position}
              lane={lane}
              top={top + index * CALL_LANE}
              tone={callStatusWording(lane.call, capture.isLive).tone}
            />
          ))}
          {selectedTime !== undefined && (
            <path
              class="strip-cursor"
              d={`M${Math.floor(placeOf(scale, selectedTime)) + 0.5} 0V${height}`}
            />
          )}
        </svg>
        <Marks model={model} timeline={timeline} width={width} />
      </div>
      {!isLow && <Axis timeline={timeline} origin={requestedAt} />}
      {hiddenCalls > 0 && !isLow && (
        <span class="strip-more dim">{strings.lanes.moreCalls(hiddenCalls)}</span>
      )}
    </section>
  );
}

/** Rectangles of one height as one path, wide enough to be seen. */
function pathOf(runs: readonly ColumnRun<unknown>[], top: number, height: number): string {
  return runs
    .map(({ from, to }) => `M${from} ${top}h${Math.max(2, to - from)}v${height}H${from}z`)
    .join('');
}

const LOOKS = ['open', 'open-piece', 'alarm', 'alarm-piece', 'bad', 'bad-piece'] as const;

function Lane(props: {
  readonly lane: CallLane;
  readonly top: number;
  readonly tone: string;
}): JSX.Element {
  const { lane, top, tone } = props;
  return (
    <g>
      {LOOKS.map((look) => {
        const runs = lane.runs.filter((run) => run.look === look);
        if (runs.length === 0) return null;
        return (
          <path key={look} class={`strip-${look}`} d={pathOf(runs, top + 2, CALL_LANE - 5)}>
            <title>{strings.lanes.looks[look]}</title>
          </path>
        );
      })}
      {lane.end !== null && (
        <path class={`strip-end ${tone}`} d={`M${lane.end - 1} ${top}h3v${CALL_LANE - 1}h-3z`}>
          <title>{lane.call.end?.event}</title>
        </path>
      )}
      {lane.lost !== null && (
        <path class="strip-lost" d={`M${lane.lost - 3} ${top + 3}l7 8m0-8l-7 8`} />
      )}
    </g>
  );
}

function Labels(props: {
  readonly timeline: StreamTimeline;
  readonly isLow: boolean;
  readonly selected: number;
}): JSX.Element {
  const { timeline, isLow, selected } = props;
  return (
    <div class="strip-labels" aria-hidden="true">
      {!isLow && <span class="strip-label of-chunks">{strings.lanes.chunks}</span>}
      {timeline.lanes.map(({ call }) => (
        <span
          key={call.position}
          class={
            call.position === selected ? 'strip-label of-call selected' : 'strip-label of-call'
          }
        >
          <bdi>{call.name ?? strings.unnamed}</bdi>
        </span>
      ))}
      <span class="strip-label of-flags">{strings.lanes.flags}</span>
    </div>
  );
}

function Axis(props: { readonly timeline: StreamTimeline; readonly origin: number }): JSX.Element {
  const { scale } = props.timeline;
  return (
    <div class="strip-axis" aria-hidden="true">
      {timeTicks(scale, props.origin, TICK_ROOM).map((t) => (
        <span key={t} style={{ left: `${placeOf(scale, t)}px` }}>
          {formatDuration(t - props.origin)}
        </span>
      ))}
    </div>
  );
}

/** One stop for the keyboard, arrow keys move. */
function Marks(props: {
  readonly model: PanelModel;
  readonly timeline: StreamTimeline;
  readonly width: number;
}): JSX.Element | null {
  const { model, timeline, width } = props;
  const capture = model.capture();
  const opened = capture.selection.value.flag;
  const row = useRef<HTMLDivElement>(null);
  const { marks } = timeline;
  if (marks.length === 0 || width === 0) return null;
  const isOpened = (items: readonly Flag[]): boolean => opened !== null && items.includes(opened);
  const current = Math.max(
    0,
    marks.findIndex(({ items }) => isOpened(items)),
  );
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus
    <div ref={row} role="toolbar" aria-label={strings.flagMarksOnTimeline} onKeyDown={move}>
      {marks.map(({ place, items: [first, ...others] }, index) => {
        if (first === undefined) return null;
        const items = [first, ...others];
        const name = strings.flagMark(FLAG_TITLES[first.code], flagSentence(first, capture));
        const label = strings.flagMarks(name, others.length);
        return (
          <button
            key={place}
            type="button"
            class={`flag-mark strip-mark ${toneOfFlags(items)}`}
            style={{ left: `${Math.min(place, width - 8)}px` }}
            aria-label={label}
            aria-current={isOpened(items)}
            title={label}
            tabIndex={index === current ? 0 : -1}
            data-testid="strip-mark"
            onClick={() => openNextFlag(model, items)}
          >
            {others.length > 0 && <span class="strip-count">{items.length}</span>}
          </button>
        );
      })}
    </div>
  );
}
