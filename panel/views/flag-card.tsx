/** One flag: what happened, how far before the end, what differed, and why it is held against the call. */
import { Fragment, type ComponentChildren, type JSX } from 'preact';
import type { Flag } from '../../src/core/types.ts';
import { clip } from '../layout/text-marks.ts';
import { DETAIL_LIMIT } from '../models/event-rows.ts';
import { flagText, type DifferenceText } from '../models/flag-text.ts';
import type { PanelModel } from '../models/panel.ts';
import { streamTitle } from '../models/stream-row.ts';
import { CONFIDENCE_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';

export interface FlagCardProps {
  readonly model: PanelModel;
  readonly flag: Flag;
  /** Names the stream: needed where flags of several are shown. */
  readonly withStream: boolean;
}

/** Draws the card. */
export function FlagCard({ model, flag, withStream }: FlagCardProps): JSX.Element {
  const capture = model.capture();
  const text = flagText(flag, capture);
  const stream = capture.inspection.stream(flag.stream);
  return (
    <article
      class={`card ${text.tone}`}
      data-testid="flag"
      data-code={flag.code}
      data-confidence={flag.confidence}
    >
      <h2>
        <span class="card-title">{text.title}</span>
        <span class="pill plain">{CONFIDENCE_WORDS[flag.confidence]}</span>
      </h2>
      <p class="card-code">
        <code class="mono">{flag.code}</code>
        {withStream && stream !== undefined && <bdi>{` · ${streamTitle(stream.open)}`}</bdi>}
      </p>
      <p class="card-sentence">
        <bdi>{text.sentence}</bdi>
      </p>
      {text.differences.length > 0 && (
        <Differences rows={text.differences} sentValue={text.sentValue} />
      )}
      {!flag.final && capture.isLive && <p class="dim">{strings.stillOpen}</p>}
      {flag.matchesFinal === true && (
        <p class="dim">{text.sentValue ? strings.sameAsFinal : strings.sameThen}</p>
      )}
      <details>
        <summary>{strings.evidence}</summary>
        <ul>
          {text.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <Captured title={strings.argumentsThen} text={flag.argumentsAtAction} />
        {flag.argumentsFinal !== null && (
          <Captured title={strings.argumentsInTheEnd} text={flag.argumentsFinal} />
        )}
      </details>
      {text.stack !== null && (
        <details>
          <summary>{strings.stack}</summary>
          <pre class="mono" dir="ltr">
            <CapturedText text={text.stack} isLaidOut />
          </pre>
        </details>
      )}
      <button
        type="button"
        class="link"
        onClick={() =>
          model.showFragment(flag.stream, flag.call, flag.fragment === 0 ? null : flag.fragment - 1)
        }
      >
        {strings.showFragment}
      </button>
    </article>
  );
}

function Captured(props: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <>
      <h3>{props.title}</h3>
      <pre class="mono" dir="ltr">
        <CapturedText text={clip(props.text, DETAIL_LIMIT)} />
      </pre>
    </>
  );
}

function Differences(props: {
  readonly rows: readonly DifferenceText[];
  readonly sentValue: boolean;
}): JSX.Element {
  const { rows, sentValue } = props;
  return (
    <table class="mono differences">
      <thead>
        <tr>
          <th scope="col">{strings.field}</th>
          <th scope="col">{sentValue ? strings.actedOn : strings.argumentsThenColumn}</th>
          <th scope="col">{strings.final}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field}>
            <th scope="row" title={row.field}>
              <bdi>{breakable(row.field)}</bdi>
            </th>
            <td class={classOf(sentValue ? 'bad-text' : '', row.actedMissing)}>
              <bdi>{row.acted}</bdi>
            </td>
            <td class={classOf('ok-text', row.finalMissing)}>
              <bdi>{row.final}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf(tone: string, isMissing: boolean): string {
  return isMissing ? `${tone} missing` : tone;
}

/** A path may break before its dots and brackets, and never inside a name. */
function breakable(path: string): ComponentChildren {
  return path.split(/(?=[.[])/).map((step, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- steps have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {step}
    </Fragment>
  ));
}
