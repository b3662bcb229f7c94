/**
 * The README's table of formats, made from the registry and the captures, so that it cannot say what
 * is not so.
 */
import { join } from 'node:path';
import { formats } from '../../src/core/formats/index.ts';
import { createInspection } from '../../src/core/inspection.ts';
import type { Stream } from '../../src/core/types.ts';
import { markdownTable } from './markdown-table.ts';
import { captureFiles, readCapture, recordsOf } from './read-capture.ts';

export const TABLE_START = '<!-- formats: written by npm run fix -->';
export const TABLE_END = '<!-- /formats -->';

const FIXTURES = join(import.meta.dirname, '../fixtures');

const CARRIERS: Readonly<Record<string, string>> = {
  sse: 'server-sent events',
  'json-lines': 'JSON lines',
  'json-array': 'JSON array',
  'prefixed-lines': 'prefixed lines',
  'aws-event-stream': 'AWS event stream',
  multipart: 'multipart/mixed',
  messages: 'WebSocket',
};

/** @returns the table in Markdown, between its markers */
export function formatTable(): string {
  const rows = formats
    .toSorted((left, right) => left.label.localeCompare(right.label, 'en'))
    .map(({ id, label }) => {
      const streams = streamsOf(id);
      const carriers = [...new Set(streams.map(({ framing }) => CARRIERS[framing ?? ''] ?? '?'))];
      return [label, `\`${id}\``, carriers.toSorted().join(', '), argumentsOf(streams)];
    });
  const head = ['Format', 'Name', 'Carried by', 'Arguments arrive'];
  return [TABLE_START, '', ...markdownTable(head, rows), '', TABLE_END].join('\n');
}

/**
 * @param readme the README's text
 * @returns the text with the table as it has to be
 * @throws where the markers are missing
 */
export function withFormatTable(readme: string): string {
  const start = readme.indexOf(TABLE_START);
  const end = readme.indexOf(TABLE_END);
  if (start < 0 || end < start) throw new Error(`README.md lacks ${TABLE_START} … ${TABLE_END}`);
  return readme.slice(0, start) + formatTable() + readme.slice(end + TABLE_END.length);
}

function streamsOf(id: string): readonly Stream[] {
  return captureFiles(join(FIXTURES, id)).flatMap((name) => {
    const inspection = createInspection();
    for (const record of recordsOf(readCapture(join(FIXTURES, id), name))) inspection.add(record);
    return inspection.streams;
  });
}

function argumentsOf(streams: readonly Stream[]): string {
  const isFragmented = streams.some(({ calls }) =>
    calls.some(({ fragments }) => fragments.length > 1),
  );
  return isFragmented ? 'in fragments' : 'whole';
}
