/**
 * One JSON value a line: https://github.com/ndjson/ndjson-spec, as Ollama and others stream it, and
 * the single JSON document that a server answers in place of a stream.
 *
 * What surprises: the last line needs no line end, so what is left at the end of the body is an
 * event where it is whole JSON, and a tail where it is not.
 */
import type { Framer, Framing, FramingSink, Verdict } from './framing.ts';
import { createEventFrame } from './event-frame.ts';
import { createLineCutter, lineText, tailOf, type Line } from './lines.ts';

export const jsonLines: Framing = { id: 'json-lines', recognise, create: createJsonLinesFramer };

function createJsonLinesFramer(sink: FramingSink): Framer {
  const lines = createLineCutter('lf', { line: event, invalidUtf8: sink.invalidUtf8 });

  function event(line: Line): void {
    const { source, from, to } = line;
    if (lineText(line).trim() !== '') sink.frame(createEventFrame('', '', line, source, from, to));
  }

  return {
    feed: lines.feed,
    end() {
      const rest = lines.rest();
      if (rest === null || lineText(rest).trim() === '') return;
      if (isJson(lineText(rest))) event(rest);
      else sink.frame(tailOf(rest, true));
    },
    pending: lines.pending,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function recognise(start: Uint8Array, contentType: string): Verdict {
  const text = new TextDecoder('utf-8').decode(start).trimStart();
  if (text === '') return 'unsure';
  if (!text.startsWith('{')) return 'no';
  if (/ndjson|jsonl|json-lines|json-seq/.test(contentType)) return 'yes';
  const lineEnd = text.indexOf('\n');
  // A first line longer than what may be held is a line all the same.
  if (lineEnd < 0) return 'unsure';
  return isJson(text.slice(0, lineEnd)) ? 'yes' : 'no';
}
