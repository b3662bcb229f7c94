/**
 * The arithmetic of a list whose rows all have one height, of which only the visible part is in
 * the document. Heights and offsets are in CSS pixels.
 */

export interface ListWindow {
  /** First row to draw, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** Which rows to draw. */
export interface ListViewport {
  readonly count: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly height: number;
  /** Rows to draw beyond each edge, so that a fast scroll shows rows and not a hole. */
  readonly overscan: number;
}

/** Takes the state of a scroller; returns the half-open range of rows to draw. */
export function listWindow(viewport: ListViewport): ListWindow {
  const { count, rowHeight, scrollTop, height, overscan } = viewport;
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - overscan;
  const last = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + overscan;
  const end = Math.min(count, Math.max(0, last));
  return { start: Math.min(Math.max(0, first), end), end };
}

/**
 * Takes a row and the state of the scroller; returns the scroll offset that shows the row whole
 * with the least movement.
 */
export function scrollTopToShow(
  row: number,
  viewport: Pick<ListViewport, 'rowHeight' | 'scrollTop' | 'height'>,
): number {
  const { rowHeight, scrollTop, height } = viewport;
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}

/** Says whether a scroller stands at its end, give or take the two pixels that zoom can cost. */
export function isAtEnd(scroller: {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}): boolean {
  return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
}

/**
 * Takes a key's name, the selected row (null for none), how many rows there are and how many fit
 * on a page; returns the row that the key selects, or null where the key means nothing here.
 */
export function rowForKey(
  key: string,
  selected: number | null,
  count: number,
  page: number,
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const from = selected ?? -1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1);
    case 'ArrowUp':
      return selected === null ? last : Math.max(0, from - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, from) + page);
    case 'PageUp':
      return Math.max(0, from - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
