/**
 * Where the page ran `JSON.parse` on the text of an open call, and it threw.
 *
 * Partial parsers, those of the SDKs among them, try `JSON.parse` on the buffer after every fragment and
 * go on to repair it; whether what they read is acted on is another flag's business. So a failure on the
 * buffer is only possible. One who parses a later fragment by itself can never succeed: that is
 * confirmed. Which of both an app does is known when the call has ended, and flags are raised then.
 */
import type { ParseFailureActionRecord } from '../records.ts';
import type { Call, Flag } from '../types.ts';
import { createFlag } from './flag.ts';
import type { OpenCall } from './open-calls.ts';

export interface ParseFailures {
  /** Takes a failure, its position among the records, and the calls that are open then. */
  add(record: ParseFailureActionRecord, position: number, open: readonly OpenCall[]): void;
  /** @returns the flags of calls that have ended since; each call once */
  settle(): readonly Flag[];
}

interface Known {
  readonly call: Call;
  /** The flag as it is to be raised, made when the first failure happened. */
  readonly confirmed: Flag;
  readonly possible: Flag;
  isOfFragment: boolean;
}

/** A fragment is parsed when it comes, or with the next few. */
const RECENT = 8;

/** Creates an empty memory of failures. */
export function createParseFailures(): ParseFailures {
  let known: Known[] = [];

  return {
    add(record, position, candidates) {
      const { text } = record;
      for (const candidate of text === '' ? [] : candidates) {
        const { call } = candidate;
        const isBuffer = call.arguments.startsWith(text);
        const recent = call.fragments.slice(-RECENT);
        const isFragment = !isBuffer && recent.some((fragment) => fragment.text === text);
        if (!isBuffer && !isFragment) continue;
        let entry = known.find((item) => item.call === call);
        if (entry === undefined) {
          entry = flagged(record, position, candidate);
          known.push(entry);
        }
        entry.isOfFragment ||= isFragment;
        return;
      }
    },
    settle() {
      const settled = known.filter(({ call }) => call.status !== 'streaming');
      if (settled.length > 0) known = known.filter(({ call }) => call.status === 'streaming');
      return settled.map(({ isOfFragment, confirmed, possible }) =>
        isOfFragment ? confirmed : possible,
      );
    },
  };
}

function flagged(
  record: ParseFailureActionRecord,
  action: number,
  { stream, call }: OpenCall,
): Known {
  const facts = { code: 'parse-failure', action, t: record.t, stream, call, sent: [] } as const;
  const reasons = [{ type: 'prefix-parsed', text: record.text }] as const;
  return {
    call,
    confirmed: createFlag({ ...facts, reasons, confidence: 'confirmed' }),
    possible: createFlag({ ...facts, reasons, confidence: 'possible' }),
    isOfFragment: false,
  };
}
