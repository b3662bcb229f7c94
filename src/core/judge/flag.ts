/** One flag: it is raised with the facts of the action, and its figures of the end fill in when the call ends. */
import { isObject, parseJson } from '../json-value.ts';
import { memberPath, readPrefix } from '../partial-value.ts';
import type { Call, Confidence, Difference, Flag, FlagCode, FlagReason, Stream } from '../types.ts';
import { differencesOf } from './differences.ts';
import type { SentValue } from './sent-values.ts';

export interface FlagFacts {
  readonly code: FlagCode;
  readonly confidence: Confidence;
  readonly action: number;
  readonly t: number;
  readonly stream: Stream;
  readonly call: Call;
  readonly reasons: readonly FlagReason[];
  readonly sent: readonly SentValue[];
  /** How many fragments the page had looked at; all that there were when absent. */
  readonly fragment?: number;
}

/** @param facts what is known when the action happens; the call is read at that moment */
export function createFlag(facts: FlagFacts): Flag {
  const { call, stream } = facts;
  const { fragment = call.fragments.length } = facts;
  const argumentsAtAction =
    fragment === call.fragments.length
      ? call.arguments
      : call.arguments.slice(0, call.fragments[fragment - 1]?.end ?? 0);
  /** Computed once the call has ended, since it is read at every drawing. */
  let outcome: { matchesFinal: boolean; differences: readonly Difference[] } | null = null;

  const isFinal = (): boolean => call.status !== 'streaming';

  /** Where values were sent, what was not sent is told only where it was not there to be sent. */
  function isTold({ path, acted }: Difference): boolean {
    if (facts.sent.length === 0 || acted === undefined) return true;
    return facts.sent.some((sent) => path.startsWith(sent.path));
  }

  function settle(): { matchesFinal: boolean; differences: readonly Difference[] } | null {
    if (outcome === null && call.status === 'complete') {
      const final = call.arguments === '' ? {} : parseJson(call.arguments);
      const then = parseJson(argumentsAtAction);
      const wasWhole = then !== undefined && differencesOf(then, final).length === 0;
      const acted = withSent(readPrefix(argumentsAtAction).value, facts.sent);
      const differences = differencesOf(acted, final);
      const matchesFinal = wasWhole && differences.length === 0;
      outcome = { matchesFinal, differences: differences.filter(isTold) };
    }
    return outcome;
  }

  return {
    code: facts.code,
    confidence: facts.confidence,
    action: facts.action,
    t: facts.t,
    stream: stream.id,
    call: call.position,
    reasons: facts.reasons,
    fragment,
    argumentsAtAction,
    get ofFragments() {
      return call.fragments.length;
    },
    get msBeforeEnd() {
      return call.end === null
        ? null
        : Math.max(0, Math.round((call.end.t - facts.t) * 1000) / 1000);
    },
    get argumentsFinal() {
      return isFinal() ? call.arguments : null;
    },
    get matchesFinal() {
      return settle()?.matchesFinal ?? null;
    },
    get differences() {
      return settle()?.differences ?? [];
    },
    get final() {
      return isFinal();
    },
  };
}

/** The reading of the buffer, with top-level fields as they were really sent. */
function withSent(value: unknown, sent: readonly SentValue[]): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, unknown] => {
    const match = sent.find(({ path }) => path === memberPath('$', key));
    return [key, match === undefined ? member : inKindOf(member, match.value)];
  });
  return Object.fromEntries(members);
}

/** Forms and addresses carry numbers as text. */
function inKindOf(member: unknown, sent: string | number): unknown {
  if (typeof member === 'number') return Number.isNaN(Number(sent)) ? sent : Number(sent);
  return typeof member === 'string' ? sent : member;
}
