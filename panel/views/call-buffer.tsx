/**
 * A call's buffer with its cuts. Each fragment is an element with one of two backgrounds in turn,
 * and a torn token is marked at the cut by generated content: the text content is the arguments,
 * character for character.
 */
import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { fragmentCut } from '../../src/core/index.ts';
import type { Call, Flag, Fragment as Piece } from '../../src/core/types.ts';
import {
  bufferBlocks,
  fragmentsWithin,
  MORE_FRAGMENTS,
  shownCharacters,
  shownRange,
  type BufferBlock,
  type ShownRange,
} from '../layout/buffer-blocks.ts';
import type { FlagsByFragment } from '../models/call-flags.ts';
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
  /** How many fragments are drawn at most. */
  readonly shownCount: number;
  readonly onShowMore: () => void;
  /** Starts at its end and stays there: for what is still growing. */
  readonly follows: boolean;
  readonly onSelect: (fragment: number) => void;
  readonly flags: FlagsByFragment;
  /** Draws the mark of flags that happened after a fragment. */
  readonly renderMark: (flags: readonly Flag[]) => JSX.Element;
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
  const { call, selected, shownCount, onShowMore, follows, onSelect, flags, renderMark } = props;
  const { fragments } = call;
  const count = fragments.length;
  const isOfFragments = isJoined(call);
  const drawn = useMemo(() => createBlockCache(call), [call]);
  const isDense = count > WORDED_COUNT && call.arguments.length < count * WORDED_LENGTH;
  const shown = shownRange(count, selected, shownCount);
  const hidden = count - (shown.to - shown.from);
  const available = isOfFragments
    ? charactersOf(fragments, shown)
    : { from: 0, to: call.arguments.length };
  const selectedEnd =
    selected === null || !isOfFragments ? null : (fragments[selected]?.end ?? null);
  const characters = shownCharacters(available, selectedEnd);
  const isClipped = characters !== available;
  const drawnRange = isClipped ? fragmentsWithin(fragments, shown, characters) : shown;
  const [follower] = useState(() => createScrollFollower(follows));
  const { attach } = follower;

  useLayoutEffect(() => {
    if (selected === null) follower.followEnd();
    else follower.showElement(`[data-fragment="${selected}"]`);
  }, [follower, count, selected]);

  for (const from of drawn.keys()) {
    if (from < drawnRange.from || from >= drawnRange.to) drawn.delete(from);
  }
  const blockOf = (block: BufferBlock): JSX.Element => {
    // The same element object again tells preact that nothing in it changed.
    const within = overlap(charactersOf(fragments, block), characters);
    const key = `${block.to} ${block.ghostFrom} ${within.from} ${within.to}${marksKey(block, flags)}`;
    const old = drawn.get(block.from);
    if (old?.key === key) return old.element;
    const element = (
      <FragmentBlock
        key={block.from}
        fragments={fragments}
        block={block}
        within={within}
        flags={flags}
        renderMark={renderMark}
      />
    );
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
      {hidden > 0 && isOfFragments && (
        <p class="buffer-note">
          {strings.shownFragments(shown.from + 1, shown.to, count)}{' '}
          <button type="button" class="link" onClick={onShowMore}>
            {strings.showMoreFragments(Math.min(hidden, MORE_FRAGMENTS))}
          </button>
        </p>
      )}
      {isClipped && (
        <p class="buffer-note">
          {strings.shownCharacters(characters.from + 1, characters.to, call.arguments.length)}
        </p>
      )}
      {!isOfFragments && (
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
        dir="ltr"
        onClick={onClick}
        onScroll={() => void follower.measure()}
      >
        <div class="buffer-text" data-empty={strings.noArguments}>
          {isOfFragments ? (
            <>
              {drawnRange.from === 0 && count > 0 && flagsAt(flags, -1).map(renderMark)}
              {bufferBlocks(drawnRange, selected).map(blockOf)}
            </>
          ) : (
            <CapturedText text={call.arguments.slice(characters.from, characters.to)} />
          )}
        </div>
      </section>
    </>
  );
}

/** The characters of some fragments, as places in the buffer. */
function charactersOf(fragments: readonly Piece[], { from, to }: ShownRange): ShownRange {
  return { from: fragments[from]?.start ?? 0, to: fragments[to - 1]?.end ?? 0 };
}

/** The flags behind a fragment as the list of their one mark; empty where there are none. */
function flagsAt(flags: FlagsByFragment, position: number): readonly (readonly Flag[])[] {
  const found = flags.get(position);
  return found === undefined ? [] : [found];
}

/** What a block's marks depend on. */
function marksKey({ from, to }: BufferBlock, flags: FlagsByFragment): string {
  if (flags.size === 0) return '';
  let key = '';
  for (let position = from; position < to; position += 1) {
    const found = flags.get(position);
    if (found !== undefined) key += ` ${position}:${found.map(({ action }) => action).join()}`;
  }
  return key;
}

function overlap(left: ShownRange, right: ShownRange): ShownRange {
  return { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
}

function FragmentBlock(props: {
  readonly fragments: readonly Piece[];
  readonly block: BufferBlock;
  /** The characters of it that are drawn. */
  readonly within: ShownRange;
  readonly flags: FlagsByFragment;
  readonly renderMark: CallBufferProps['renderMark'];
}): JSX.Element {
  const { fragments, block, within, flags, renderMark } = props;
  return (
    <span>
      {fragments.slice(block.from, block.to).map((fragment, offset) => {
        const position = block.from + offset;
        const isGhost = position >= block.ghostFrom;
        const isLastShown = position === block.ghostFrom - 1 && block.ghostFrom < block.to;
        const { text, start, end } = fragment;
        const shownFrom = Math.max(within.from - start, 0);
        const shownTo = Math.max(within.to - start, 0);
        return (
          <Fragment key={position}>
            <span
              class={classOf(position, isGhost, isLastShown)}
              data-fragment={position}
              data-cut={end > within.to ? undefined : CUT_MARKS[fragmentCut(fragment)]}
            >
              <CapturedText text={text.slice(shownFrom, shownTo)} />
            </span>
            {flagsAt(flags, position).map(renderMark)}
          </Fragment>
        );
      })}
    </span>
  );
}

function classOf(position: number, isGhost: boolean, isLastShown: boolean): string {
  const parity = position % 2 === 0 ? 'even' : 'odd';
  return `piece ${parity}${isGhost ? ' ghost' : ''}${isLastShown ? ' edge' : ''}`;
}
