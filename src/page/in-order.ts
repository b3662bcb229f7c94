/** Work that is done in the order in which it was given, though some of it becomes ready late. */
import { append } from './primordials.ts';

export interface InOrder {
  /** Does work once all that was given before it is done; at once where nothing waits. */
  readonly add: (work: () => void) => void;
  /** Takes a place for work that is not known yet; what comes back must be called with it once. */
  readonly hold: () => (work: () => void) => void;
}

/** Makes an empty row. Work must not throw. */
export function createInOrder(): InOrder {
  let row: { work: (() => void) | null }[] = [];

  function run(): void {
    let done = 0;
    for (; done < row.length; done += 1) {
      const work = row[done]?.work ?? null;
      if (work === null) break;
      work();
    }
    const rest: { work: (() => void) | null }[] = [];
    for (let index = done; index < row.length; index += 1) {
      const place = row[index];
      if (place !== undefined) append(rest, place);
    }
    row = rest;
  }

  return {
    add(work) {
      if (row.length === 0) work();
      else append(row, { work });
    },
    hold() {
      const place: { work: (() => void) | null } = { work: null };
      append(row, place);
      return (work) => {
        place.work = work;
        run();
      };
    },
  };
}
