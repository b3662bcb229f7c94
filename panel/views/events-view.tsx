/** Every event of a stream in order, with what is no event in its place: comments, and a tail that was never dispatched. */
import type { JSX } from 'preact';
import type { Stream } from '../../src/core/types.ts';
import { DETAIL_LIMIT, detailText, eventRow, frameText } from '../models/event-rows.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { VirtualTable, type Column } from '../widgets/virtual-table.tsx';

export interface EventsViewProps {
  readonly model: PanelModel;
  readonly stream: Stream;
}

const COLUMNS: readonly Column[] = [
  { key: 'number', title: strings.eventColumns.number },
  { key: 'time', title: strings.eventColumns.time },
  { key: 'chunk', title: strings.eventColumns.chunk },
  { key: 'name', title: strings.eventColumns.name },
  { key: 'bytes', title: strings.eventColumns.bytes },
  { key: 'data', title: strings.eventColumns.data },
];

/** Draws the table and the selected event's data. */
export function EventsView({ model, stream }: EventsViewProps): JSX.Element {
  const capture = model.capture();
  const { frame: position } = capture.selection.value;
  const frame = position === null ? undefined : stream.frames[position];
  const from = capture.requestedAt(stream);
  if (stream.frames.length === 0) return <p class="empty">{strings.noEvents}</p>;

  const cells = (row: number): readonly (JSX.Element | string)[] => {
    const shown = eventRow(stream, row, from);
    if (shown === null) return [];
    return [
      shown.number,
      shown.time,
      shown.chunk,
      <span key="name" class={shown.type === 'event' ? undefined : 'frame-kind'}>
        {shown.name}
      </span>,
      shown.bytes,
      <bdi key="data" class={shown.type === 'event' ? undefined : 'dim'}>
        <CapturedText text={shown.data} />
      </bdi>,
    ];
  };

  return (
    <div class="events">
      <VirtualTable
        label={strings.eventsTable}
        kind="events"
        columns={COLUMNS}
        count={stream.frames.length}
        selected={position}
        onSelect={(row) => capture.select({ frame: row })}
        renderCells={cells}
        followsEnd={stream.status === 'open'}
        rowTestId="event"
      />
      {frame !== undefined && <EventDetail model={model} text={frameText(frame)} />}
    </div>
  );
}

function EventDetail(props: { readonly model: PanelModel; readonly text: string }): JSX.Element {
  const shown = detailText(props.text);
  return (
    <section class="event-detail" aria-label={strings.eventDetail}>
      <div class="event-detail-bar">
        <button type="button" class="link" onClick={() => props.model.copy(props.text)}>
          {strings.copyData}
        </button>
        {shown.length > DETAIL_LIMIT && (
          <span class="dim">{strings.clipped(DETAIL_LIMIT, shown.length)}</span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <pre class="mono" tabIndex={0} dir="ltr">
        <CapturedText text={shown.text} isLaidOut />
      </pre>
    </section>
  );
}
