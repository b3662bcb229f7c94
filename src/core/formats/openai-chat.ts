/**
 * OpenAI Chat Completions, and what imitates it.
 * https://platform.openai.com/docs/api-reference/chat/create (stream: true)
 *
 *   data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,
 *          "id":"call_a","type":"function","function":{"name":"tide_at","arguments":""}}]}}]}
 *   data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"po"}}]}}]}
 *   data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
 *   data: [DONE]
 *
 * What surprises: a call has no end of its own, it ends with the finish of its choice or with
 * [DONE]; imitators leave the index out, put it to 0 for every call, repeat ids and names, send
 * them late or in pieces. Which call a delta belongs to is decided by these rules, whoever the
 * server is:
 * - With an index: the newest call with that index in that choice. Another id opens a new call if a
 *   name comes with it, or if the buffer is a whole value and more text comes; otherwise the id is
 *   an alias of the same call.
 * - Without: by id, else the newest call. An unknown id opens a new call.
 */
import { compactJson } from '../json-value.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayOf,
  defineFormat,
  errorText,
  isObject,
  numberOf,
  objectOf,
  stringOf,
} from './format.ts';

const DONE = '[DONE]';
const TOOL_FINISHES = new Set(['tool_calls', 'function_call', 'length']);

interface Choice {
  readonly index: number;
  readonly calls: CallWriter[];
  readonly newestByIndex: Map<number, CallWriter>;
  finish: string | null;
}

export default defineFormat({
  id: 'openai-chat',
  label: 'OpenAI Chat Completions and compatible servers',
  detect,
  createDecoder,
});

function detect(event: WireEvent): number {
  if (!isObject(event.json)) return 0;
  const choices = event.json['choices'];
  if (stringOf(event.json['object']) === 'chat.completion.chunk') return 0.9;
  if (!Array.isArray(choices)) return 0;
  return choices.some((choice) => isObject(choice) && isObject(choice['delta'])) ? 0.8 : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const choices = new Map<number, Choice>();
  /** The calls that the choice being read has touched. */
  const seen = new Set<CallWriter>();
  let done = false;
  let failed = false;

  function event({ name, data, json }: WireEvent): void {
    // OpenAI's SDK compares only the beginning, and stops there.
    if (data.startsWith(DONE)) {
      if (!done) finishAll();
      done = true;
      return;
    }
    if (!isObject(json)) return;
    const error = json['error'];
    if (error !== undefined && error !== null) fail(error);
    // vLLM sends the error itself: {"object":"error","message":…}.
    else if (name === 'error' || stringOf(json['object']) === 'error') fail(json);
    for (const entry of arrayOf(json['choices'])) {
      if (isObject(entry)) choiceEntry(entry);
    }
  }

  function fail(error: unknown): void {
    failed = true;
    stream.fail(errorText(error));
  }

  function choiceEntry(entry: JsonObject): void {
    const choice = choiceAt(numberOf(entry['index']) ?? 0);
    const delta = objectOf(entry['delta']);
    if (delta !== undefined) {
      const calls = delta['tool_calls'];
      seen.clear();
      for (const call of arrayOf(calls)) {
        if (isObject(call)) toolCall(choice, call);
      }
      // Old text-generation-inference servers send one object in place of the list.
      if (isObject(calls)) toolCall(choice, calls);
      const legacy = objectOf(delta['function_call']);
      if (legacy !== undefined) legacyCall(choice, legacy);
    }
    const finish = stringOf(entry['finish_reason']);
    if (finish !== undefined && finish !== '') finishChoice(choice, finish);
  }

  function choiceAt(index: number): Choice {
    let choice = choices.get(index);
    if (choice === undefined) {
      choice = { index, calls: [], newestByIndex: new Map(), finish: null };
      choices.set(index, choice);
    }
    return choice;
  }

  function toolCall(choice: Choice, entry: JsonObject): void {
    const custom = objectOf(entry['custom']);
    const body = custom ?? objectOf(entry['function']) ?? {};
    const id = stringOf(entry['id']);
    const name = stringOf(body['name']);
    const input = custom === undefined ? body['arguments'] : custom['input'];
    const wireIndex = numberOf(entry['index']);
    let writer = callFor(choice, wireIndex, id, name, typeof input === 'string' && input !== '');
    if (writer === null) {
      const isReused = wireIndex !== undefined && choice.newestByIndex.has(wireIndex);
      const isCustom = custom !== undefined || stringOf(entry['type']) === 'custom';
      writer = open(choice, {
        kind: isCustom ? 'custom' : 'function',
        index: wireIndex ?? null,
        id,
        name,
        freeText: isCustom,
      });
      if (isReused) writer.diagnose('index-reused');
    } else {
      if (seen.has(writer)) writer.diagnose('index-repeated-in-chunk');
      describeAgain(writer, id, name);
    }
    if (id === '') writer.diagnose('id-empty');
    if (name === '') writer.diagnose('name-empty');
    if (wireIndex === undefined) writer.diagnose('index-missing');
    seen.add(writer);
    if (choice.finish !== null) writer.diagnose('delta-after-terminal');
    take(writer, input);
  }

  function open(
    choice: Choice,
    start: {
      kind: 'function' | 'custom';
      index: number | null;
      id: string | undefined;
      name: string | undefined;
      freeText: boolean;
    },
  ): CallWriter {
    const opened = stream.open({
      kind: start.kind,
      index: start.index,
      choice: choice.index,
      id: start.id === '' ? null : (start.id ?? null),
      name: start.name === '' ? null : (start.name ?? null),
      freeText: start.freeText,
    });
    choice.calls.push(opened);
    if (start.index !== null) choice.newestByIndex.set(start.index, opened);
    return opened;
  }

  /** One call per choice, without id and index. */
  function legacyCall(choice: Choice, entry: JsonObject): void {
    const name = stringOf(entry['name']);
    const known = choice.calls[0];
    if (known !== undefined) describeAgain(known, undefined, name);
    take(
      known ??
        open(choice, { kind: 'function', index: null, id: undefined, name, freeText: false }),
      entry['arguments'],
    );
  }

  function finishChoice(choice: Choice, reason: string): void {
    if (choice.finish !== null) {
      stream.diagnose('multiple-terminals');
      // OpenRouter sends every finish twice; a repeat says nothing new.
      if (choice.finish === reason) return;
    }
    choice.finish ??= reason;
    stream.finish(reason);
    if (choice.calls.length > 0 && !TOOL_FINISHES.has(reason)) {
      stream.diagnose('finish-reason-mismatch');
    }
    for (const call of choice.calls) {
      call.end(`finish_reason: ${reason}`);
      // Free text shows no cut, so only the call that was open last can be told to have one.
      const mayBeCut = call.call.parse.type !== 'free-text' || call === choice.calls.at(-1);
      if (reason === 'length' && mayBeCut) call.outcome('length');
      else if (reason === 'content_filter') call.outcome('filter');
    }
  }

  function finishAll(): void {
    // Behind an error, [DONE] only closes the stream: what was open then is not finished.
    if (failed) return;
    for (const choice of choices.values()) {
      if (choice.finish !== null) continue;
      if (choice.calls.length > 0) stream.diagnose('finish-reason-missing');
      for (const call of choice.calls) call.end(DONE);
    }
  }

  function ended(): boolean {
    if (done) return true;
    const all = [...choices.values()];
    const withCalls = all.filter((choice) => choice.calls.length > 0);
    return withCalls.length > 0 ? withCalls.every(isFinished) : all.some(isFinished);
  }

  return { event, ended };
}

