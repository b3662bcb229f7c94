/**
 * The parts of docs/fidelity.md that say what was measured. A test that has measured compares them,
 * or writes them where UPDATE_DOCS is set, so that the document cannot say what is not so.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FILE = resolve(import.meta.dirname, '../../docs/fidelity.md');

export interface MeasuredPart {
  readonly written: string;
  readonly measured: string;
}

/**
 * @param name of the part, in its markers
 * @param lines what was measured, in Markdown
 * @returns what the document says, after it was written where that was asked for, and what it should
 * @throws where the document has no such part
 */
export function measuredPart(name: string, lines: readonly string[]): MeasuredPart {
  const text = readFileSync(FILE, 'utf8');
  const start = `<!-- ${name}: measured; UPDATE_DOCS=1 writes it -->`;
  const end = `<!-- /${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/fidelity.md lacks ${start} … ${end}`);
  const measured = ['', '', ...lines, '', ''].join('\n');
  const written = text.slice(from + start.length, to);
  if (process.env['UPDATE_DOCS'] === undefined) return { written, measured };
  writeFileSync(FILE, text.slice(0, from + start.length) + measured + text.slice(to));
  return { written: measured, measured };
}
