/**
 * The arithmetic of a strip that shows a stretch of time. Whatever the stretch holds, the work is in
 * proportion to the strip's width: each pixel column looks for what falls into it. Times are in
 * milliseconds and rise, places are in CSS pixels.
 */

export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** Takes a scale and a time; returns its place, within the strip. */
export function placeOf({ from, to, width }: TimeScale, t: number): number {
  return Math.min(width, Math.max(0, ((t - from) / (to - from)) * width));
}

/** Takes a scale and a place; returns the time there. */
export function timeAt({ from, to, width }: TimeScale, place: number): number {
  return from + (Math.min(width, Math.max(0, place)) / Math.max(1, width)) * (to - from);
}

/** A list of moments that rise. */
export interface Moments {
  readonly count: number;
  readonly at: (position: number) => number;
}

/** Takes moments and a time; returns how many are not later. */
export function countUntil(moments: Moments, t: number): number {
  return countWhile(moments, (moment) => moment <= t);
}

function countWhile({ count, at }: Moments, holds: (t: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(at(middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pixel columns that look the same, as a half-open range. */
export interface ColumnRun<Look> {
  readonly from: number;
  readonly to: number;
  readonly look: Look;
}

/**
 * Cuts a strip into runs of columns that look the same.
 * @param moments what happens in the strip
 * @param lookOf takes the moments that fall into a column as a half-open range of positions, which is
 *   empty where none does; null draws nothing
 */
export function columnRuns<Look>(
  scale: TimeScale,
  moments: Moments,
  lookOf: (from: number, to: number) => Look | null,
): readonly ColumnRun<Look>[] {
  const runs: ColumnRun<Look>[] = [];
  let start = 0;
  let current: Look | null = null;
  // What falls on the very start belongs to the first column.
  let before = countWhile(moments, (t) => t < scale.from);
  for (let column = 0; column < scale.width; column += 1) {
    const until = countUntil(moments, timeAt(scale, column + 1));
    const look = lookOf(before, until);
    before = until;
    if (look === current) continue;
    if (current !== null) runs.push({ from: start, to: column, look: current });
    start = column;
    current = look;
  }
  if (current !== null) runs.push({ from: start, to: scale.width, look: current });
  return runs;
}

/** What stands at one place of the strip. */
export interface MarkGroup<Item> {
  readonly place: number;
  readonly items: readonly Item[];
}

/** Takes items in order of their places; returns them in groups, none nearer to the next than `gap`. */
export function groupMarks<Item>(
  items: readonly Item[],
  placeOfItem: (item: Item) => number,
  gap: number,
): readonly MarkGroup<Item>[] {
  const groups: { place: number; items: Item[] }[] = [];
  for (const item of items) {
    const place = placeOfItem(item);
    const last = groups.at(-1);
    if (last !== undefined && place - last.place < gap) last.items.push(item);
    else groups.push({ place, items: [item] });
  }
  return groups;
}

const ROUND = [1, 2, 5, 10];

/** Takes a scale, where its times count from, and the room that a label needs; returns round times that have room. */
export function timeTicks(scale: TimeScale, origin: number, room: number): readonly number[] {
  const span = scale.to - scale.from;
  const most = Math.floor(scale.width / room);
  if (most < 1 || !(span > 0)) return [];
  const unit = 10 ** Math.floor(Math.log10(span / most));
  const step = unit * (ROUND.find((factor) => span / (unit * factor) <= most) ?? 10);
  const first = Math.ceil((scale.from - origin) / step);
  const last = Math.floor((scale.to - origin) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => origin + (first + index) * step);
}

/** Takes how many lanes there are, which one must be shown and how many may be; returns those, as a half-open range. */
export function shownLanes(
  count: number,
  selected: number,
  most: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(selected - Math.floor(most / 2), count - most));
  return { from, to: Math.min(count, from + most) };
}
