/** Everything that the page did too early, each with its evidence. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Flag } from '../../src/core/types.ts';
import { countFaults, filterFlags } from '../models/flag-book.ts';
import { flagRows, groupFlags, type FlagGroup, type FlagRow } from '../models/flag-groups.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';
import { FlagCard } from './flag-card.tsx';

/** Rows drawn at once: an open group may have a card for each fragment. */
const SHOWN_ROWS = 100;

/** Keys of cards: flags have no name, and may be taken back by the judge. */
const keys = new WeakMap<Flag, number>();
let nextKey = 0;

function keyOf(flag: Flag): number {
  const known = keys.get(flag);
  if (known !== undefined) return known;
  nextKey += 1;
  keys.set(flag, nextKey);
  return nextKey;
}

/** Whether a group is open, chosen while that flag was the one opened. */
interface Choice {
  readonly isOpen: boolean;
  readonly opened: { readonly flag: Flag } | null;
}

/** Draws the pane. */
export function FlagsPane({ model }: { readonly model: PanelModel }): JSX.Element {
  const [shownRows, setShownRows] = useState(SHOWN_ROWS);
  const [choices, setChoices] = useState<ReadonlyMap<Flag, Choice>>(new Map());
  const capture = model.capture();
  const stream = capture.selectedStream();
  const book = model.flags();
  const { allFlags: all, showPossible: possible, showDismissed } = model.settings.value;
  const { shown, dismissed, hiddenPossible, hiddenDismissed } = filterFlags(book, {
    stream: all ? null : (stream?.id ?? ''),
    possible,
    dismissed: showDismissed,
  });
  const opened = model.openedFlag.value;
  const rows = flagRows(groupFlags(shown, capture.inspection), isOpen);
  const isOpened = (row: FlagRow): boolean => row.type === 'card' && row.flag === opened?.flag;
  const mostRows = Math.max(shownRows, rows.findIndex(isOpened) + 1);

  /** The reader's own choice, or that a flag of the group was opened elsewhere. */
  function isOpen({ first, more }: FlagGroup): boolean {
    const chosen = choices.get(first);
    if (chosen !== undefined && chosen.opened === opened) return chosen.isOpen;
    return (chosen?.isOpen ?? false) || (opened !== null && more.includes(opened.flag));
  }

  function toggle({ first }: FlagGroup, toOpen: boolean): void {
    setChoices(new Map(choices).set(first, { isOpen: toOpen, opened }));
  }

  const scopes = [
    { value: false, label: strings.thisStream, count: countFaults(book, stream?.id ?? '') },
    { value: true, label: strings.allStreams, count: countFaults(book, null) },
  ];
  return (
    <aside class="flags" aria-label={strings.flags}>
      <div class="flags-bar">
        <fieldset class="scopes" aria-label={strings.flagScope}>
          {scopes.map(({ value, label, count }) => (
            <button
              key={label}
              type="button"
              class="scope"
              aria-pressed={all === value}
              onClick={() => model.change({ allFlags: value })}
            >
              {label} {count}
            </button>
          ))}
        </fieldset>
        <label class="check" title={strings.showPossibleHint}>
          <input
            type="checkbox"
            checked={possible}
            onChange={(event) => model.change({ showPossible: event.currentTarget.checked })}
          />
          {strings.showPossible}
        </label>
      </div>
      <section
        class="flags-list"
        aria-label={strings.flagCards}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
        tabIndex={0}
        data-testid="flag-list"
      >
        {shown.length === 0 && <p class="dim">{emptyText(all, hiddenPossible)}</p>}
        {rows
          .slice(0, mostRows)
          .map((row) =>
            row.type === 'card' ? (
              <FlagCard
                key={keyOf(row.flag)}
                model={model}
                flag={row.flag}
                withStream={all}
                isDismissed={dismissed.has(row.flag)}
              />
            ) : (
              <MoreAlike
                key={`more ${keyOf(row.group.first)}`}
                group={row.group}
                isOpen={row.isOpen}
                onToggle={() => toggle(row.group, !row.isOpen)}
              />
            ),
          )}
        {rows.length > mostRows && (
          <button
            type="button"
            class="link hidden-flags"
            onClick={() => setShownRows(mostRows + SHOWN_ROWS)}
          >
            {strings.moreFlags(Math.min(SHOWN_ROWS, rows.length - mostRows))}
          </button>
        )}
        {hiddenPossible > 0 && (
          <button
            type="button"
            class="link hidden-flags"
            onClick={() => model.change({ showPossible: true })}
          >
            {strings.hiddenPossible(hiddenPossible)}
          </button>
        )}
        <DismissedLine model={model} hidden={hiddenDismissed} shown={dismissed.size} />
      </section>
    </aside>
  );
}

function MoreAlike(props: {
  readonly group: FlagGroup;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): JSX.Element {
  const { group, isOpen, onToggle } = props;
  const first = group.more[0]?.fragment ?? 0;
  const last = group.more.at(-1)?.fragment ?? 0;
  const place = first === 0 ? '' : strings.afterFragments(first, last);
  return (
    <button
      type="button"
      class="link more-alike"
      aria-expanded={isOpen}
      data-testid="more-alike"
      onClick={onToggle}
    >
      {strings.moreAlike(group.more.length, place)}
    </button>
  );
}

function DismissedLine(props: {
  readonly model: PanelModel;
  readonly hidden: number;
  readonly shown: number;
}): JSX.Element | null {
  const { model, hidden, shown } = props;
  if (hidden + shown === 0) return null;
  const isHidden = hidden > 0;
  return (
    <p class="hidden-flags dim" data-testid="dismissed-flags">
      {isHidden ? strings.hiddenDismissed(hidden) : strings.shownDismissed(shown)}
      {' · '}
      <button type="button" class="link" onClick={() => model.change({ showDismissed: isHidden })}>
        {isHidden ? strings.show : strings.hide}
      </button>
    </p>
  );
}

function emptyText(all: boolean, hiddenPossible: number): string {
  if (hiddenPossible > 0) return strings.noneCertain;
  return all ? strings.noFlags : strings.noFlagsHere;
}
