/** Secrets of a session's headers and addresses, taken out before it is handed on. */
import type { HeaderList, SessionRecord } from './records.ts';
import type { Session } from './session-file.ts';

const REDACTED = '[redacted]';
const SECRET_HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|(?:x-)?(?:[a-z]+-)*(?:api-?key|token|secret|session|signature|csrf|xsrf)(?:-[a-z]+)*)$/i;
const SECRET_PARAMETER =
  /([?&#](?:key|api[_-]?key|(?:access|id|refresh|auth|session)?[_-]?token|secret|signature|sig|code|password)=)[^&#]*/gi;
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;

/**
 * @param session a session
 * @returns the same with the values of secret headers, and of secret parts of addresses, replaced;
 * bodies are left, since they are what the session is about
 */
export function redactSession(session: Session): Session {
  return {
    ...session,
    page: { ...session.page, url: redactAddress(session.page.url) },
    records: session.records.map(redactRecord),
  };
}

function redactRecord(record: SessionRecord): SessionRecord {
  if (record.type === 'stream-open') {
    const { request, response, frame } = record;
    return {
      ...record,
      ...(frame === undefined ? {} : { frame: { ...frame, url: redactAddress(frame.url) } }),
      ...(request === undefined
        ? {}
        : {
            request: {
              ...request,
              url: redactAddress(request.url),
              ...redactHeaders(request.headers),
            },
          }),
      ...(response === undefined
        ? {}
        : { response: { ...response, ...redactHeaders(response.headers) } }),
    };
  }
  if (record.type === 'action') {
    const { frame } = record;
    const located =
      frame === undefined
        ? record
        : { ...record, frame: { ...frame, url: redactAddress(frame.url) } };
    return 'url' in located ? { ...located, url: redactAddress(located.url) } : located;
  }
  return record;
}

function redactHeaders(headers: HeaderList | undefined): { headers?: HeaderList } {
  if (headers === undefined) return {};
  return {
    headers: headers.map(([name, value]) => [
      name,
      SECRET_HEADER.test(name) ? REDACTED : redactAddress(value),
    ]),
  };
}

function redactAddress(url: string): string {
  return url.replace(SECRET_PARAMETER, `$1${REDACTED}`).replace(USER_INFO, `$1${REDACTED}@`);
}
