/** The selected stream: its header, and the tabs of its views. */
import type { JSX } from 'preact';
import type { Stream } from '../../src/core/types.ts';
import { formatCount, formatDuration } from '../models/format.ts';
import type { DetailTab, PanelModel } from '../models/panel.ts';
import { streamTone } from '../models/state-text.ts';
import { streamSizes, streamTitle } from '../models/stream-row.ts';
import { STREAM_STATUS_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { Pill } from '../widgets/pill.tsx';
import { Tabs, tabIds, type TabItem } from '../widgets/tabs.tsx';
import { CallsView } from './calls-view.tsx';
import { DiagnosticsView } from './diagnostics-view.tsx';
import { EventsView } from './events-view.tsx';
import { RequestView } from './request-view.tsx';

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
      <Header stream={stream} requestedAt={capture.requestedAt(stream)} />
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

function Header(props: { readonly stream: Stream; readonly requestedAt: number }): JSX.Element {
  const { stream, requestedAt } = props;
  const first = stream.chunks[0];
  return (
    <header class="detail-head">
      <div class="detail-line">
        <strong title={stream.open.request?.url}>
          <bdi>{streamTitle(stream.open)}</bdi>
        </strong>
        <span class="dim">{stream.format ?? strings.unknownFormat}</span>
        <Pill
          wording={{ text: STREAM_STATUS_WORDS[stream.status], tone: streamTone(stream.status) }}
        />
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
      {stream.notice !== null && (
        <p class="notice" data-testid="stream-notice">
          {stream.notice}
        </p>
      )}
    </header>
  );
}

function EmptyDetail({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const { streams } = capture.inspection;
  const live = model.recording.value ? strings.emptyRecording : strings.emptyStopped;
  const empty = capture.fileName === null ? live : strings.emptyImported;
  return (
    <section class="detail detail-empty" aria-label={strings.streamHeader}>
      {streams.length === 0 && <h2>{strings.emptyTitle}</h2>}
      <p>{streams.length === 0 ? empty : strings.emptyDetail}</p>
    </section>
  );
}
