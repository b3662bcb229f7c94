/** What the reader sets for all tabs. */
import { expect, test } from 'vitest';
import { createPreferences, limitRows } from '../../panel/models/preferences.ts';

test('a setting is what the browser has kept, and a change of it is kept', async () => {
  const written: boolean[] = [];
  const { recordAlways, setRecordAlways } = createPreferences(
    {
      readRecordAlways: () => Promise.resolve(true),
      writeRecordAlways(always) {
        written.push(always);
        return Promise.resolve();
      },
    },
    () => {},
  );
  expect(recordAlways.value).toBe(false);
  await expect.poll(() => recordAlways.value).toBe(true);
  setRecordAlways(false);
  expect([recordAlways.value, written]).toEqual([false, [false]]);
});

test('a setting that the browser refuses to keep goes back, and the reader is told', async () => {
  const told: string[] = [];
  const { recordAlways, setRecordAlways } = createPreferences(
    {
      readRecordAlways: () => Promise.reject(new Error('no storage')),
      writeRecordAlways: () => Promise.reject(new Error('no storage')),
    },
    (text) => told.push(text),
  );
  await expect.poll(() => told).toHaveLength(1);
  setRecordAlways(true);
  await expect.poll(() => recordAlways.value).toBe(false);
  expect(told.at(-1)).toContain('refused to save');
});

test('the limits are listed in the order in which records pass them', () => {
  expect(limitRows().map(({ limit }) => limit)).toEqual([
    '8.4 MB, 20,000 records',
    '33.6 MB, 100,000 records',
    '268.4 MB',
  ]);
});
