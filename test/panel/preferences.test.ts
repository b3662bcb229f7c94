/** What the reader sets for all tabs. */
import { expect, test } from 'vitest';
import { createPreferences, limitRows } from '../../panel/models/preferences.ts';

const NOTHING_KEPT = {
  readRecordAlways: () => Promise.resolve(false),
  writeRecordAlways: () => Promise.resolve(),
  readWatchStorage: () => Promise.resolve(false),
  writeWatchStorage: () => Promise.resolve(),
  readDismissals: () => Promise.resolve(undefined),
  writeDismissals: () => Promise.resolve(),
  watchDismissals: () => undefined,
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('no storage'));
}

const SWITCHES = [
  ['recordAlways', 'readRecordAlways', 'writeRecordAlways'],
  ['watchStorage', 'readWatchStorage', 'writeWatchStorage'],
] as const;

test.each(SWITCHES)(
  '%s is what the browser has kept, and a change is kept',
  async (name, read, write) => {
    const written: boolean[] = [];
    const store = {
      ...NOTHING_KEPT,
      [read]: () => Promise.resolve(true),
      [write]: (on: boolean) => {
        written.push(on);
        return Promise.resolve();
      },
    };
    const { value, set } = createPreferences(store, () => undefined)[name];
    expect(value.value).toBe(false);
    await expect.poll(() => value.value).toBe(true);
    set(false);
    expect([value.value, written]).toEqual([false, [false]]);
  },
);

test.each(SWITCHES)(
  '%s goes back where the browser refuses to keep it, and the reader is told',
  async (name, read, write) => {
    const told: string[] = [];
    const store = { ...NOTHING_KEPT, [read]: refuse, [write]: refuse };
    const { value, set } = createPreferences(store, (text) => told.push(text))[name];
    await expect.poll(() => told).toHaveLength(1);
    set(true);
    await expect.poll(() => value.value).toBe(false);
    expect(told.at(-1)).toContain('refused to save');
  },
);

test('the limits are listed in the order in which records pass them', () => {
  expect(limitRows().map(({ limit }) => limit)).toEqual([
    '8.4 MB, 20,000 records',
    '29.4 MB, 100,000 records',
    '268.4 MB',
  ]);
});
