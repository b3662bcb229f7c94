/** One flag: what happened, how far before the end, why it is held against the call, what differed, and where to change it. */
import { Fragment, type ComponentChildren, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Flag } from '../../src/core/types.ts';
import { clip } from '../layout/text-marks.ts';
import { DETAIL_LIMIT } from '../models/event-rows.ts';
import { flagStack } from '../models/flag-places.ts';
import { flagText, type DifferenceText } from '../models/flag-text.ts';
import type { PanelModel } from '../models/panel.ts';
import { streamTitle } from '../models/stream-row.ts';
import { CONFIDENCE_HINTS, CONFIDENCE_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { DismissButton } from './dismiss-button.tsx';
import { FlagFacts } from './flag-facts.tsx';
import { Stack } from './stack.tsx';

export interface FlagCardProps {
  readonly model: PanelModel;
  readonly flag: Flag;
  /** Names the stream: needed where flags of several are shown. */
  readonly withStream: boolean;
  /** The reader has said that it is no problem. */
  readonly isDismissed: boolean;
}

/** Draws the card. */
export function FlagCard(props: FlagCardProps): JSX.Element {
  const { model, flag, withStream, isDismissed } = props;
  const capture = model.capture();
  const text = flagText(flag, capture);
  const stream = capture.inspection.stream(flag.stream);
  const stack = text.stack === null ? null : flagStack(text.stack);
  const openSource = capture.isLive ? model.pageActions.openSource : null;
  const isOpened = capture.selection.value.flag === flag;
  const card = useRef<HTMLElement>(null);
  const opened = model.openedFlag.value;

  useLayoutEffect(() => {
    if (opened === null || opened.flag !== flag) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus({ preventScroll: true });
  }, [opened, flag]);

  return (
    <article
      ref={card}
      class={`card ${text.tone}${isOpened ? ' opened' : ''}${isDismissed ? ' dismissed' : ''}`}
      tabIndex={-1}
      aria-current={isOpened}
      data-testid="flag"
      data-code={flag.code}
      data-confidence={flag.confidence}
    >
      <h2>
        <span class="card-title">{text.title}</span>
        <span class="pill plain" title={CONFIDENCE_HINTS[flag.confidence]}>
          {CONFIDENCE_WORDS[flag.confidence]}
        </span>
      </h2>
      <p class="card-code">
        <code class="mono">{flag.code}</code>
        {withStream && stream !== undefined && <bdi>{` · ${streamTitle(stream.open)}`}</bdi>}
      </p>
      <p class="card-sentence">
        <bdi>{text.sentence}</bdi>
      </p>
      <p class="card-why" data-testid="flag-why">
        <bdi>{text.why}</bdi>
      </p>
      {text.differences.length > 0 && (
        <Differences rows={text.differences} sentValue={text.sentValue} />
      )}
      {!flag.final && capture.isLive && <p class="dim">{strings.stillOpen}</p>}
      {flag.matchesFinal === true && (
        <p class="dim">{text.sentValue ? strings.sameAsFinal : strings.sameThen}</p>
      )}
      <FlagFacts
        model={model}
        flag={flag}
        own={stack?.own ?? null}
        caller={stack?.caller ?? null}
        openSource={openSource}
        advice={text.advice}
      />
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
      {stack !== null && (
        <details>
          <summary>{strings.stack}</summary>
          <Stack lines={stack.lines} onOpen={openSource} />
        </details>
      )}
      <div class="card-actions">
        <button type="button" class="link" onClick={() => model.showFragment(flag)}>
          {strings.showFragment}
        </button>
        <DismissButton model={model} flag={flag} isDismissed={isDismissed} />
      </div>
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
