/**
 * A call's buffer with its cuts. Each fragment is an element with one of two backgrounds in turn,
 * and a torn token is marked at the cut by generated content: the text content is the arguments,
 * character for character.
 */
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { fragmentCut } from '../../src/core/index.ts';
import type { Call, Fragment } from '../../src/core/types.ts';
import { bufferBlocks, shownRange, type BufferBlock } from '../layout/buffer-blocks.ts';
import { isJoined } from '../models/fragment-rows.ts';
import { CUT_MARKS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { CapturedText } from '../widgets/captured-text.tsx';
import { createScrollFollower } from '../widgets/scroll-follower.ts';

/** Characters that fragments have on average where a mark in words does not drown them. */
const WORDED_LENGTH = 8;

/** A call of so few fragments has room for words whatever their length. */
const WORDED_COUNT = 60;

export interface CallBufferProps {
  readonly call: Call;
  readonly selected: number | null;
  readonly showAll: boolean;
  readonly onShowAll: () => void;
  readonly onSelect: (fragment: number) => void;
}

interface DrawnBlock {
  readonly key: string;
  readonly element: JSX.Element;
}

/** The elements of a call's blocks by their first fragment. Another call needs others, whatever its positions. */
function createBlockCache(_call: Call): Map<number, DrawnBlock> {
  return new Map();
}

/** Draws the buffer as it is, or as of the selected fragment with what came later pale. */
export function CallBuffer(props: CallBufferProps): JSX.Element {
  const { call, selected, showAll, onShowAll, onSelect } = props;
  const count = call.fragments.length;
  const drawn = useMemo(() => createBlockCache(call), [call]);
  const isDense = count > WORDED_COUNT && call.arguments.length < count * WORDED_LENGTH;
  const shown = showAll ? { from: 0, to: count } : shownRange(count, selected);
  const isWhole = shown.from === 0 && shown.to === count;
  const [follower] = useState(() => createScrollFollower(call.end === null));
  const { attach } = follower;

  useLayoutEffect(() => {
    if (selected === null) follower.followEnd();
    else follower.showElement(`[data-fragment="${selected}"]`);
  }, [follower, count, selected]);

  for (const from of drawn.keys()) if (from < shown.from || from >= shown.to) drawn.delete(from);
  const blockOf = (block: BufferBlock): JSX.Element => {
    // The same element object again tells preact that nothing in it changed.
    const key = `${block.to} ${block.ghostFrom} ${block.ghostFrom === selected}`;
    const old = drawn.get(block.from);
    if (old?.key === key) return old.element;
    const element = <FragmentBlock key={block.from} fragments={call.fragments} block={block} />;
    drawn.set(block.from, { key, element });
    return element;
  };

  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const element = event.target.closest('[data-fragment]');
    const position = element instanceof HTMLElement ? element.dataset['fragment'] : undefined;
    const isTextSelected = document.getSelection()?.isCollapsed === false;
    if (position !== undefined && !isTextSelected) onSelect(Number(position));
  };

  return (
    <>
      {!isWhole && isJoined(call) && (
        <p class="buffer-note">
          {strings.shownFragments(shown.from + 1, shown.to, count)}{' '}
          <button type="button" class="link" onClick={onShowAll}>
            {strings.showAllFragments}
          </button>
        </p>
      )}
      {!isJoined(call) && (
        <p class="buffer-note warn-text">
          {count === 0 ? strings.finalOnly : strings.finalDiffers}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the table of fragments has the keys */}
      <section
        ref={attach}
        class={isDense ? 'buffer dense mono' : 'buffer mono'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
        tabIndex={0}
        aria-label={strings.argumentsBuffer}
        data-testid="call-arguments"
        data-empty={strings.noArguments}
        dir="ltr"
        onClick={onClick}
        onScroll={() => void follower.measure()}
      >
        {isJoined(call) ? (
          bufferBlocks(shown, selected).map(blockOf)
        ) : (
          <CapturedText text={call.arguments} />
        )}
      </section>
    </>
  );
}

function FragmentBlock(props: {
  readonly fragments: readonly Fragment[];
  readonly block: BufferBlock;
}): JSX.Element {
  const { fragments, block } = props;
  return (
    <span>
      {fragments.slice(block.from, block.to).map((fragment, offset) => {
        const position = block.from + offset;
        const isGhost = position >= block.ghostFrom;
        const isLastShown = position === block.ghostFrom - 1 && block.ghostFrom < block.to;
        return (
          <span
            key={position}
            class={classOf(position, isGhost, isLastShown)}
            data-fragment={position}
            data-cut={CUT_MARKS[fragmentCut(fragment)]}
          >
            <CapturedText text={fragment.text} />
          </span>
        );
      })}
    </span>
  );
}

function classOf(position: number, isGhost: boolean, isLastShown: boolean): string {
  const parity = position % 2 === 0 ? 'even' : 'odd';
  return `piece ${parity}${isGhost ? ' ghost' : ''}${isLastShown ? ' edge' : ''}`;
}
