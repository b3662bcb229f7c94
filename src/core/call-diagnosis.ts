/**
 * What can be said of a stream and its calls only when the body is over: whether the ends came, and
 * what the argument texts are then.
 */
import { parseJson } from './json-value.ts';
import type { DiagnosticList } from './diagnostics.ts';
import type { ToolCall } from './tool-call.ts';
import type { Stream } from './types.ts';

/**
 * @param stream a stream whose end has been recorded
 * @param calls its calls
 * @param diagnostics the stream's list, which gets what is found
 */
export function diagnoseEnd(
  stream: Stream,
  calls: readonly ToolCall[],
  diagnostics: DiagnosticList,
): void {
  const { status, end } = stream;
  const isByPage = end?.reason === 'abort' || end?.reason === 'cancel';
  if (status === 'aborted' && isByPage) diagnostics.add('aborted-by-page', {});
  // An abort that the stream itself announces is an end, if not the one that was hoped for.
  const isCut = status === 'cut' || (status === 'aborted' && isByPage);
  if (stream.format !== null && isCut) {
    diagnostics.add('no-terminal', end === null ? {} : { chunk: stream.chunks.length - 1 });
  }
  for (const call of calls) {
    if (call.end !== null || (call.outcome === 'length' && call.parse.type !== 'parses')) {
      diagnoseText(call, diagnostics);
    }
    if (call.end === null && status === 'complete' && call.outcome === null) {
      diagnostics.add('call-never-finished', { call: call.position });
    }
  }
  diagnoseIdentities(stream, calls, diagnostics);
}

function diagnoseText(call: ToolCall, diagnostics: DiagnosticList): void {
  const place = { call: call.position };
  const { parse } = call;
  const isCapped = call.outcome === 'length';
  switch (parse.type) {
    case 'free-text':
      diagnostics.add('non-json-input', place);
      if (isCapped) diagnostics.add('truncated-by-length', place);
      break;
    case 'empty':
      diagnostics.add(isCapped ? 'truncated-by-length' : 'args-empty', place);
      break;
    case 'prefix':
      diagnostics.add(isCapped ? 'truncated-by-length' : 'args-unterminated', place);
      break;
    case 'invalid':
      diagnostics.add(isCapped ? 'truncated-by-length' : 'invalid-json', {
        ...place,
        offset: parse.offset,
      });
      break;
    case 'trailing':
      if (isCapped) diagnostics.add('truncated-by-length', place);
      else
        diagnostics.add(parse.whole ? 'concatenated-json' : 'invalid-json', {
          ...place,
          offset: parse.offset,
        });
      break;
    case 'parses':
      if (/\s$/.test(call.arguments)) diagnostics.add('trailing-whitespace', place);
      diagnoseValue(call, diagnostics);
      break;
    default:
      parse satisfies never;
  }
}

function diagnoseValue(call: ToolCall, diagnostics: DiagnosticList): void {
  const value = parseJson(call.arguments);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  const inner = typeof value === 'string' ? parseJson(value) : undefined;
  const isDouble = typeof inner === 'object' && inner !== null;
  diagnostics.add(isDouble ? 'args-double-encoded' : 'args-not-object', { call: call.position });
}

function diagnoseIdentities(
  stream: Stream,
  calls: readonly ToolCall[],
  diagnostics: DiagnosticList,
): void {
  const ids = new Set<string>();
  const indexesByChoice = new Map<number, Set<number>>();
  for (const { id, index, choice, position } of calls) {
    if (id !== null && ids.has(id)) diagnostics.add('id-duplicate', { call: position });
    if (id !== null) ids.add(id);
    const indexes = indexesByChoice.get(choice) ?? new Set();
    if (index !== null) indexes.add(index);
    indexesByChoice.set(choice, indexes);
  }
  if (indexesByChoice.size > 1) diagnostics.add('multiple-choices', {});
  // Block and output indexes count everything in a message; only here do they count calls.
  if (stream.format !== 'openai-chat') return;
  for (const indexes of indexesByChoice.values()) {
    if ([...indexes].some((index) => index >= indexes.size)) diagnostics.add('index-sparse', {});
  }
}
