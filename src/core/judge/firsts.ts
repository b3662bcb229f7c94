/** What is told of a call once, and not again. */
import type { Call } from '../types.ts';

/** Creates an empty memory; it says whether something is told of a call for the first time. */
export function createFirsts(): (call: Call, what: string) => boolean {
  const told = new Map<Call, Set<string>>();
  return (call, what) => {
    const ofCall = told.get(call) ?? new Set();
    told.set(call, ofCall);
    if (ofCall.has(what)) return false;
    ofCall.add(what);
    return true;
  };
}
