/** One call: what it is, what its buffer is now, whether it ended, and every fragment of it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Call, Flag, Stream } from '../../src/core/types.ts';
import { MORE_FRAGMENTS, SHOWN_FRAGMENTS } from '../layout/buffer-blocks.ts';
import { flagsByFragment, flagsOfCall } from '../models/call-flags.ts';
import { callNotes } from '../models/call-notes.ts';
import { filterFlags } from '../models/flag-book.ts';
import { flagName } from '../models/flag-text.ts';
import { formatCount, formatTime } from '../models/format.ts';
import { bufferThen, fragmentRow } from '../models/fragment-rows.ts';
import type { PanelModel } from '../models/panel.ts';
import { callStatusWording, choiceText, parseWording } from '../models/state-text.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { Pill } from '../widgets/pill.tsx';
import { VirtualTable, type Column } from '../widgets/virtual-table.tsx';
import { CallBuffer } from './call-buffer.tsx';
import { CallNotes } from './call-notes.tsx';
import { FlagMark, openNextFlag, toneOfFlags } from './flag-mark.tsx';

export interface CallViewProps {
  readonly model: PanelModel;
  readonly stream: Stream;
  readonly call: Call;
}

const COLUMNS: readonly Column[] = [
  { key: 'number', title: strings.fragmentColumns.number },
  { key: 'time', title: strings.fragmentColumns.time },
  { key: 'delta', title: strings.fragmentColumns.delta },
  { key: 'chunk', title: strings.fragmentColumns.chunk },
  { key: 'event', title: strings.fragmentColumns.event },
  { key: 'text', title: strings.fragmentColumns.text },
  { key: 'cut', title: strings.fragmentColumns.cut },
  { key: 'parse', title: strings.fragmentColumns.parse },
  { key: 'guess', title: strings.fragmentColumns.guess, hint: strings.fragmentGuessHint },
];

/** Draws the call. */
export function CallView({ model, stream, call }: CallViewProps): JSX.Element {
  const [shownCount, setShownCount] = useState(SHOWN_FRAGMENTS);
  const capture = model.capture();
  const { fragment } = capture.selection.value;
  const selected = fragment !== null && fragment < call.fragments.length ? fragment : null;
  const from = capture.requestedAt(stream);
  const select = (position: number | null): void => capture.select({ fragment: position });
  const parse = parseWording(call.parse, call.end === null);
  const choice = choiceText(stream, call);
  const filter = {
    stream: stream.id,
    possible: model.settings.value.showPossible,
    dismissed: false,
  };
  const flags = flagsOfCall(filterFlags(model.flags(), filter).shown, stream.id, call.position);
  const byFragment = flagsByFragment(flags);
  const { records } = capture.inspection;
  const mark = (here: readonly Flag[]): JSX.Element => {
    const [first] = here;
    const name = first === undefined ? '' : flagName(first, records);
    return <FlagMark key="mark" model={model} flags={here} name={name} />;
  };
  const kind = call.kind === 'function' ? '' : ` (${call.kind})`;

  const cells = (row: number): readonly (JSX.Element | string)[] => {
    const shown = fragmentRow(stream, call, row, from);
    if (shown === null) return [];
    const here = byFragment.get(row);
    return [
      <>
        {here !== undefined && mark(here)}
        {shown.number}
      </>,
      shown.time,
      shown.delta,
      shown.chunk,
      shown.event,
      <bdi key="text">
        <CapturedText text={shown.text} />
      </bdi>,
      <span key="cut" class={shown.tears ? 'bad-text' : undefined}>
        {shown.cut}
      </span>,
      <span
        key="parse"
        class={shown.parse.tone === 'live' ? undefined : `${shown.parse.tone}-text`}
      >
        {shown.parse.text}
      </span>,
      <bdi key="guess" class={shown.guessed ? 'bad-text' : undefined}>
        <CapturedText text={shown.guess} />
      </bdi>,
    ];
  };

  return (
    <div class="call" data-testid="call" data-status={call.status} data-parse={call.parse.type}>
      <div class="call-head">
        <strong class="call-name" data-testid="call-name" title={call.name ?? undefined}>
          <bdi>{call.name ?? strings.unnamed}</bdi>
        </strong>
        {choice !== '' && (
          <span class="dim" data-testid="call-choice" title={strings.choiceHint}>
            {choice}
          </span>
        )}
        {kind !== '' && <span class="dim">{kind.trim()}</span>}
        <span class="mono dim call-id" data-testid="call-id" title={call.id ?? undefined}>
          {call.id ?? ''}
        </span>
        <Pill wording={parse} testId="call-parse" />
        <Pill wording={callStatusWording(call, capture.isLive)} testId="call-status" />
        {call.end !== null && (
          <span class="dim" data-testid="call-terminal">
            {strings.terminal(call.end.event, formatTime(call.end.t - from))}
          </span>
        )}
        {flags.length > 0 && <CallFlags model={model} flags={flags} />}
        <button type="button" class="link call-copy" onClick={() => model.copy(call.arguments)}>
          {strings.copyArguments}
        </button>
      </div>
      <CallBuffer
        call={call}
        selected={selected}
        shownCount={shownCount}
        onShowMore={() => setShownCount(shownCount + MORE_FRAGMENTS)}
        follows={capture.isLive && call.end === null}
        onSelect={select}
        flags={byFragment}
        renderMark={mark}
      />
      <CallNotes notes={callNotes(stream, call, from)} />
      <AsOf model={model} call={call} selected={selected} />
      <VirtualTable
        label={strings.fragmentsTable}
        kind="fragments"
        columns={COLUMNS}
        count={call.fragments.length}
        selected={selected}
        onSelect={select}
        renderCells={cells}
        onActivate={(row) => {
          const here = byFragment.get(row);
          if (here !== undefined) openNextFlag(model, here);
        }}
        followsEnd={capture.isLive && call.end === null && stream.status === 'open'}
        rowTestId="fragment"
      />
    </div>
  );
}

/** How many flags the call has, before and after its first fragment; goes through them. */
function CallFlags(props: {
  readonly model: PanelModel;
  readonly flags: readonly Flag[];
}): JSX.Element {
  const { model, flags } = props;
  const name = strings.flagsOfCall(flags.length);
  return (
    <button
      type="button"
      class={`pill call-flags ${toneOfFlags(flags)}`}
      aria-label={name}
      title={name}
      data-testid="call-flags"
      onClick={() => openNextFlag(model, flags)}
    >
      ⚑ {formatCount(flags.length)}
    </button>
  );
}

function AsOf(props: {
  readonly model: PanelModel;
  readonly call: Call;
  readonly selected: number | null;
}): JSX.Element {
  const { model, call, selected } = props;
  if (selected === null) return <p class="as-of">{strings.bufferNow}</p>;
  const parse = call.fragments[selected]?.parse;
  return (
    <p class="as-of">
      {strings.bufferAsOf(selected + 1, call.fragments.length)}
      {parse !== undefined && <Pill wording={parseWording(parse, true)} />}
      <button type="button" class="link" onClick={() => model.copy(bufferThen(call, selected))}>
        {strings.copyUpToHere}
      </button>
      <button type="button" class="link" onClick={() => model.peek().select({ fragment: null })}>
        {strings.showNow}
      </button>
    </p>
  );
}
