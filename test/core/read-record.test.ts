import { describe, expect, test } from 'vitest';
import { readRecord } from '../../src/core/read-record.ts';

const action = { type: 'action', t: 1 } as const;
const cause = { stream: 's1', chunk: 2 };
const frame = { id: 0, url: 'https://app.example/' };

describe('an action from elsewhere', () => {
  test.each<[string, unknown]>([
    [
      'a gesture by script',
      { ...action, kind: 'gesture', event: 'submit', trusted: true, by: 'script', cause, frame },
    ],
    ['typing', { ...action, kind: 'gesture', event: 'type', target: { role: 'textbox' } }],
    [
      'a navigation',
      { ...action, kind: 'navigation', url: '/a', navigation: 'push', userInitiated: true, frame },
    ],
    [
      'a storage',
      { ...action, kind: 'storage', area: 'indexedDB', key: 'a', text: '{}', stack: 'at', cause },
    ],
    [
      'a request with its type',
      { ...action, kind: 'request', method: 'POST', url: '/a', contentType: 'text/plain' },
    ],
  ])('is read as it is: %s', (_what, record) => {
    expect(readRecord(record)).toEqual(record);
  });

  test('loses what has a wrong type, and stays', () => {
    expect(
      readRecord({ ...action, kind: 'gesture', event: 'click', by: 'magic', cause: 'chunk 2' }),
    ).toEqual({ ...action, kind: 'gesture', event: 'click' });
    expect(
      readRecord({ ...action, kind: 'navigation', navigation: 7, userInitiated: 'yes' }),
    ).toEqual({ ...action, kind: 'navigation', url: '' });
  });

  test('is refused where nobody knows what it is', () => {
    expect(readRecord({ ...action, kind: 'storage', area: 'tape', text: '' })).toBe(
      'it was stored in an area unknown to this version',
    );
    expect(readRecord({ ...action, kind: 'dance' })).toBe(
      'it is an action of the unknown kind "dance"',
    );
  });
});
