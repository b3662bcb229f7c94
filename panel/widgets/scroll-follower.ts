/**
 * The scroller of a log: it follows the end while it stands there, and stays where it is once the
 * reader has scrolled away.
 */
import { isAtEnd, scrollTopToShow } from '../layout/list-window.ts';

export interface ScrollFollower {
  /** Goes to the `ref` of the element. */
  readonly attach: (element: HTMLElement | null) => void;
  /** To be called when the element was scrolled or resized; returns what is visible, in CSS pixels. */
  readonly measure: () => { readonly scrollTop: number; readonly height: number };
  /** Calls back when the element changes its size, and once at first; returns how to stop that. */
  readonly watchSize: (callback: () => void) => () => void;
  /** To be called when rows were added. */
  readonly followEnd: () => void;
  /** Brings the first element within that the selector names into view, if there is one. */
  readonly showElement: (selector: string) => void;
  /** Brings a row of fixed height into view; a header of one row's height covers the top. */
  readonly showRow: (row: number, rowHeight: number) => void;
}

/** Takes whether to follow the end from the start; returns a follower for one element. */
export function createScrollFollower(followsFromStart: boolean): ScrollFollower {
  let scroller: HTMLElement | null = null;
  let follows = followsFromStart;

  function followEnd(): void {
    if (scroller !== null && follows) scroller.scrollTop = scroller.scrollHeight;
  }

  return {
    attach: (element) => {
      scroller = element;
    },
    measure: () => {
      if (scroller === null) return { scrollTop: 0, height: 0 };
      follows = isAtEnd(scroller);
      return { scrollTop: scroller.scrollTop, height: scroller.clientHeight };
    },
    watchSize: (callback) => {
      const observer = new ResizeObserver(() => {
        // It stood at the end before, and is to stand there still.
        followEnd();
        callback();
      });
      if (scroller !== null) observer.observe(scroller);
      return () => observer.disconnect();
    },
    followEnd,
    showElement: (selector) => {
      scroller?.querySelector(selector)?.scrollIntoView({ block: 'nearest' });
    },
    showRow: (row, rowHeight) => {
      if (scroller === null) return;
      const height = scroller.clientHeight - rowHeight;
      scroller.scrollTop = scrollTopToShow(row, {
        rowHeight,
        scrollTop: scroller.scrollTop,
        height,
      });
    },
  };
}