/** Ids and names that come again, late or in pieces. */
function describeAgain(writer: CallWriter, id: string | undefined, name: string | undefined): void {
  const { call } = writer;
  if (id !== undefined && id !== '') {
    if (call.id === null) {
      writer.identify(id);
      writer.diagnose('id-late');
    } else if (call.id === id || call.aliases.includes(id)) writer.diagnose('id-repeated');
    else {
      writer.alias(id);
      writer.diagnose('id-changed');
    }
  }
  if (name !== undefined && name !== '') {
    if (call.name === null) {
      writer.rename(name);
      writer.diagnose('name-late');
    } else if (call.name === name) writer.diagnose('name-repeated');
    else {
      writer.rename(call.name + name);
      writer.diagnose('name-split');
    }
  }
}

function take(writer: CallWriter, input: unknown): void {
  if (typeof input === 'string') writer.fragment(input);
  else if (input === null) writer.diagnose('args-null');
  else if (input !== undefined) {
    writer.diagnose('args-object');
    writer.fragment(compactJson(input));
  }
}

function isFinished(choice: Choice): boolean {
  return choice.finish !== null;
}

/** By the rules above; null: a new call. */
function callFor(
  choice: Choice,
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  hasText: boolean,
): CallWriter | null {
  const isNamed = name !== undefined && name !== '';
  const isIdentified = id !== undefined && id !== '';
  if (index !== undefined) {
    const newest = choice.newestByIndex.get(index);
    if (newest === undefined) return null;
    if (!isIdentified || newest.call.id === null || isKnownAs(newest, id)) return newest;
    const startsAfresh = isNamed || (newest.call.parse.type === 'parses' && hasText);
    return startsAfresh ? null : newest;
  }
  if (isIdentified) return choice.calls.findLast((writer) => isKnownAs(writer, id)) ?? null;
  const newest = choice.calls.at(-1);
  if (newest === undefined) return null;
  // Servers that send neither id nor index send whole calls: a name behind a whole value is the next one.
  return isNamed && hasText && newest.call.parse.type === 'parses' ? null : newest;
}

function isKnownAs({ call }: CallWriter, id: string): boolean {
  return call.id === id || call.aliases.includes(id);
}
