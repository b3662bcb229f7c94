/**
 * The parts of a Gemini content that are about tools, as generateContent and the Agent Development
 * Kit send them. https://ai.google.dev/api/caching#Part
 *
 * What surprises: a call is whole where neither `willContinue` nor `partialArgs` is there. Streamed
 * arguments have no key but order: a part without a name belongs to the call that is open, and an
 * empty `functionCall` ends it, though the last piece may do so itself.
 */
import { compactJson } from '../json-value.ts';
import { createJsonPathWriter, type JsonPathWriter, type JsonScalar } from './_json-path-writer.ts';
import type { Call } from '../types.ts';
import type { CallWriter, JsonObject, Outcome, StreamWriter } from './format.ts';
import { arrayAt, isObject, memberOf, objectAt, stringAt } from './format.ts';

export interface PartReader {
  /** How many calls of the model there were. */
  readonly calls: number;
  /** @param isPreview whether the same part will come again, when its event is whole */
  part(part: JsonObject, isPreview: boolean): void;
  /** Ends the call that is open, where the reason says why its arguments stop there. */
  cut(event: string, outcome: Outcome): void;
}

interface StreamedCall {
  readonly writer: CallWriter;
  readonly text: JsonPathWriter;
  /** Whole arguments that came with it. */
  args: unknown;
}

const CALL = 'functionCall';

/**
 * @param stream gets the calls
 * @param choice the candidate whose parts these are
 */
