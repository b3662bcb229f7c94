/**
 * Gives a record of one document names that are its own in the whole tab.
 */
import type { ActionCause, FrameDescription, SessionRecord } from '../core/records.ts';

/**
 * Prefixes the names of streams and requests by their document, and says in which frame a stream
 * was opened or an action happened.
 */
export function nameRecord(
  record: SessionRecord,
  document: string,
  frame: FrameDescription,
): SessionRecord {
  const named = (name: string): string => `${document}/${name}`;
  const namedRequest = (requestId: string | undefined): { requestId?: string } =>
    requestId === undefined ? {} : { requestId: named(requestId) };
  const namedCause = (cause: ActionCause | undefined): { cause?: ActionCause } =>
    cause === undefined ? {} : { cause: { ...cause, stream: named(cause.stream) } };

  switch (record.type) {
    case 'stream-open':
      return {
        ...record,
        ...namedRequest(record.requestId),
        stream: named(record.stream),
        frame,
      };
    case 'stream-chunk':
    case 'stream-end':
      return { ...record, stream: named(record.stream) };
    case 'gap':
      return record.stream === undefined ? record : { ...record, stream: named(record.stream) };
    default: {
      const cause = namedCause('cause' in record ? record.cause : undefined);
      return record.kind === 'request'
        ? { ...record, ...namedRequest(record.requestId), ...cause, frame }
        : { ...record, ...cause, frame };
    }
  }
}
