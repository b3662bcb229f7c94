/** The selected stream: its header, and the tabs of its views. */
import type { JSX } from 'preact';
import type { Stream } from '../../src/core/types.ts';
import { formatCount, formatDuration } from '../models/format.ts';
import type { DetailTab, PanelModel } from '../models/panel.ts';
import { streamNotes, type StreamNotes } from '../models/source-notes.ts';
import { streamSizes, streamTitle } from '../models/stream-row.ts';
import { httpErrorWording, streamStatusWording } from '../models/stream-state.ts';
import { strings } from '../strings.ts';
import { Pill } from '../widgets/pill.tsx';
import { Tabs, tabIds, type TabItem } from '../widgets/tabs.tsx';
import { CallsView } from './calls-view.tsx';
import { DiagnosticsView } from './diagnostics-view.tsx';
import { EventsView } from './events-view.tsx';
import { RequestView } from './request-view.tsx';
import { TimeStrip } from './time-strip.tsx';

const TABS: readonly DetailTab[] = ['calls', 'events', 'request', 'diagnostics'];

function isDetailTab(key: string): key is DetailTab {
  return TABS.some((tab) => tab === key);
}

/** Draws the selected stream, or what to do where there is none. */
export function StreamDetail({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const stream = capture.selectedStream();
  if (stream === undefined) return <EmptyDetail model={model} />;
  const tab = model.settings.value.tab;
  const ids = tabIds('detail', tab);
  return (
    <section class="detail" aria-label={strings.streamHeader}>
      <Header
        stream={stream}
        requestedAt={capture.requestedAt(stream)}
        isLive={capture.isLive}
        said={streamNotes(stream, capture.comparison(stream))}
      />
      {stream.chunks.length > 0 && <TimeStrip model={model} stream={stream} />}
      <Tabs
        label={strings.detailTabs}
        name="detail"
        items={TABS.map((key) => tabItem(key, stream))}
        selected={tab}
        onSelect={(key) => {
          if (isDetailTab(key)) model.change({ tab: key });
        }}
      />
      <div class="detail-panel" role="tabpanel" id={ids.panel} aria-labelledby={ids.tab}>
        <DetailView model={model} stream={stream} tab={tab} />
      </div>
    </section>
  );
}

function DetailView(props: {
  readonly model: PanelModel;
  readonly stream: Stream;
  readonly tab: DetailTab;
}): JSX.Element {
  const { model, stream, tab } = props;
  switch (tab) {
    case 'calls':
      return <CallsView model={model} stream={stream} />;
    case 'events':
      return <EventsView key={stream.id} model={model} stream={stream} />;
    case 'request':
      return <RequestView model={model} stream={stream} />;
    case 'diagnostics':
      return <DiagnosticsView stream={stream} />;
    default:
      return tab satisfies never;
  }
}

function tabItem(key: DetailTab, stream: Stream): TabItem {
  const count = key === 'diagnostics' ? stream.diagnostics.length : 0;
  return {
    key,
    label: (
      <>
        {strings.tabs[key]}
        {count > 0 && (
          <span class="tab-count" aria-hidden="true">
            {formatCount(count)}
          </span>
        )}
      </>
    ),
  };
}

function Header(props: {
  readonly stream: Stream;
  readonly requestedAt: number;
  readonly isLive: boolean;
  readonly said: StreamNotes;
}): JSX.Element {
  const { stream, requestedAt, isLive, said } = props;
  const http = httpErrorWording(stream);
  const first = stream.chunks.find(({ direction }) => direction !== 'out');
  return (
    <header class="detail-head">
      <div class="detail-line">
        <strong title={stream.open.request?.url}>
          <bdi>{streamTitle(stream.open)}</bdi>
        </strong>
        <span class="dim">{stream.format ?? strings.unknownFormat}</span>
        {http !== null && <Pill wording={http} />}
        <Pill wording={streamStatusWording(stream.status, isLive)} />
        {stream.finish !== null && (
          <span class="dim" title={strings.finishHint}>
            {stream.finish}
          </span>
        )}
        <span class="dim">
          {first === undefined
            ? strings.noFirstByte
            : strings.firstByte(formatDuration(first.t - requestedAt))}
        </span>
        <span class="dim">{streamSizes(stream)}</span>
      </div>
      {said.notice !== null && (
        <p class="notice" data-testid="stream-notice">
          {said.notice}
        </p>
      )}
      {said.notes.map(({ tone, text }) => (
        <p key={text} class={`notice ${tone}`} data-testid="stream-note">
          {text}
        </p>
      ))}
    </header>
  );
}

function EmptyDetail({ model }: { readonly model: PanelModel }): JSX.Element {
  const { isLive, inspection } = model.capture();
  const hint = model.recording.value ? strings.emptyRecording : strings.emptyStopped;
  const isEmpty = inspection.streams.length === 0;
  return (
    <section class="detail detail-empty" aria-label={strings.streamHeader}>
      {isEmpty && <h2>{isLive ? strings.emptyTitle : strings.emptyImported}</h2>}
      {!isEmpty && <p>{strings.emptyDetail}</p>}
      {isEmpty && isLive && <p>{hint}</p>}
    </section>
  );
}