export function createPartReader(stream: StreamWriter, choice: number): PartReader {
  const byId = new Map<string, CallWriter>();
  /** Calls that came as previews only. */
  const previews: CallWriter[] = [];
  let open: StreamedCall | null = null;
  let calls = 0;

  function part(content: JsonObject, isPreview: boolean): void {
    const call = objectAt(content, CALL);
    if (call !== undefined) functionCall(call, isPreview);
    const code = objectAt(content, 'executableCode');
    if (code !== undefined) {
      const { id: _id, ...input } = code;
      serverCall('executableCode', 'executableCode', stringAt(code, 'id'), input);
    }
    const tool = objectAt(content, 'toolCall');
    if (tool !== undefined) {
      const name = stringAt(tool, 'toolType') ?? null;
      serverCall('toolCall', name, stringAt(tool, 'id'), memberOf(tool, 'args'));
    }
    result(objectAt(content, 'functionResponse'), 'response');
    result(objectAt(content, 'toolResponse'), 'response');
    result(objectAt(content, 'codeExecutionResult'), 'output');
  }

  function functionCall(call: JsonObject, isPreview: boolean): void {
    const name = nonEmpty(stringAt(call, 'name'));
    const id = nonEmpty(stringAt(call, 'id'));
    const args = memberOf(call, 'args');
    const pieces = arrayAt(call, 'partialArgs');
    const goesOn = memberOf(call, 'willContinue') === true;
    const isWhole = pieces.length === 0 && !goesOn;
    if (open !== null && !continues(open.writer.call, name, id, pieces.length > 0)) {
      finishOpen(CALL);
    }
    if (open === null) {
      if (isWhole && name === undefined && args === undefined) return;
      const known = isWhole ? sameCall(name, id, isPreview) : undefined;
      if (known !== undefined) {
        if (id !== undefined) identify(known, id);
        sentAgain(known, args);
        return;
      }
      open = {
        writer: openCall(name, id, isPreview),
        text: createJsonPathWriter(),
        args: undefined,
      };
    }
    if (id !== undefined) identify(open.writer, id);
    if (args === null) open.writer.diagnose('args-null');
    else if (args !== undefined) open.args = args;
    for (const piece of pieces) {
      if (isObject(piece)) write(open, piece);
    }
    if (!goesOn) finishOpen(CALL);
  }

  /** @returns the call that a whole one repeats */
  function sameCall(
    name: string | undefined,
    id: string | undefined,
    isPreview: boolean,
  ): CallWriter | undefined {
    const known = id === undefined ? undefined : byId.get(id);
    if (known !== undefined)
      return (name ?? known.call.name) === known.call.name ? known : undefined;
    return isPreview ? undefined : previews.find(({ call }) => call.name === name);
  }

  function sentAgain(known: CallWriter, args: unknown): void {
    const preview = previews.indexOf(known);
    if (preview >= 0) previews.splice(preview, 1);
    else known.diagnose('id-repeated');
    known.finalValue(args);
    known.end(CALL);
  }

  function openCall(
    name: string | undefined,
    id: string | undefined,
    isPreview: boolean,
  ): CallWriter {
    const writer = stream.open({
      kind: 'function',
      index: null,
      choice,
      id: id ?? null,
      name: name ?? null,
    });
    calls++;
    if (id !== undefined) byId.set(id, writer);
    if (isPreview) previews.push(writer);
    if (name === undefined) writer.diagnose('name-empty');
    return writer;
  }

  function identify(writer: CallWriter, id: string): void {
    if (writer.call.id === id) return;
    if (writer.call.id === null) writer.identify(id);
    else writer.alias(id);
    byId.set(id, writer);
  }

  function write({ writer, text }: StreamedCall, piece: JsonObject): void {
    const path = stringAt(piece, 'jsonPath');
    const value = scalarOf(piece);
    if (path === undefined || value === undefined) return;
    writer.fragment(text.write(path, value, memberOf(piece, 'willContinue') === true));
  }

  function finishOpen(event: string): void {
    if (open === null) return;
    const { writer, text, args } = open;
    open = null;
    if (text.broken) writer.finalValue(text.value());
    else {
      const rest = text.close();
      if (rest !== '') writer.fragment(rest);
    }
    if (args !== undefined) {
      if (writer.call.fragments.length > 0) writer.finalValue(args);
      else writer.fragment(compactJson(args));
    }
    writer.end(event);
  }

  function serverCall(
    terminal: string,
    name: string | null,
    id: string | undefined,
    input: unknown,
  ): void {
    const writer = stream.open({
      kind: 'server',
      index: null,
      choice,
      id: id ?? null,
      name,
    });
    if (input !== undefined && input !== null) writer.fragment(compactJson(input));
    writer.end(terminal);
  }

  /** Results without an id cannot be joined to a call, and say nothing about one. */
  function result(response: JsonObject | undefined, key: string): void {
    const id = response === undefined ? undefined : nonEmpty(stringAt(response, 'id'));
    if (response === undefined || id === undefined) return;
    const value = memberOf(response, key);
    const outcome = stringAt(response, 'outcome') ?? 'OUTCOME_OK';
    stream.result({
      id,
      text: typeof value === 'string' ? value : compactJson(value),
      isError: outcome !== 'OUTCOME_OK' || (isObject(value) && Object.hasOwn(value, 'error')),
    });
  }

  return {
    get calls() {
      return calls;
    },
    part,
    cut(event, outcome) {
      if (open === null) return;
      open.writer.outcome(outcome);
      open.writer.end(event);
      open = null;
    },
  };
}

/** Whether a part belongs to the call that is open. */
function continues(
  call: Call,
  name: string | undefined,
  id: string | undefined,
  hasPieces: boolean,
): boolean {
  if (id !== undefined && call.id !== null) return id === call.id;
  // A name alone starts the next call, perhaps of the same tool; with pieces it is a repeat.
  return name === undefined || (name === call.name && hasPieces && call.fragments.length > 0);
}

function scalarOf(piece: JsonObject): JsonScalar | undefined {
  const value =
    memberOf(piece, 'stringValue') ??
    memberOf(piece, 'numberValue') ??
    memberOf(piece, 'boolValue');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  // The wire says "NULL_VALUE"; that the member is there is enough.
  return Object.hasOwn(piece, 'nullValue') ? null : undefined;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
