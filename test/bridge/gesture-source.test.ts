import { expect, test } from 'vitest';
import type { GestureEvent } from '../../src/bridge/gesture-filter.ts';
import { createGestureSources } from '../../src/bridge/gesture-source.ts';

type Event = Pick<GestureEvent, 'event' | 't' | 'trusted' | 'detail'>;

const click: Event = { event: 'click', t: 5000, trusted: true, detail: 1 };

test.each<[string, Event, number | null, boolean, string | undefined]>([
  ['a click with a pointer is by pointer', click, null, true, 'pointer'],
  [
    'a click without one, after a key, is by keyboard',
    { ...click, detail: 0 },
    4900,
    true,
    'keyboard',
  ],
  [
    'a click without either, of an active user, may be by other means',
    { ...click, detail: 0 },
    3000,
    true,
    undefined,
  ],
  [
    'a click without either, when the user did nothing, is by script',
    { ...click, detail: 0 },
    null,
    false,
    'script',
  ],
  ['a click that is not trusted is by script', { ...click, trusted: false }, 4900, true, 'script'],
  ['Enter is by keyboard', { ...click, event: 'enter', detail: 0 }, null, true, 'keyboard'],
  [
    'a submit that follows nothing is by script, though trusted',
    { ...click, event: 'submit', detail: 0 },
    null,
    true,
    'script',
  ],
])('%s', (_, event, key, isUserActive, expected) => {
  const sources = createGestureSources();
  if (key !== null) sources.key(key);
  expect(sources.sourceOf(event, isUserActive)).toBe(expected);
});
