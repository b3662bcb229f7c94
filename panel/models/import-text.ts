/** What could not be read of a session file, as one message. */
import type { readSession } from '../../src/core/index.ts';
import { strings } from '../strings.ts';

/** Problems that are told in full. */
const TOLD_PROBLEMS = 2;

type SessionReading = Extract<ReturnType<typeof readSession>, { type: 'session' }>;

/** Core names the first problems only; each is a record that was left out, so the records tell how many there are. */
function countProblems(text: string, { session, problems }: SessionReading): number {
  const value: unknown = JSON.parse(text);
  const hasRecords = typeof value === 'object' && value !== null && 'records' in value;
  const records = hasRecords ? value.records : null;
  const leftOut = Array.isArray(records) ? records.length - session.records.length : 0;
  return leftOut > 0 ? leftOut : problems.length;
}

/** Takes a file's name and text and what was read of it, with problems; returns how many they are, and the first of them. */
export function importProblemsText(name: string, text: string, reading: SessionReading): string {
  const first = reading.problems.slice(0, TOLD_PROBLEMS);
  return strings.importProblems(name, countProblems(text, reading), first);
}
