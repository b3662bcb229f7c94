/**
 * The mark of flags at the place where they happened. It opens the card of the first, and of the next
 * each time. Its sign is generated content: where it stands in captured text, that stays as it is.
 */
import type { JSX } from 'preact';
import type { Flag } from '../../src/core/types.ts';
import { flagTone } from '../models/flag-text.ts';
import type { PanelModel } from '../models/panel.ts';
import { strings } from '../strings.ts';

export interface FlagMarkProps {
  readonly model: PanelModel;
  /** At least one. */
  readonly flags: readonly Flag[];
  /** The name of the first. */
  readonly name: string;
}

/** Takes flags of one place; returns the colour of their mark. */
export function toneOfFlags(flags: readonly Flag[]): 'bad' | 'warn' | 'plain' {
  const tones = flags.map(flagTone);
  return tones.find((tone) => tone === 'bad') ?? tones.find((tone) => tone === 'warn') ?? 'plain';
}

/** Opens the card of the first flag, or of the one after that which was opened last. */
export function openNextFlag(model: PanelModel, flags: readonly Flag[]): void {
  const opened = model.peek().selection.peek().flag;
  const at = opened === null ? -1 : flags.indexOf(opened);
  const next = flags[(at + 1) % flags.length];
  if (next !== undefined) model.openFlag(next);
}

/** Draws the mark. */
export function FlagMark({ model, flags, name }: FlagMarkProps): JSX.Element {
  const label = strings.flagMarks(name, flags.length - 1);
  return (
    <button
      type="button"
      class={`flag-mark ${toneOfFlags(flags)}`}
      aria-label={label}
      title={label}
      data-testid="flag-mark"
      onClick={() => openNextFlag(model, flags)}
    />
  );
}
