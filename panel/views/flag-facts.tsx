/** Where a flag's fault is found and mended: the control in the page, the line of its code, what to do. */
import type { ComponentChildren, JSX } from 'preact';
import type { Flag } from '../../src/core/types.ts';
import { flagControl, shortPlace, type FlagControl } from '../models/flag-places.ts';
import { targetText } from '../models/action-text.ts';
import type { PageActions } from '../models/page-actions.ts';
import type { PanelModel } from '../models/panel.ts';
import type { StackLine } from '../models/stack-lines.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { SourceLink } from './stack.tsx';

export interface FlagFactsProps {
  readonly model: PanelModel;
  readonly flag: Flag;
  /** The first line of the page's own code in its stack. */
  readonly own: StackLine | null;
  readonly caller: StackLine | null;
  readonly openSource: PageActions['openSource'];
  readonly advice: string;
}

/** Draws the list. */
export function FlagFacts(props: FlagFactsProps): JSX.Element {
  const { model, flag, own, caller, openSource, advice } = props;
  const control = flagControl(flag, model.capture().inspection.records);
  return (
    <dl class="card-facts">
      <CodeFact name={strings.code} line={own} testId="flag-code" openSource={openSource} />
      <CodeFact
        name={strings.calledFrom}
        line={caller}
        testId="flag-caller"
        openSource={openSource}
      />
      {control !== null && (
        <Fact name={strings.control}>
          <Control model={model} control={control} />
        </Fact>
      )}
      <Fact name={strings.toDo}>
        <bdi data-testid="flag-advice">{advice}</bdi>
      </Fact>
    </dl>
  );
}

function CodeFact(props: {
  readonly name: string;
  readonly line: StackLine | null;
  readonly testId: string;
  readonly openSource: PageActions['openSource'];
}): JSX.Element | null {
  const { name, line, testId, openSource } = props;
  if (line === null || line.place === null) return null;
  return (
    <Fact name={name}>
      <span class="mono" data-testid={testId}>
        {line.functionName !== null && (
          <>
            <bdi>
              <CapturedText text={line.functionName} />
            </bdi>{' '}
          </>
        )}
        <SourceLink place={line.place} text={shortPlace(line.place)} onOpen={openSource} />
      </span>
    </Fact>
  );
}

function Fact(props: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Control(props: {
  readonly model: PanelModel;
  readonly control: FlagControl;
}): JSX.Element {
  const { model, control } = props;
  const { target, frame } = control;
  const selector = target.selector ?? '';
  const testId = target.testId ?? '';
  const { showElement } = model.pageActions;
  return (
    <>
      <bdi>{targetText(target)}</bdi>
      {selector !== '' && (
        <code class="mono card-selector" dir="ltr">
          <CapturedText text={selector} />
        </code>
      )}
      {testId !== '' && !selector.includes(testId) && (
        <span class="dim">
          <bdi>{strings.testId(testId)}</bdi>
        </span>
      )}
      {selector !== '' && (
        <span class="card-control-actions">
          {showElement !== null && model.capture().isLive && (
            <button
              type="button"
              class="link"
              title={strings.showElementHint}
              onClick={() => showElement(selector, frame)}
            >
              {strings.showElement}
            </button>
          )}
          <button
            type="button"
            class="link"
            aria-label={strings.copySelectorName(selector)}
            onClick={() => model.copy(selector)}
          >
            {strings.copySelector}
          </button>
        </span>
      )}
    </>
  );
}
