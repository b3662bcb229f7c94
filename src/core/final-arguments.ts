/**
 * The authoritative arguments that some formats send at the end of a call, against the fragments.
 *
 * By value first: a text that differs only in order or spacing is the same arguments, and the
 * fragments stay. Where the value differs, the final one counts, and what was streamed is kept beside
 * it. Where no fragment came, the final text is the only one.
 */
import { compactJson, isSameJson, parseJson } from './json-value.ts';
import type { Moment, ToolCall } from './tool-call.ts';
import type { DiagnosticCode } from './types.ts';

type Diagnose = (code: DiagnosticCode) => void;

/**
 * @param call the call, with its fragments so far
 * @param text the final arguments as text
 */
export function takeFinal(call: ToolCall, text: string, moment: Moment, diagnose: Diagnose): void {
  if (call.arguments === text) return;
  if (call.arguments === '') {
    if (call.parse.type !== 'free-text') diagnose('args-only-in-final');
    call.append(text, moment);
    return;
  }
  const streamed = parseJson(call.arguments);
  const final = parseJson(text);
  if (call.parse.type !== 'free-text' && streamed !== undefined && isSameJson(streamed, final)) {
    diagnose('final-args-reordered');
    return;
  }
  diagnose('final-args-differ');
  call.replace(text);
}

/**
 * @param call the call, with its fragments so far
 * @param value the final arguments as a JSON value, which the server has already read; its text was
 * never on the wire, so only its value can be compared
 */
export function takeFinalValue(
  call: ToolCall,
  value: unknown,
  moment: Moment,
  diagnose: Diagnose,
): void {
  if (value === undefined) return;
  const text = typeof value === 'string' ? value : compactJson(value);
  if (call.arguments === '') {
    // An empty buffer and an empty object are the same arguments.
    if (isSameJson(value, {}) && call.fragments.length > 0) return;
    call.append(text, moment);
    return;
  }
  const streamed = call.parse.type === 'free-text' ? call.arguments : parseJson(call.arguments);
  if (isSameJson(streamed, value) || call.arguments === text) return;
  diagnose('final-args-differ');
  call.replace(text);
}
