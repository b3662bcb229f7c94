/** A bug in the loop that reads the stream is one row, however many fragments there were. */
import { expect, test } from 'vitest';
import { createCapture } from '../../panel/models/capture.ts';
import {
  flagRows,
  groupFlags,
  type FlagGroup,
  type FlagRow,
} from '../../panel/models/flag-groups.ts';
import { createRelativeRecords } from '../../panel/models/relative-records.ts';
import type { SessionRecord } from '../../src/core/records.ts';
import type { Inspection } from '../../src/core/types.ts';
import { earlyRefund, openStream, refundChunks, START } from './sessions.ts';

/** A request that carries half of the amount, and something of its own. */
function post(at: number, url: string, note: string): SessionRecord {
  const t = START + 450 + at;
  const body = JSON.stringify({ amountCents: 50, note });
  return { type: 'action', t, kind: 'request', method: 'POST', url, body };
}

function check(at: number, note: string): SessionRecord {
  return post(at, '/api/check', note);
}

function inspect(actions: readonly SessionRecord[]): Inspection {
  const { relative } = createRelativeRecords();
  const capture = createCapture(null);
  const chunks = refundChunks('x');
  const records = [...openStream('x'), ...chunks.slice(0, 4), ...actions, ...chunks.slice(4)];
  for (const record of records) capture.add(relative(record));
  return capture.inspection;
}

function rowsOf(inspection: Inspection, isOpen: (group: FlagGroup) => boolean): readonly FlagRow[] {
  return flagRows(groupFlags(inspection.flags, inspection), isOpen);
}

const told = (rows: readonly FlagRow[]): readonly string[] =>
  rows.map((row) => (row.type === 'card' ? `card ${row.flag.action}` : 'more'));

test('three requests to one address are one card and a line', () => {
  const inspection = inspect([check(0, 'a'), earlyRefund(1), check(2, 'b'), check(3, 'c')]);
  expect(inspection.flags.map(({ code }) => code)).toEqual(Array(4).fill('early-action'));
  const [first] = inspection.flags;
  const rows = rowsOf(inspection, () => false);
  expect(told(rows)).toEqual([
    `card ${first?.action}`,
    'more',
    `card ${inspection.flags[1]?.action}`,
  ]);
});

test('a group that is open shows all its cards below its first', () => {
  const inspection = inspect([check(0, 'a'), earlyRefund(1), check(2, 'b'), check(3, 'c')]);
  const [a, refund, b, c] = inspection.flags.map(({ action }) => `card ${action}`);
  expect(told(rowsOf(inspection, () => true))).toEqual([a, 'more', b, c, refund]);
});

test('two of a kind are both shown', () => {
  const inspection = inspect([check(0, 'a'), earlyRefund(1), check(2, 'b')]);
  expect(told(rowsOf(inspection, () => false))).not.toContain('more');
  expect(rowsOf(inspection, () => false)).toHaveLength(3);
});

test('actions on different addresses stay apart, and possible ones from likely ones', () => {
  const target = { role: 'button', name: 'Run', selector: '#run' };
  const click = (at: number): SessionRecord => {
    const t = START + 450 + at;
    return { type: 'action', t, kind: 'gesture', event: 'click', trusted: true, target };
  };
  const inspection = inspect([
    post(0, '/api/a', 'x'),
    post(1, '/api/b', 'x'),
    post(2, '/api/c', 'x'),
    click(3),
    click(4),
  ]);
  expect(inspection.flags).toHaveLength(5);
  expect(told(rowsOf(inspection, () => false))).not.toContain('more');
});
