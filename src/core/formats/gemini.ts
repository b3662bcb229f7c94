/**
 * Gemini generateContent, over server-sent events or as one JSON array.
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 *
 *   data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"tide_at","args":{"port":"Ryde"}}}]},
 *          "finishReason":"STOP"}]}
 *
 * With streamFunctionCallArguments, on Vertex AI:
 *
 *   data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"tide_at","willContinue":true}}]}}]}
 *   data: {"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.port",
 *          "stringValue":"Ry","willContinue":true}],"willContinue":true}}]}}]}
 *   data: {"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}]}
 *
 * What surprises: the finish is STOP whether there were calls or not, and some servers send it with
 * every chunk; no event comes behind it. Streamed arguments are no JSON text but paths and values,
 * from which the text of the fragments is made. Code Assist wraps every object in `response`.
 */
import { createPartReader, type PartReader } from './_gemini-parts.ts';
import type { Decoder, JsonObject, Outcome, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  numberAt,
  objectAt,
  stringAt,
} from './format.ts';

/** What a finish reason makes of a call whose arguments are still coming. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'filter'],
  ['RECITATION', 'filter'],
  ['LANGUAGE', 'filter'],
  ['BLOCKLIST', 'filter'],
  ['PROHIBITED_CONTENT', 'filter'],
  ['SPII', 'filter'],
]);
/** The model tried a call, and nothing usable came of it. */
const FAILED_CALLS = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
]);

interface Candidate {
  readonly parts: PartReader;
  finished: boolean;
}

export default defineFormat({
  id: 'gemini',
  label: 'Google Gemini',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  const body = bodyOf(json);
  if (body === null) return 0;
  if (arrayAt(body, 'candidates').some(isCandidate)) return 0.85;
  if (objectAt(body, 'promptFeedback') !== undefined) return 0.75;
  const isNamed =
    stringAt(body, 'modelVersion') !== undefined || stringAt(body, 'responseId') !== undefined;
  return isNamed && objectAt(body, 'usageMetadata') !== undefined ? 0.65 : 0;
}

function isCandidate(candidate: unknown): boolean {
  if (!isObject(candidate)) return false;
  return objectAt(candidate, 'content') !== undefined || Object.hasOwn(candidate, 'finishReason');
}

/** @returns the response object, also where Code Assist wraps it */
function bodyOf(json: unknown): JsonObject | null {
  if (!isObject(json)) return null;
  const wrapped = Object.hasOwn(json, 'candidates') ? undefined : objectAt(json, 'response');
  return wrapped ?? json;
}

function createDecoder(stream: StreamWriter): Decoder {
  const candidates = new Map<number, Candidate>();
  let blocked = false;

  function event({ json }: WireEvent): void {
    const body = bodyOf(json);
    if (body === null) return;
    const error = memberOf(body, 'error');
    if (error !== undefined && error !== null) stream.fail(failure(error));
    for (const entry of arrayAt(body, 'candidates')) {
      if (isObject(entry)) candidateEntry(entry);
    }
    const reason = stringAt(objectAt(body, 'promptFeedback') ?? {}, 'blockReason');
    if (reason === undefined) return;
    blocked = true;
    stream.finish(reason);
  }

  function candidateEntry(entry: JsonObject): void {
    const candidate = candidateAt(numberAt(entry, 'index') ?? 0);
    for (const part of arrayAt(objectAt(entry, 'content') ?? {}, 'parts')) {
      if (isObject(part)) candidate.parts.part(part, false);
    }
    const reason = stringAt(entry, 'finishReason');
    if (reason === undefined || reason === '') return;
    candidate.finished = true;
    stream.finish(reason);
    const outcome = OUTCOMES.get(reason);
    if (outcome !== undefined) candidate.parts.cut(`finishReason: ${reason}`, outcome);
    if (FAILED_CALLS.has(reason)) {
      const message = stringAt(entry, 'finishMessage');
      stream.fail(message === undefined ? reason : `${reason}: ${message}`);
    }
  }

  function candidateAt(index: number): Candidate {
    let candidate = candidates.get(index);
    if (candidate === undefined) {
      candidate = { parts: createPartReader(stream, index), finished: false };
      candidates.set(index, candidate);
    }
    return candidate;
  }

  function ended(): boolean {
    if (blocked) return true;
    const all = [...candidates.values()];
    const withCalls = all.filter(({ parts }) => parts.calls > 0);
    return withCalls.length > 0
      ? withCalls.every(({ finished }) => finished)
      : all.some(({ finished }) => finished);
  }

  return { event, ended };
}

/** Google's errors say in `status` what kind they are. */
function failure(error: unknown): string {
  const status = isObject(error) ? stringAt(error, 'status') : undefined;
  return status === undefined ? errorText(error) : `${status}: ${errorText(error)}`;
}
