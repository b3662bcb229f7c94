/**
 * The tap on `JSON.parse`: only what throws while a stream is open is of interest. An app that parses
 * the text of a call before the call is done gets a SyntaxError, or catches it and shows a guess.
 * The hook is switched off at any other time: even an empty one costs a page some of the speed of its parses.
 *
 * What surprises: the error is made while our frame is on the stack, so it is taken out again.
 */
import type { ParseFailureActionRecord } from '../core/records.ts';
import { cleanStack, takeInitiatorStack } from './call-stack.ts';
import { messageOf, type Failures } from './failures.ts';
import type { HookGroup } from './hooks.ts';
import { argumentOf } from './page-values.ts';
import { callNative, now, privateJson, slice } from './primordials.ts';
import type { RecordQueue } from './record-queue.ts';
import type { Recording } from './recording.ts';

/** A call's arguments are rarely longer, and their beginning tells which call they are of. */
const MAXIMUM_TEXT = 16 * 1024;
/** A page that fails so often reads ahead on purpose; more of it says nothing new. */
const MAXIMUM_REPORTS = 1000;

/** Hooks `JSON.parse` of this realm, by a group of its own. */
export function tapParse(
  group: HookGroup,
  queue: RecordQueue,
  recording: Recording,
  failures: Failures,
): void {
  let reports = 0;

  function report(text: string, error: unknown): void {
    if (reports >= MAXIMUM_REPORTS || !recording.hasOpenStreams()) return;
    reports += 1;
    const message = messageOf(error);
    const stack = takeInitiatorStack()();
    const cause = queue.cause();
    const kept = slice(text, 0, MAXIMUM_TEXT);
    const record: ParseFailureActionRecord = {
      type: 'action',
      t: now(),
      kind: 'parse-failure',
      text: kept,
      ...(message === undefined ? {} : { message }),
      ...(stack === undefined ? {} : { stack }),
      ...(cause === undefined ? {} : { cause }),
    };
    queue.add(record, kept.length);
  }

  group.method(JSON, 'parse', (native, self, parameters) => {
    try {
      return parameters.length === 1
        ? privateJson.parse(parameters[0])
        : callNative(native, self, parameters);
    } catch (error) {
      failures.guard('JSON.parse', () => {
        const text = argumentOf(parameters, 0);
        // With a reviver the error may be the page's own.
        if (typeof text !== 'string' || typeof argumentOf(parameters, 1) === 'function') return;
        cleanStack(error);
        report(text, error);
      });
      throw error;
    }
  });
  recording.onOpenStreams(group.setOn);
}
