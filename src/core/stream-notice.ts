/** One sentence for a stream that is not what a reader expects. */
import type { Stream } from './types.ts';

/**
 * @param stream the stream
 * @param start the first bytes of its body
 * @param isUndecided whether its framing may still be found
 * @returns the sentence; null where there is nothing to explain
 */
export function streamNotice(
  stream: Stream,
  start: Uint8Array,
  isUndecided: boolean,
): string | null {
  const { status, end } = stream;
  const httpStatus = stream.open.response?.status ?? 0;
  const refusal = httpStatus >= 400 ? `The server answered with status ${httpStatus}. ` : '';
  const sentence = bodyNotice(stream, start, isUndecided);
  if (end?.reason === 'recording-stopped') {
    return (
      end.message ??
      'Recording was stopped while this stream was open, as closing DevTools does: what came after that is not here.'
    );
  }
  if (status === 'error')
    return `${refusal}The stream reports an error: ${stream.error ?? 'unknown'}`;
  if (refusal !== '' || sentence !== null) return (refusal + (sentence ?? '')).trim();
  return null;
}

function bodyNotice(stream: Stream, start: Uint8Array, isUndecided: boolean): string | null {
  const { status, end } = stream;
  const isMissing = stream.gaps.some(({ bytes }) => bytes > 0);
  if (end !== null && stream.bytes === 0 && !isMissing) {
    return end.reason === 'eof'
      ? 'The body is empty: the server answered and closed without sending anything.'
      : `The stream ended before its first byte${because(end.message)}`;
  }
  if (stream.framing === null && stream.bytes > 0 && !isUndecided) {
    return `This body is no event stream: it begins with ${quoted(start)}. Its bytes can be exported.`;
  }
  if (status === 'aborted') {
    return end?.reason === 'eof'
      ? 'The stream says that it was aborted: treat every open call as incomplete.'
      : `This stream was cancelled before its end${because(end?.message ?? null)}`;
  }
  if (status === 'cut') {
    return end?.reason === 'error'
      ? `The connection was cut before the end of the stream${because(end.message)}`
      : 'The body ended without the end that the format promises: treat every open call as incomplete.';
  }
  if (stream.format === null && stream.eventCount > 0 && (end !== null || stream.eventCount >= 8)) {
    return 'No known format claims these events. They are all listed under Events, and their bytes can be exported.';
  }
  return null;
}

function because(message: string | null): string {
  return message === null || message === '' ? '.' : `: ${message.replace(/\.?$/, '.')}`;
}

function quoted(start: Uint8Array): string {
  return JSON.stringify(new TextDecoder('utf-8').decode(start).slice(0, 40));
}
