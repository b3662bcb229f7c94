/** Everything that the page did too early, each with its evidence. */
import type { JSX } from 'preact';
import { countFaults } from '../models/own-flags.ts';
import { filterFlags } from '../models/flag-text.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';
import { FlagCard } from './flag-card.tsx';

/** Draws the pane. */
export function FlagsPane({ model }: { readonly model: PanelModel }): JSX.Element {
  const capture = model.capture();
  const { flags } = capture.inspection;
  const stream = capture.selectedStream();
  const settings = model.settings.value;
  const all = settings.allFlags;
  const possible = settings.showPossible;
  const { shown, hidden } = filterFlags(flags, {
    stream: all ? null : (stream?.id ?? ''),
    possible,
  });
  const scopes = [
    { value: false, label: strings.thisStream, count: countFaults(flags, stream?.id ?? '') },
    { value: true, label: strings.allStreams, count: countFaults(flags, null) },
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <section class="flags-list" aria-label={strings.flagCards} tabIndex={0}>
        {shown.length === 0 && <p class="dim">{all ? strings.noFlags : strings.noFlagsHere}</p>}
        {shown.map((flag) => (
          <FlagCard key={flags.indexOf(flag)} model={model} flag={flag} withStream={all} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            class="link hidden-flags"
            onClick={() => model.change({ showPossible: true })}
          >
            {strings.hiddenPossible(hidden)}
          </button>
        )}
      </section>
    </aside>
  );
}
