/** Sessions for tests. */
import type { SessionRecord } from '../../src/core/records.ts';
import type { Session } from '../../src/core/session-file.ts';

/** @returns a session that holds the records */
export function sessionOf(records: readonly SessionRecord[]): Session {
  return {
    format: 'midstream-session',
    version: 1,
    generator: 'test',
    startedAt: '2026-01-01T00:00:00.000Z',
    page: { url: 'https://app.example/', title: 'Test' },
    records,
  };
}
