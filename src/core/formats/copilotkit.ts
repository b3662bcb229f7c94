/**
 * The GraphQL runtime of CopilotKit: one response document that grows by incremental delivery, in the
 * parts of a multipart body. https://docs.copilotkit.ai (runtime before 1.52)
 * https://github.com/graphql/defer-stream-wg
 *
 *   {"data":{"generateCopilotResponse":{"threadId":"th","messages":[]}},"hasNext":true}
 *   {"incremental":[{"items":[{"__typename":"ActionExecutionMessageOutput","id":"t1","name":"tide_at","arguments":[]}],
 *     "path":["generateCopilotResponse","messages",0]}],"hasNext":true}
 *   {"incremental":[{"items":["{\"port\":\"Ry"],"path":["generateCopilotResponse","messages",0,"arguments",0]}],"hasNext":true}
 *   {"incremental":[{"data":{"status":{"code":"Success"}},"path":["generateCopilotResponse","messages",0]}],"hasNext":false}
 *
 * What surprises: each item of a call's list `arguments` is a fragment, found by the call's place in
 * `messages`, which is its index. The status that ends a call is delivered apart from the list, and
 * within one part it may stand before the last fragments; it is read behind them.
 */
import { textOf } from './_calls-by-id.ts';
import type { CallWriter, Decoder, JsonObject, StreamWriter, WireEvent } from './format.ts';
import {
  arrayAt,
  defineFormat,
  errorText,
  isObject,
  memberOf,
  objectAt,
  stringAt,
} from './format.ts';

const ROOT = 'generateCopilotResponse';

interface Status {
  readonly position: number | null;
  readonly value: JsonObject;
}

export default defineFormat({
  id: 'copilotkit',
  label: 'CopilotKit runtime (GraphQL)',
  detect,
  createDecoder,
});

function detect({ json }: WireEvent): number {
  if (!isObject(json)) return 0;
  if (objectAt(objectAt(json, 'data') ?? {}, ROOT) !== undefined) return 0.95;
  return arrayAt(json, 'incremental').some(
    (entry) => isObject(entry) && arrayAt(entry, 'path')[0] === ROOT,
  )
    ? 0.9
    : 0;
}

function createDecoder(stream: StreamWriter): Decoder {
  const calls = new Map<number, CallWriter>();
  let ended = false;

  function event({ json }: WireEvent): void {
    if (!isObject(json)) return;
    const statuses: Status[] = [];
    const response = objectAt(objectAt(json, 'data') ?? {}, ROOT);
    if (response !== undefined) patch([ROOT], response, statuses);
    for (const entry of arrayAt(json, 'incremental')) {
      if (!isObject(entry)) continue;
      errors(entry);
      const path = arrayAt(entry, 'path');
      for (const [offset, item] of arrayAt(entry, 'items').entries())
        append(path, offset, item, statuses);
      const data = objectAt(entry, 'data');
      if (data !== undefined) patch(path, data, statuses);
    }
    for (const status of statuses) settle(status);
    errors(json);
    // Without incremental delivery the whole document comes at once.
    if (memberOf(json, 'hasNext') !== true) ended = true;
  }

  function errors(entry: JsonObject): void {
    for (const error of arrayAt(entry, 'errors')) stream.fail(errorText(error));
  }

  /** An element of a list that is streamed. */
  function append(
    path: readonly unknown[],
    offset: number,
    item: unknown,
    statuses: Status[],
  ): void {
    const position = path[2];
    if (path[0] !== ROOT || path[1] !== 'messages' || typeof position !== 'number') return;
    if (path.length === 3 && isObject(item)) message(position + offset, item, statuses);
    if (path[3] === 'arguments' && path.length === 5) fragment(calls.get(position), item);
  }

  /** An object, or what was deferred of it. */
  function patch(path: readonly unknown[], data: JsonObject, statuses: Status[]): void {
    if (path[0] !== ROOT) return;
    if (path.length === 1) {
      for (const [position, entry] of arrayAt(data, 'messages').entries()) {
        if (isObject(entry)) message(position, entry, statuses);
      }
    }
    const position = path.length === 1 ? null : path[2];
    const value = objectAt(data, 'status');
    if (value === undefined || (position !== null && typeof position !== 'number')) return;
    statuses.push({ position, value });
  }

  function message(position: number, entry: JsonObject, statuses: Status[]): void {
    const actionId = stringAt(entry, 'actionExecutionId');
    if (actionId !== undefined && Object.hasOwn(entry, 'result')) {
      stream.result({ id: actionId, text: textOf(memberOf(entry, 'result')) });
    }
    const isCall =
      stringAt(entry, '__typename') === 'ActionExecutionMessageOutput' ||
      Object.hasOwn(entry, 'arguments');
    if (isCall && !calls.has(position)) {
      const call = stream.open({
        kind: 'function',
        index: position,
        id: stringAt(entry, 'id') ?? null,
        name: stringAt(entry, 'name') ?? null,
      });
      calls.set(position, call);
      const text = memberOf(entry, 'arguments');
      for (const item of Array.isArray(text) ? text : [text]) fragment(call, item);
    }
    const value = objectAt(entry, 'status');
    if (value !== undefined) statuses.push({ position, value });
  }

  function settle({ position, value }: Status): void {
    const code = stringAt(value, 'code') ?? '';
    const isFailed = /^failed$/i.test(code);
    if (isFailed) stream.fail(stringAt(value, 'reason') ?? code);
    if (position === null) {
      if (code !== '') stream.finish(code);
    } else if (/^success$/i.test(code)) calls.get(position)?.end(`status: ${code}`);
  }

  return { event, ended: () => ended };
}

function fragment(call: CallWriter | undefined, text: unknown): void {
  if (call === undefined) return;
  if (call.call.end !== null) call.diagnose('delta-after-terminal');
  if (typeof text === 'string') call.fragment(text);
  else if (text === null) call.diagnose('args-null');
}
