/** The flags of a call by the fragment after which their actions came. */
import type { Flag } from '../../src/core/types.ts';

/** Position of the fragment, or -1 for what came before the first one. */
export type FlagsByFragment = ReadonlyMap<number, readonly Flag[]>;

/** Takes flags and names of a stream and a call; returns the flags of that call, in the order they were raised. */
export function flagsOfCall(flags: readonly Flag[], stream: string, call: number): readonly Flag[] {
  return flags
    .filter((flag) => flag.stream === stream && flag.call === call)
    .toSorted((left, right) => left.action - right.action);
}

/** Takes the flags of a call; returns them by fragment. */
export function flagsByFragment(flags: readonly Flag[]): FlagsByFragment {
  const byFragment = new Map<number, Flag[]>();
  for (const flag of flags) {
    const position = flag.fragment - 1;
    const known = byFragment.get(position);
    if (known === undefined) byFragment.set(position, [flag]);
    else known.push(flag);
  }
  return byFragment;
}
