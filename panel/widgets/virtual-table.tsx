/**
 * A table of rows of one height, of which only the visible ones are in the document. It is one stop
 * for the keyboard: arrow keys move the selection, and the scroller follows it. It is built of plain
 * elements with the roles of a grid, since the browser's own table cannot place single rows.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- see above */
import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useId, useLayoutEffect, useState } from 'preact/hooks';
import { formatCount } from '../models/format.ts';
import { listWindow, rowForKey } from '../layout/list-window.ts';
import { createScrollFollower } from './scroll-follower.ts';

export interface Column {
  readonly key: string;
  readonly title: string;
  readonly hint?: string;
}

export interface VirtualTableProps {
  readonly label: string;
  /** Names the columns' widths in the style sheet. */
  readonly kind: string;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly selected: number | null;
  readonly onSelect: (row: number) => void;
  /** Enter was pressed on the selected row. */
  readonly onActivate?: (row: number) => void;
  /** Returns the cells of a row, one for each column. */
  readonly renderCells: (row: number) => readonly ComponentChildren[];
  /** Starts at its end and stays there: for what is still growing. */
  readonly followsEnd: boolean;
  readonly rowTestId: string;
}

/** In CSS pixels; virtual-table.css has the same. */
const ROW_HEIGHT = 21;
const OVERSCAN = 5;
/** Before the first layout is known. */
const FIRST_HEIGHT = 400;

/** Draws the table. The caller must draw it again when a row changes. */
export function VirtualTable(props: VirtualTableProps): JSX.Element {
  const { label, kind, columns, count, selected, onSelect, renderCells, followsEnd, rowTestId } =
    props;
  const id = useId();
  const [follower] = useState(() => createScrollFollower(followsEnd));
  const { attach } = follower;
  const [view, setView] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  const { scrollTop, height } = view;

  const measure = useCallback((): void => {
    const now = follower.measure();
    setView((old) => (old.scrollTop === now.scrollTop && old.height === now.height ? old : now));
  }, [follower]);

  useLayoutEffect(() => follower.watchSize(measure), [follower, measure]);

  useLayoutEffect(() => {
    if (selected === null) follower.followEnd();
  }, [follower, count, selected]);

  useLayoutEffect(() => {
    if (selected !== null) follower.showRow(selected, ROW_HEIGHT);
  }, [follower, selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // What stands in a cell has keys of its own.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && selected !== null) props.onActivate?.(selected);
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 2);
    const row = rowForKey(event.key, selected, count, page);
    if (row === null) return;
    event.preventDefault();
    onSelect(row);
  };

  const viewport = { count, rowHeight: ROW_HEIGHT, scrollTop, height, overscan: OVERSCAN };
  const { start, end } = listWindow(viewport);
  const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
  const isDrawn = selected !== null && selected >= start && selected < end;
  return (
    <div
      ref={attach}
      class={`vt vt-kind-${kind}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      style={{ '--digits': formatCount(count).length }}
      aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <div class="vt-head" role="rowgroup">
        <div class="vt-headrow" role="row" aria-rowindex={1}>
          {columns.map(({ key, title, hint }) => (
            <span key={key} role="columnheader" class={`vt-cell vt-${key}`} title={hint}>
              {title}
            </span>
          ))}
        </div>
      </div>
      <div class="vt-body" role="rowgroup" style={{ height: `${count * ROW_HEIGHT}px` }}>
        {rows.map((row) => (
          <TableRow
            key={row}
            id={`${id}-${row}`}
            row={row}
            columns={columns}
            cells={renderCells(row)}
            isSelected={row === selected}
            testId={rowTestId}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

interface TableRowProps {
  readonly id: string;
  readonly row: number;
  readonly columns: readonly Column[];
  readonly cells: readonly ComponentChildren[];
  readonly isSelected: boolean;
  readonly testId: string;
  readonly onSelect: (row: number) => void;
}

function TableRow(props: TableRowProps): JSX.Element {
  const { id, row, columns, cells, isSelected, testId, onSelect } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and the keys
    <div
      id={id}
      role="row"
      // The header is row 1.
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      class={isSelected ? 'vt-row selected' : 'vt-row'}
      style={{ top: `${row * ROW_HEIGHT}px` }}
      data-testid={testId}
      onClick={() => onSelect(row)}
    >
      {columns.map(({ key }, index) => (
        <span key={key} role="gridcell" class={`vt-cell vt-${key}`}>
          {cells[index]}
        </span>
      ))}
    </div>
  );
}
