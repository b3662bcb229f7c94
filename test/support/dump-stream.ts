/** A stream as lines that a person can check: one per frame, fragment, call and diagnostic. */
import { fragmentCut } from '../../src/core/fragment-cut.ts';
import type { Call, Fragment, Frame, ParseState, Stream } from '../../src/core/types.ts';

/** @returns the dump, with a line feed at its end */
export function dumpStream(stream: Stream): string {
  const lines = [
    `${stream.format ?? 'no format'} · ${stream.status} · finish ${stream.finish ?? 'none'} · ${stream.bytes} bytes`,
    ...(stream.notice === null ? [] : [`notice: ${stream.notice}`]),
    '',
  ];
  for (const [position, frame] of stream.frames.entries()) {
    lines.push(frameLine(position, frame));
    for (const call of stream.calls) {
      for (const [index, fragment] of call.fragments.entries()) {
        if (fragment.frame === position) lines.push(`      ${fragmentLine(call, index, fragment)}`);
      }
      if (call.end?.frame === position)
        lines.push(`      call ${call.position} ends: ${call.end.event}`);
    }
  }
  lines.push('');
  for (const call of stream.calls) lines.push(callLine(call));
  for (const { id, text, isError, call } of stream.results) {
    lines.push(
      `result of ${id} (call ${call ?? '–'})${isError ? ', an error' : ''}: ${JSON.stringify(text)}`,
    );
  }
  for (const { code, call, frame, count } of stream.diagnostics) {
    const place = [
      call === undefined ? '' : ` call ${call}`,
      frame === undefined ? '' : ` frame ${frame}`,
    ].join('');
    lines.push(`! ${code}${place}${count > 1 ? ` ×${count}` : ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function frameLine(position: number, frame: Frame): string {
  const name =
    frame.type === 'event' ? `event ${frame.name === '' ? '(unnamed)' : frame.name}` : frame.type;
  return `${String(position).padStart(3)} ${frame.start}–${frame.end} ${name}`;
}

function fragmentLine(call: Call, index: number, fragment: Fragment): string {
  return `call ${call.position} fragment ${index}: ${JSON.stringify(fragment.text)} → ${parseText(fragment.parse)}, ${fragmentCut(fragment)}`;
}

function callLine(call: Call): string {
  const status = call.reason === null ? call.status : `${call.status} (${call.reason})`;
  const aliases = call.aliases.length === 0 ? '' : ` aka ${call.aliases.join(', ')}`;
  return `call ${call.position}: index ${call.index ?? '–'} choice ${call.choice} ${call.kind} ${call.name ?? '?'} ${call.id ?? 'no id'}${aliases} · ${status} · ${JSON.stringify(call.arguments)}`;
}

function parseText(parse: ParseState): string {
  return parse.type === 'prefix' ? `prefix in ${parse.open}` : parse.type;
}
