/** What a reader has said to be no problem: what it holds for, and that it is kept. */
import { expect, test } from 'vitest';
import { createCapture, type Capture } from '../../panel/models/capture.ts';
import { createDismissals, readDismissals } from '../../panel/models/dismissals.ts';
import { countFaults, createFlagBook, filterFlags } from '../../panel/models/flag-book.ts';
import { addressTemplate, flagSubject, type FlagSubject } from '../../panel/models/flag-subject.ts';
import type { ActionRecord, ActionTarget } from '../../src/core/records.ts';
import type { Flag } from '../../src/core/types.ts';
import { createRelativeRecords } from '../../panel/models/relative-records.ts';
import { earlyRefund, openStream, refundChunks } from './sessions.ts';

const ORIGIN = 'https://shop.example';
const frame = { id: 0, url: `${ORIGIN}/chat` };

/** What a flag on a record is about. */
function subjectOf(record: ActionRecord, code: Flag['code'] = 'early-action'): FlagSubject | null {
  return flagSubject(
    { code, action: 0, stream: 's1' },
    { records: [record], stream: () => undefined },
  );
}

function request(url: string, method = 'POST'): ActionRecord {
  return { type: 'action', t: 0, kind: 'request', method, url, frame };
}

function click(target: ActionTarget): ActionRecord {
  return { type: 'action', t: 0, kind: 'gesture', event: 'click', target, frame };
}

test.each([
  [`${ORIGIN}/api/refunds/8812`, '/api/refunds/…'],
  [`${ORIGIN}/api/v1/refunds?id=8812#top`, '/api/v1/refunds'],
  [`${ORIGIN}/orders/A-1042/lines/7`, '/orders/…/lines/…'],
  [`${ORIGIN}/t/123e4567-e89b-12d3-a456-426614174000/runs`, '/t/…/runs'],
  [`${ORIGIN}/t/thread_aZ3bQ9xLmN0pRsTu/runs`, '/t/…/runs'],
  [`${ORIGIN}/api/conversations/support`, '/api/conversations/support'],
  ['https://other.example/api/refunds/1', 'https://other.example/api/refunds/…'],
  ['not an address?x=1', 'not an address'],
])('the address %s is known as %s', (url, template) => {
  expect(addressTemplate(url, ORIGIN)).toBe(template);
});

test('requests with other ids are the same, and other methods, addresses and codes are not', () => {
  const key = subjectOf(request(`${ORIGIN}/api/refunds/1`))?.key;
  expect(subjectOf(request(`${ORIGIN}/api/refunds/2?x=1`))?.key).toBe(key);
  expect(subjectOf(request(`${ORIGIN}/api/refunds/1`, 'PUT'))?.key).not.toBe(key);
  expect(subjectOf(request(`${ORIGIN}/api/orders/1`))?.key).not.toBe(key);
  expect(subjectOf(request(`${ORIGIN}/api/refunds/1`), 'duplicate-action')?.code).toBe(
    'duplicate-action',
  );
});

test('the same control in the next message is the same one, whatever its number says', () => {
  const target = { role: 'button', name: 'Refund $50', selector: 'div:nth-of-type(2) > button' };
  const next = { ...target, name: 'Refund $5,000', selector: 'div:nth-of-type(9) > button' };
  expect(subjectOf(click(target))).toEqual({
    code: 'early-action',
    origin: ORIGIN,
    key: ' button Refund $…',
    label: 'button “Refund $…”',
  });
  expect(subjectOf(click(next))).toEqual(subjectOf(click(target)));
  expect(subjectOf(click({ ...target, name: 'Cancel' }))).not.toEqual(subjectOf(click(target)));
  expect(subjectOf(click({ ...target, testId: 'pay' }))).not.toEqual(subjectOf(click(target)));
});

test('a control without a name is known by its selector, and one with nothing not at all', () => {
  expect(subjectOf(click({ role: 'button', selector: '#pay' }))?.key).toBe('#pay');
  expect(subjectOf(click({ role: 'button' }))).toBeNull();
  expect(subjectOf({ type: 'action', t: 0, kind: 'gesture', event: 'click' })).toBeNull();
});

function failure(line: number): ActionRecord {
  const stack = `    at draw (${ORIGIN}/card.js:${line}:2)`;
  return { type: 'action', t: 0, kind: 'parse-failure', text: '{', stack, frame };
}

test('a parse failure is known by the function that parsed, wherever that stands now', () => {
  expect(subjectOf(failure(7), 'parse-failure')).toMatchObject({ label: 'draw (/card.js)' });
  expect(subjectOf(failure(8), 'parse-failure')).toEqual(subjectOf(failure(7), 'parse-failure'));
});

function refund(): { readonly capture: Capture; readonly subject: FlagSubject } {
  const { relative } = createRelativeRecords();
  const capture = createCapture(null);
  const chunks = refundChunks('x');
  for (const record of [
    ...openStream('x'),
    ...chunks.slice(0, 4),
    earlyRefund(),
    ...chunks.slice(4),
  ])
    capture.add(relative(record));
  const [flag] = capture.inspection.flags;
  const subject = flag === undefined ? null : flagSubject(flag, capture.inspection);
  if (subject === null) throw new TypeError('No flag was raised');
  return { capture, subject };
}

test('what is no problem is neither shown nor counted, and comes back', () => {
  const { capture, subject } = refund();
  const dismissals = createDismissals(null, () => undefined);
  const shown = (dismissed: boolean): readonly (number | boolean)[] => {
    const book = createFlagBook(capture.inspection, dismissals);
    const found = filterFlags(book, { stream: 's1', possible: false, dismissed });
    return [found.shown.length, found.hiddenDismissed, countFaults(book, null)];
  };
  expect(shown(false)).toEqual([1, 0, 1]);
  dismissals.add(subject);
  expect(shown(false)).toEqual([0, 1, 0]);
  expect(shown(true)).toEqual([1, 0, 0]);
  dismissals.remove(subject);
  expect(shown(false)).toEqual([1, 0, 1]);
});

test('what is kept is read again, each entry once, and the rest of it is passed over', () => {
  const good = { code: 'early-action', origin: ORIGIN, key: 'POST /x', label: 'POST /x' };
  const bare = { code: 'control-early', origin: '', key: '#pay' };
  const kept = [
    null,
    7,
    'x',
    {},
    { ...good, code: 'toString' },
    { ...good, key: 1 },
    good,
    bare,
    good,
  ];
  expect(readDismissals(kept)).toEqual([good, { ...bare, label: '#pay' }]);
  for (const nothing of [undefined, null, 'x', { 0: good }]) {
    expect(readDismissals(nothing)).toEqual([]);
  }
});

test('an entry is kept, taken from another panel, and taken back where it cannot be kept', async () => {
  const written: (readonly FlagSubject[])[] = [];
  const told: string[] = [];
  const changes: ((kept: unknown) => void)[] = [];
  let refuses = false;
  const dismissals = createDismissals(
    {
      readDismissals: () => Promise.resolve([]),
      writeDismissals: (entries) => {
        written.push(entries);
        return refuses ? Promise.reject(new Error('full')) : Promise.resolve();
      },
      watchDismissals: (changed) => {
        changes.push(changed);
      },
    },
    (text) => told.push(text),
  );
  const { subject } = refund();
  dismissals.add(subject);
  dismissals.add(subject);
  expect(written.at(-1)).toEqual([subject]);
  changes[0]?.([]);
  expect(dismissals.entries.value).toEqual([]);
  refuses = true;
  dismissals.add(subject);
  await expect.poll(() => told).toHaveLength(1);
  expect(dismissals.entries.value).toEqual([]);
});
