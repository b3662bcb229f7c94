/** Everything that the page did too early, each with its evidence. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Flag } from '../../src/core/types.ts';
import { countFaults, filterFlags } from '../models/flag-book.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';
import { FlagCard } from './flag-card.tsx';

/** Cards drawn at once: a page that parses each fragment gives a flag for each. */
const SHOWN_CARDS = 100;

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

/** Draws the pane. */
export function FlagsPane({ model }: { readonly model: PanelModel }): JSX.Element {
  const [shownCards, setShownCards] = useState(SHOWN_CARDS);
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
  const mostCards = Math.max(shownCards, opened === null ? 0 : shown.indexOf(opened.flag) + 1);
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
        {shown.slice(0, mostCards).map((flag) => (
          <FlagCard
            key={keyOf(flag)}
            model={model}
            flag={flag}
            withStream={all}
            isDismissed={dismissed.has(flag)}
          />
        ))}
        {shown.length > mostCards && (
          <button
            type="button"
            class="link hidden-flags"
            onClick={() => setShownCards(mostCards + SHOWN_CARDS)}
          >
            {strings.moreFlags(Math.min(SHOWN_CARDS, shown.length - mostCards))}
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
