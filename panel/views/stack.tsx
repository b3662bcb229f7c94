/** A stack as it was recorded. The places in it open in the Sources panel where that can be. */
import type { JSX } from 'preact';
import type { PageActions } from '../models/page-actions.ts';
import type { SourcePlace, StackLine } from '../models/stack-lines.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';

export interface SourceLinkProps {
  readonly place: SourcePlace;
  /** What stands for the place. */
  readonly text: string;
  /** Null draws plain text. */
  readonly onOpen: PageActions['openSource'];
}

/** Draws a place in a script. */
export function SourceLink({ place, text, onOpen }: SourceLinkProps): JSX.Element {
  if (onOpen === null) return <CapturedText text={text} />;
  return (
    <button
      type="button"
      class="link source"
      title={`${strings.openSourceHint}\n${place.url}`}
      onClick={() => onOpen(place)}
    >
      <CapturedText text={text} />
    </button>
  );
}

/** Draws all lines of a stack. */
export function Stack(props: {
  readonly lines: readonly StackLine[];
  readonly onOpen: PageActions['openSource'];
}): JSX.Element {
  const { lines, onOpen } = props;
  return (
    <pre class="mono stack" dir="ltr">
      {lines.map(({ before, text, after, place }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a stack may name a line twice
        <span key={index}>
          <CapturedText text={before} />
          {place !== null && <SourceLink place={place} text={text} onOpen={onOpen} />}
          <CapturedText text={index === lines.length - 1 ? after : `${after}\n`} isLaidOut />
        </span>
      ))}
    </pre>
  );
}
