/**
 * Where the page ran `JSON.parse` on the text of an open call, and it threw.
 *
 * Partial parsers, those of the SDKs among them, try `JSON.parse` on the buffer after every fragment and
 * go on to repair it; whether what they read is acted on is another flag's business. So a failure on the
 * buffer is only possible. One who parses a later fragment by itself can never succeed: that is
 * confirmed. Which of both an app does is known when the call has ended, and flags are raised then.
 */
import type { ActionCause, ParseFailureActionRecord } from '../records.ts';
import type { Call, Flag } from '../types.ts';
import { createFlag } from './flag.ts';
import type { OpenCall } from './open-calls.ts';

export interface ParseFailures {
  /**
   * Takes a failure, its position among the records, and the calls whose end the page has not got to:
   * those that are open, and those that ended with the chunk in whose turn it happened.
   */
  add(record: ParseFailureActionRecord, position: number, open: readonly OpenCall[]): void;
  /**
   * @param cause the chunk in whose turn the page still is, if any
   * @returns the flags of calls that have ended since; each call once
   */
  settle(cause: ActionCause | undefined): readonly Flag[];
}

interface Known {
  readonly call: Call;
  /** The flag as it is to be raised, made when the first failure happened. */
  readonly confirmed: Flag;
  readonly possible: Flag;
  readonly cause: ActionCause | undefined;
  isOfFragment: boolean;
}

/** A fragment is parsed when it comes, or with the next few. */
const RECENT = 8;

/** Creates an empty memory of failures. */
export function createParseFailures(): ParseFailures {
  let known: Known[] = [];
  /** What has been said of a call is not said again. */
  const settledCalls = new WeakSet<Call>();

  return {
    add(record, position, candidates) {
      const { text } = record;
      for (const candidate of text === '' ? [] : candidates) {
        const { call } = candidate;
        const isBuffer = call.arguments.startsWith(text);
        const place = isBuffer ? -1 : placeOf(text, call, record.cause);
        const isFragment = place >= 0;
        if (!isBuffer && !isFragment) continue;
        if (settledCalls.has(call)) return;
        let entry = known.find((item) => item.call === call);
        if (entry === undefined) {
          const had = isBuffer ? call.fragments.findIndex(({ end }) => end >= text.length) : place;
          entry = flagged(record, position, candidate, had + 1);
          known.push(entry);
        }
        entry.isOfFragment ||= isFragment;
        return;
      }
    },
    settle(cause) {
      const isSettled = (entry: Known): boolean =>
        entry.call.status !== 'streaming' && (cause === undefined || !isSame(entry.cause, cause));
      const settled = known.filter(isSettled);
      if (settled.length > 0) known = known.filter((entry) => !isSettled(entry));
      for (const { call } of settled) settledCalls.add(call);
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
  fragment: number,
): Known {
  const { t } = record;
  const facts = { code: 'parse-failure', action, t, stream, call, sent: [], fragment } as const;
  const reasons = [{ type: 'prefix-parsed', text: record.text }] as const;
  return {
    call,
    confirmed: createFlag({ ...facts, reasons, confidence: 'confirmed' }),
    possible: createFlag({ ...facts, reasons, confidence: 'possible' }),
    cause: record.cause,
    isOfFragment: false,
  };
}

/** Which fragment a text is, of those that the page got last; -1 for none. */
function placeOf(text: string, { fragments }: Call, cause: ActionCause | undefined): number {
  let place = fragments.length - 1;
  for (let seen = 0; place >= 0; place -= 1, seen += 1) {
    const fragment = fragments[place];
    if (fragment === undefined) return -1;
    if (fragment.text === text) return place;
    if (seen >= RECENT && fragment.chunk !== cause?.chunk) return -1;
  }
  return -1;
}

function isSame(left: ActionCause | undefined, right: ActionCause): boolean {
  return left?.stream === right.stream && left.chunk === right.chunk;
}
