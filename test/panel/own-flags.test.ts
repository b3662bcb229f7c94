/** One act of the page is one card. */
import { expect, test } from 'vitest';
import { createCapture, type Capture } from '../../panel/models/capture.ts';
import {
  countFaults,
  createFlagBook,
  filterFlags,
  type FlagBook,
} from '../../panel/models/flag-book.ts';
import { flagText } from '../../panel/models/flag-text.ts';
import { ownFlags } from '../../panel/models/own-flags.ts';
import { createRelativeRecords } from '../../panel/models/relative-records.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import type { Flag } from '../../src/core/types.ts';
import { earlyRefund, openStream, refundChunks, START } from './sessions.ts';

function captureOf(records: readonly SessionRecord[]): Capture {
  const { relative } = createRelativeRecords();
  const capture = createCapture(null);
  for (const record of records) capture.add(relative(record));
  return capture;
}

/** A click on a button that had lit up early, and the refund that it sends. */
function confirmed(at: number): readonly SessionRecord[] {
  const target = { role: 'button', name: 'Confirm refund', selector: '#confirm' };
  const t = START + 450 + at;
  return [
    { type: 'action', t, kind: 'gesture', event: 'click', trusted: true, target },
    earlyRefund(at),
  ];
}

/** The refund stream, whose call got so many clicks after its second fragment. */
function clicked(count: number): Capture {
  const chunks = refundChunks('x');
  return captureOf([
    ...openStream('x'),
    ...chunks.slice(0, 4),
    ...Array.from({ length: count }, (_value, index) => confirmed(index)).flat(),
    ...chunks.slice(4),
  ]);
}

function bookOf({ inspection }: Capture): FlagBook {
  return createFlagBook(inspection, { has: () => false });
}

function shownOf(capture: Capture): readonly Flag[] {
  const filter = { stream: 's1', possible: true, dismissed: false };
  return filterFlags(bookOf(capture), filter).shown;
}

test('thirty clicks are two cards: the early action, and how often it was repeated', () => {
  const capture = clicked(30);
  expect(capture.inspection.flags.length).toBeGreaterThan(50);
  const shown = shownOf(capture);
  expect(shown.map(({ code }) => code)).toEqual(['early-action', 'duplicate-action']);
  expect(shown.map((flag) => flagText(flag, capture).sentence)).toEqual([
    'POST /api/refunds after fragment 2 of 4, 250 ms before content_block_stop.',
    'POST /api/refunds was sent 30 times for this call, first after fragment 2 of 4.',
  ]);
  const book = bookOf(capture);
  expect(countFaults(book, null)).toBe(2);
  expect(book.faults).toEqual(new Map([['s1', { confirmed: 2, likely: 0 }]]));
});

test('a request that was in time at first says so where it is repeated', () => {
  const late = [600, 700].map((at) => earlyRefund(at, '{"to":"acc_88f2"}'));
  const capture = captureOf([...openStream('x'), ...refundChunks('x'), ...late]);
  expect(shownOf(capture).map((flag) => flagText(flag, capture).sentence)).toEqual([
    'POST /api/refunds was sent 2 times for this call, first after the call had ended.',
  ]);
});

test('a repeat keeps the evidence of the early action that is folded into it', () => {
  const capture = clicked(2);
  const repeat = shownOf(capture).find(({ code }) => code === 'duplicate-action');
  const text = repeat === undefined ? null : flagText(repeat, capture);
  expect(text?.reasons).toContain('It repeats an earlier action: POST /api/refunds.');
  expect(text?.reasons).toContain('The request’s body carries amountCents: 50.');
  expect(text?.sentValue).toBe(true);
});

test('flags without a repeat stand as they are', () => {
  const { flags } = captureOf([
    ...openStream('x'),
    ...refundChunks('x').slice(0, 4),
    earlyRefund(),
  ]).inspection;
  expect(ownFlags(flags)).toBe(flags);
});

test('what is compared is what was acted on only where a value was really sent', () => {
  const { inspection } = clicked(1);
  const flag = inspection.flags.find(({ confidence }) => confidence === 'confirmed');
  if (flag === undefined) throw new TypeError('No flag was raised');
  const sentValueOf = (changes: Partial<Flag>): boolean =>
    flagText({ ...flag, ...changes }, { inspection, isLive: true }).sentValue;
  expect(sentValueOf({})).toBe(true);
  expect(sentValueOf({ reasons: [{ type: 'only-open-call' }] })).toBe(false);
  expect(sentValueOf({ code: 'control-early' })).toBe(false);
});

test('a call that was open when its session was saved is not said to be open still', () => {
  const { inspection } = captureOf([
    ...openStream('x'),
    ...refundChunks('x').slice(0, 4),
    earlyRefund(),
  ]);
  const [flag] = inspection.flags;
  expect(flag === undefined ? '' : flagText(flag, { inspection, isLive: false }).sentence).toBe(
    'POST /api/refunds after fragment 2 of 2, and the call was still open when this session was saved.',
  );
});
