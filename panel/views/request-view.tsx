/** The request behind a stream, its answer's head, when things happened, and who asked. */
import type { ComponentChildren, JSX } from 'preact';
import type { HeaderList } from '../../src/core/records.ts';
import type { Stream } from '../../src/core/types.ts';
import { DETAIL_LIMIT, detailText } from '../models/event-rows.ts';
import { formatTime } from '../models/format.ts';
import type { PageActions } from '../models/page-actions.ts';
import type { PanelModel } from '../models/panel.ts';
import { comparisonText, type Comparison } from '../models/source-notes.ts';
import { stackLines } from '../models/stack-lines.ts';
import { streamStatusWording } from '../models/stream-state.ts';
import { GAP_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { Stack } from './stack.tsx';

export interface RequestViewProps {
  readonly model: PanelModel;
  readonly stream: Stream;
}

type Field = readonly [name: string, value: string];

function generalFields(stream: Stream, comparison: Comparison | null): readonly Field[] {
  const { request, response, transport, source, frame } = stream.open;
  const via = source === 'network-log' ? `${transport} (${strings.networkLog})` : transport;
  return [
    [strings.method, request?.method.toUpperCase() ?? strings.notRecorded],
    [strings.url, request?.url ?? strings.notRecorded],
    [strings.status, response === undefined ? strings.notRecorded : String(response.status)],
    [strings.transport, via],
    ...(frame === undefined ? [] : [[strings.frame, frame.url] as const]),
    ...(comparison === null
      ? []
      : [[strings.networkLogLabel, comparisonText(comparison)] as const]),
  ];
}

function timingFields(stream: Stream, from: number, isLive: boolean): readonly Field[] {
  const first = stream.chunks.find(({ direction }) => direction !== 'out');
  const ended = stream.end;
  const reason = ended === null || ended.message === null ? '' : `: ${ended.message}`;
  return [
    [strings.opened, formatTime(stream.open.t - from)],
    [
      strings.firstByteLabel,
      first === undefined ? strings.noFirstByte : formatTime(first.t - from),
    ],
    [
      strings.ended,
      ended === null
        ? streamStatusWording('open', isLive).text
        : `${formatTime(ended.t - from)} (${GAP_WORDS.get(ended.reason) ?? ended.reason}${reason})`,
    ],
  ];
}

/** Draws the request. */
export function RequestView({ model, stream }: RequestViewProps): JSX.Element {
  const { request, response, stack } = stream.open;
  const capture = model.capture();
  const from = capture.requestedAt(stream);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <section class="request" aria-label={strings.tabs.request} tabIndex={0}>
      <button
        type="button"
        class="button request-export"
        title={strings.exportBodyHint}
        onClick={() => model.exportBody(stream)}
      >
        {strings.exportBody}
      </button>
      <Section title={strings.requestGeneral}>
        <Fields fields={generalFields(stream, capture.comparison(stream))} />
      </Section>
      <Section title={strings.timing}>
        <Fields fields={timingFields(stream, from, capture.isLive)} />
      </Section>
      <Section title={strings.requestHeaders}>
        <Headers headers={request?.headers} />
      </Section>
      <Section title={strings.responseHeaders}>
        <Headers headers={response?.headers} />
      </Section>
      <Section title={strings.requestBody}>
        <Body body={request?.body} />
      </Section>
      <Section title={strings.initiator}>
        <Initiator stack={stack} onOpen={capture.isLive ? model.pageActions.openSource : null} />
      </Section>
    </section>
  );
}

function Initiator(props: {
  readonly stack: string | undefined;
  readonly onOpen: PageActions['openSource'];
}): JSX.Element {
  const { stack = '', onOpen } = props;
  if (stack === '') return <p class="dim">{strings.notRecorded}</p>;
  return <Stack lines={stackLines(stack)} onOpen={onOpen} />;
}

function Section(props: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Fields({ fields }: { readonly fields: readonly Field[] }): JSX.Element {
  return (
    <dl class="mono">
      {fields.map(([name, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a header may occur twice
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <CapturedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Headers({ headers }: { readonly headers: HeaderList | undefined }): JSX.Element {
  if (headers === undefined) return <p class="dim">{strings.notRecorded}</p>;
  if (headers.length === 0) return <p class="dim">{strings.none}</p>;
  return <Fields fields={headers} />;
}

function Body({ body }: { readonly body: string | null | undefined }): JSX.Element {
  if (body === null) return <p class="dim">{strings.none}</p>;
  if (body === undefined) return <p class="dim">{strings.notRecorded}</p>;
  const shown = detailText(body);
  return (
    <>
      <Text text={shown.text} />
      {shown.length > DETAIL_LIMIT && (
        <p class="dim">{strings.clipped(DETAIL_LIMIT, shown.length)}</p>
      )}
    </>
  );
}

function Text({ text }: { readonly text: string }): JSX.Element {
  if (text === '') return <p class="dim">{strings.notRecorded}</p>;
  return (
    <pre class="mono" dir="ltr">
      <CapturedText text={text} isLaidOut />
    </pre>
  );
}
