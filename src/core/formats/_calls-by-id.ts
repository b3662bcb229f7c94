/**
 * The calls of formats that name a call by its id in every event, as most protocols between a server
 * and its UI do: start, deltas, end, whole input, result.
 */
import type { CallKind } from '../types.ts';
import { compactJson } from '../json-value.ts';
import type { CallWriter, Outcome, StreamWriter } from './format.ts';

export interface CallDescription {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly kind?: CallKind;
}

export interface CallsById {
  readonly count: number;
  /** The newest call with that id. */
  get(id: string | undefined): CallWriter | undefined;
  /** The opening event. Sent again for a call that is open, it says nothing new; for one that has ended, it opens another. */
  start(description: CallDescription): CallWriter;
  /** One delta, whatever the wire has in its place. A delta of an unknown id opens a call, so that no text is lost. */
  fragment(id: string | undefined, text: unknown): void;
  /**
   * The whole input as a JSON value, with deltas before it or without. It opens another call where the
   * one with that id had its input and its result.
   */
  whole(description: CallDescription, input: unknown, event: string): CallWriter;
  end(id: string | undefined, event: string): void;
  /** What the tool gave back. A call whose input is still open ends here: the tool has run. */
  result(id: string | undefined, value: unknown, isError: boolean, event: string): void;
  /**
   * The reason why the model stopped. A token cap or a filter makes the ends of open calls void, and
   * that of the newest, which some servers end all the same; not where the server has read its input.
   */
  stop(reason: string): void;
  /** Withdraws the calls from a position on. */
  discardFrom(position: number): void;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  length: 'length',
  max_tokens: 'length',
  'max-tokens': 'length',
  content_filter: 'filter',
  'content-filter': 'filter',
};

/** @param stream the pen of the stream */
export function createCallsById(stream: StreamWriter): CallsById {
  let calls: CallWriter[] = [];
  const newest = new Map<string, CallWriter>();
  /** Calls whose whole input came: the server has parsed it. */
  const read = new Set<CallWriter>();
  const answered = new Set<CallWriter>();

  function get(id: string | undefined): CallWriter | undefined {
    return id === undefined ? undefined : newest.get(id);
  }

  function open({ id, name, kind = 'function' }: CallDescription): CallWriter {
    const call = stream.open({ kind, index: null, id: id ?? null, name: name ?? null });
    calls.push(call);
    if (id !== undefined) newest.set(id, call);
    return call;
  }

  return {
    get count() {
      return calls.length;
    },
    get,
    start(description) {
      const known = get(description.id);
      if (known === undefined || known.call.end !== null) return open(description);
      if (known.call.name === null) nameLate(known, description.name);
      else known.diagnose('id-repeated');
      return known;
    },
    fragment(id, text) {
      const writer = get(id) ?? open({ id, name: undefined });
      if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
      if (typeof text === 'string') writer.fragment(text);
      else if (text === null) writer.diagnose('args-null');
    },
    whole(description, input, event) {
      const known = get(description.id);
      const isOver = known !== undefined && read.has(known) && answered.has(known);
      const writer = known === undefined || isOver ? open(description) : known;
      nameLate(writer, description.name);
      writer.finalValue(input);
      writer.end(event);
      read.add(writer);
      return writer;
    },
    end(id, event) {
      get(id)?.end(event);
    },
    result(id, value, isError, event) {
      if (id === undefined) return;
      const writer = get(id);
      writer?.end(event);
      if (writer !== undefined) answered.add(writer);
      stream.result({ id, text: textOf(value), isError });
    },
    stop(reason) {
      const outcome = OUTCOMES[reason];
      if (outcome === undefined) return;
      for (const writer of calls) {
        if (writer.call.end === null) writer.outcome(outcome);
      }
      const last = calls.at(-1);
      if (last !== undefined && !read.has(last)) last.outcome(outcome);
    },
    discardFrom(position) {
      for (const writer of calls.slice(position)) {
        writer.outcome('discarded');
        const { id } = writer.call;
        if (id !== null && newest.get(id) === writer) newest.delete(id);
      }
      calls = calls.slice(0, position);
    },
  };
}

function nameLate(writer: CallWriter, name: string | undefined): void {
  if (name === undefined || name === '' || writer.call.name !== null) return;
  writer.rename(name);
  writer.diagnose('name-late');
}

/** @returns text as it is, any other value as compact JSON */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : compactJson(value);
}
