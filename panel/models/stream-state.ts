/** How a stream is doing, as the pills and dots of its row and header say it. */
import type { Call, Stream, StreamStatus } from '../../src/core/types.ts';
import { CALL_STATUS_WORDS, SAVED_WORDS, STREAM_STATUS_WORDS } from '../state-words.ts';
import { strings } from '../strings.ts';
import { streamTone, type Tone, type Wording } from './state-text.ts';

/** Answers from this status on are errors: RFC 9110, section 15. */
const FIRST_ERROR_STATUS = 400;

/** Takes a stream's status and whether its session is the live one; returns its words. What a file holds is not live, however it was saved. */
export function streamStatusWording(status: StreamStatus, isLive: boolean): Wording {
  if (status === 'open' && !isLive) return { text: SAVED_WORDS.stream, tone: 'plain' };
  return { text: STREAM_STATUS_WORDS[status], tone: streamTone(status) };
}

/** Takes a stream; returns its HTTP status where that is an error, else null. */
export function httpErrorWording({ open }: Pick<Stream, 'open'>): Wording | null {
  const status = open.response?.status ?? 0;
  return status < FIRST_ERROR_STATUS ? null : { text: strings.httpStatus(status), tone: 'bad' };
}

/** Takes a stream's calls; returns the status of the one that fared worst, or null where all are well. */
export function worstCallWording(calls: readonly Pick<Call, 'status'>[]): Wording | null {
  const worst = (['parse_error', 'incomplete'] as const).find((bad) =>
    calls.some(({ status }) => status === bad),
  );
  return worst === undefined ? null : { text: CALL_STATUS_WORDS[worst], tone: 'bad' };
}

/** Takes a stream, how many faults were flagged in it and whether its session is live; returns the colour of its dot. */
export function streamDotTone(
  stream: Pick<Stream, 'open' | 'status'>,
  faults: number,
  isLive: boolean,
): Tone {
  if (faults > 0 || httpErrorWording(stream) !== null) return 'bad';
  return streamStatusWording(stream.status, isLive).tone;
}
