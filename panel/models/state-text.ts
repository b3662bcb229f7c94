/** Sentences and tones for the states of calls and buffers. */
import type { Call, FragmentCut, ParseState, Stream, StreamStatus } from '../../src/core/types.ts';
import {
  CALL_REASON_WORDS,
  CALL_STATUS_WORDS,
  OPEN_TOKEN_WORDS,
  PARSE_WORDS,
  SAVED_WORDS,
} from '../state-words.ts';
import { strings } from '../strings.ts';
import { formatCount } from './format.ts';

/** How a state is coloured. `live` is neutral and moving, `warn` the alarm, `plain` says nothing. */
export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'plain';

export interface Wording {
  readonly text: string;
  readonly tone: Tone;
}

/**
 * Takes the state of a buffer and whether its call had not ended at that moment; returns its words.
 * A buffer that parses while its call is open is the alarm state: it looks final and is not.
 */
export function parseWording(parse: ParseState, open: boolean): Wording {
  switch (parse.type) {
    case 'empty':
      return { text: PARSE_WORDS.empty, tone: 'plain' };
    case 'prefix':
      return { text: OPEN_TOKEN_WORDS[parse.open], tone: open ? 'live' : 'bad' };
    case 'parses':
      if (!open) return { text: PARSE_WORDS.parsesEnded, tone: 'ok' };
      return {
        text: parse.open === 'number' ? PARSE_WORDS.parsesNumberOpen : PARSE_WORDS.parsesOpen,
        tone: 'warn',
      };
    case 'trailing': {
      const offset = formatCount(parse.offset + 1);
      const text = parse.whole ? PARSE_WORDS.trailingWhole(offset) : PARSE_WORDS.trailing(offset);
      return { text, tone: 'bad' };
    }
    case 'invalid':
      return { text: PARSE_WORDS.invalid(formatCount(parse.offset + 1)), tone: 'bad' };
    case 'free-text':
      return { text: PARSE_WORDS.freeText, tone: 'plain' };
    default:
      return parse satisfies never;
  }
}

/** Takes a call and whether its session is the live one; returns its status in words, with the reason where it is incomplete. */
export function callStatusWording(call: Pick<Call, 'status' | 'reason'>, isLive: boolean): Wording {
  const words = CALL_STATUS_WORDS[call.status];
  switch (call.status) {
    case 'streaming':
      return isLive ? { text: words, tone: 'live' } : { text: SAVED_WORDS.call, tone: 'plain' };
    case 'complete':
      return { text: words, tone: 'ok' };
    case 'parse_error':
      return { text: words, tone: 'bad' };
    case 'incomplete':
      return {
        text: call.reason === null ? words : `${words}: ${CALL_REASON_WORDS[call.reason]}`,
        tone: 'bad',
      };
    default:
      return call.status satisfies never;
  }
}

/** Takes a stream's status; returns its colour. */
export function streamTone(status: StreamStatus): Tone {
  switch (status) {
    case 'open':
      return 'live';
    case 'complete':
      return 'ok';
    case 'cut':
    case 'aborted':
      return 'warn';
    case 'error':
      return 'bad';
    default:
      return status satisfies never;
  }
}

/** Says whether a cut leaves a token torn: only then can a reader of the buffer take half a value for a whole one. */
export function isTearing(cut: FragmentCut): boolean {
  return cut !== 'none' && cut !== 'between-tokens' && cut !== 'end';
}

/** Takes a call; returns the name of its tab: the index on the wire, or its position, and the name. */
export function callLabel(call: Call): string {
  return `${call.index ?? call.position} · ${call.name ?? strings.unnamed}`;
}

/** Takes a stream and a call of it; returns the call's choice where the stream has calls in several, else an empty text. */
export function choiceText({ calls }: Pick<Stream, 'calls'>, { choice }: Call): string {
  return calls.some((other) => other.choice !== choice) ? strings.choice(choice) : '';
}
