/**
 * The session file: the export, the import, the test fixture and the input of core. UTF-8 JSON.
 *
 * Readers ignore fields that they do not know, and an optional field that is missing or of another
 * type never makes a file unreadable. A change of meaning raises the version and gets an upgrader.
 */
import { isObject } from './json-value.ts';
import { readRecord } from './read-record.ts';
import type { SessionRecord } from './records.ts';

export const SESSION_FORMAT = 'midstream-session';
export const SESSION_VERSION = 1;

export interface Session {
  readonly format: typeof SESSION_FORMAT;
  readonly version: typeof SESSION_VERSION;
  readonly generator: string;
  /** ISO 8601; all times of records are relative to it. */
  readonly startedAt: string;
  readonly page: { readonly url: string; readonly title: string };
  readonly records: readonly SessionRecord[];
}

export type SessionReading =
  /** `problems`: one sentence for each thing that was left out. */
  | { readonly type: 'session'; readonly session: Session; readonly problems: readonly string[] }
  /** `message`: what is wrong, and what to do. */
  | { readonly type: 'unreadable'; readonly message: string };

/** So many broken records are named one by one; the rest is counted. */
const NAMED_PROBLEMS = 5;

/**
 * Reads a session file.
 * @param input its text, or the value that the text holds
 * @returns the session with what had to be left out, or why it cannot be read; never throws
 */
export function readSession(input: unknown): SessionReading {
  let value = input;
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input);
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'not JSON';
      return unreadable(
        `This file is not JSON, or it is cut off (${detail}). Choose a file that Midstream exported, or export the session again.`,
      );
    }
  }
  if (!isObject(value) || value['format'] !== SESSION_FORMAT) {
    return unreadable(
      'This is no Midstream session: it has no "format": "midstream-session". Choose a file that Midstream exported.',
    );
  }
  const version = value['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return unreadable(
      'This session file names no version. Export the session again and import that file.',
    );
  }
  if (version > SESSION_VERSION) {
    return unreadable(
      `This session file has version ${version}, and this Midstream reads up to version ${SESSION_VERSION}. Update the extension to open it; the file is left as it is.`,
    );
  }
  const records = value['records'];
  if (!Array.isArray(records)) {
    return unreadable(
      'This session file has no list of records. Export the session again and import that file.',
    );
  }
  return readRecords(value, records);
}

function readRecords(
  header: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
): SessionReading {
  const records: SessionRecord[] = [];
  const problems: string[] = [];
  let broken = 0;
  for (const [position, value] of values.entries()) {
    const reading = readRecord(value);
    if (typeof reading !== 'string') {
      records.push(reading);
      continue;
    }
    broken++;
    if (broken <= NAMED_PROBLEMS) problems.push(`Record ${position + 1} was left out: ${reading}.`);
  }
  if (broken > NAMED_PROBLEMS)
    problems.push(`${broken - NAMED_PROBLEMS} more records were left out.`);
  const page = isObject(header['page']) ? header['page'] : {};
  return {
    type: 'session',
    problems,
    session: {
      format: SESSION_FORMAT,
      version: SESSION_VERSION,
      generator: textOf(header['generator']),
      startedAt: textOf(header['startedAt']),
      page: { url: textOf(page['url']), title: textOf(page['title']) },
      records,
    },
  };
}

/**
 * @param session the session
 * @returns the text of its file: one record a line, so that two files can be compared by line
 */
export function writeSession(session: Session): string {
  const { records, ...header } = session;
  const head = JSON.stringify(header).slice(0, -1);
  // Read once more, so that the same session is the same text wherever its records came from.
  const lines = records.map((record) => {
    const reading = readRecord(record);
    return JSON.stringify(typeof reading === 'string' ? record : reading);
  });
  return `${head},"records":[\n${lines.join(',\n')}\n]}\n`;
}

function unreadable(message: string): SessionReading {
  return { type: 'unreadable', message };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
