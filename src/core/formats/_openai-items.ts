/**
 * The output items of OpenAI's newer interfaces as calls. Responses and Realtime announce an item,
 * stream its arguments, say them again whole, and close it, with the same events:
 *
 *   {"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","id":"fc_7",
 *    "call_id":"call_q","name":"tide_at","arguments":""}}
 *   {"type":"response.function_call_arguments.delta","output_index":1,"item_id":"fc_7","delta":"{\"po"}
 *   {"type":"response.function_call_arguments.done","output_index":1,"item_id":"fc_7","arguments":"{…}"}
 *   {"type":"response.output_item.done","output_index":1,"item":{…,"status":"completed"}}
 *
 * What surprises: the arguments come whole up to three times (arguments.done, item done, the
 * response's own list), and servers contradict themselves there. The first one that says something
 * counts, because that event is the one made for it; one that differs later is diagnosed. Some
 * servers give every event another item id, so the output index leads, and the item id only decides
 * between calls that share an index.
 */
import { compactJson, isSameJson, parseJson } from '../json-value.ts';
import type { CallKind } from '../types.ts';
import type { CallWriter, JsonObject, StreamWriter } from './format.ts';
import { arrayAt, isObject, memberOf, numberAt, objectAt, stringAt } from './format.ts';
import { idOf, nameOf, READINGS, type ItemReading } from './_openai-item-readings.ts';

/** One call of a response. */
export interface ItemCall {
  readonly writer: CallWriter;
  readonly itemType: string;
  /** The item's status where it was last said. */
  status: string | null;
}

/** The calls of one response. */
export interface ItemCalls {
  /** In order of appearance. */
  readonly all: readonly ItemCall[];
  /** Takes the events on items and their arguments; others it leaves alone. */
  event(type: string, json: JsonObject): void;
  /**
   * The items that the response lists at its end.
   * @param terminal the event that lists them
   */
  output(items: readonly unknown[], terminal: string): void;
}

interface KnownCall extends ItemCall {
  /** Arguments in the event that announced the item; used where nothing better comes. */
  readonly announced: unknown;
  hasFinal: boolean;
}

/** The events that stream arguments, without their last word, and what they belong to. */
const STREAMED: ReadonlyMap<string, { readonly itemType: string; readonly final: string }> =
  new Map([
    ['response.function_call_arguments', { itemType: 'function_call', final: 'arguments' }],
    ['response.custom_tool_call_input', { itemType: 'custom_tool_call', final: 'input' }],
    ['response.mcp_call_arguments', { itemType: 'mcp_call', final: 'arguments' }],
    ['response.code_interpreter_call_code', { itemType: 'code_interpreter_call', final: 'code' }],
  ]);

/** @param stream the pen of the stream that the response is part of */
export function createItemCalls(stream: StreamWriter): ItemCalls {
  const all: KnownCall[] = [];
  const newestByIndex = new Map<number, KnownCall>();
  const byItemId = new Map<string, KnownCall>();
  const byId = new Map<string, KnownCall>();

  function event(type: string, json: JsonObject): void {
    const item = objectAt(json, 'item');
    const index = numberAt(json, 'output_index');
    if (type === 'response.output_item.added' && item !== undefined) added(index, item);
    else if (type === 'response.output_item.done' && item !== undefined) done(index, item, type);
    else if (type.startsWith('response.shell_call_command.')) shellCommand(type, json);
    else streamed(type, json);
  }

  function added(index: number | undefined, item: JsonObject): KnownCall | null {
    const itemType = stringAt(item, 'type') ?? '';
    const reading = READINGS.get(itemType);
    if (reading === undefined) return null;
    const id = idOf(item, itemType);
    const previous = index === undefined ? undefined : newestByIndex.get(index);
    // The same item announced again says nothing new.
    if (previous !== undefined && id !== null && previous.writer.call.id === id) return previous;
    const call = open(index, itemType, {
      kind: typeof reading.kind === 'string' ? reading.kind : reading.kind(item),
      id,
      name: stringAt(item, 'name') ?? nameOf(itemType),
      announced: reading.form === 'value' ? undefined : reading.input(item),
    });
    if (previous !== undefined) call.writer.diagnose('index-reused');
    call.status = stringAt(item, 'status') ?? null;
    remember(call, stringAt(item, 'id'));
    return call;
  }

  function open(
    index: number | undefined,
    itemType: string,
    start: { kind: CallKind; id: string | null; name: string | null; announced: unknown },
  ): KnownCall {
    const { kind, id, name, announced } = start;
    const freeText = READINGS.get(itemType)?.form === 'free-text';
    const writer = stream.open({ kind, index: index ?? null, id, name, freeText });
    const call: KnownCall = { writer, itemType, announced, hasFinal: false, status: null };
    if (index === undefined) writer.diagnose('index-missing');
    else newestByIndex.set(index, call);
    all.push(call);
    return call;
  }

  /** By index, and by item id where it names another call with that index, or where there is none. */
  function callOf(json: JsonObject): KnownCall | null {
    const index = numberAt(json, 'output_index');
    const itemId = stringAt(json, 'item_id');
    const named = itemId === undefined ? undefined : byItemId.get(itemId);
    if (index === undefined) return named ?? all.at(-1) ?? null;
    return named?.writer.call.index === index ? named : (newestByIndex.get(index) ?? null);
  }

  function remember(call: KnownCall, itemId: string | undefined): void {
    if (itemId !== undefined && itemId !== '') byItemId.set(itemId, call);
    if (call.writer.call.id !== null) byId.set(call.writer.call.id, call);
  }

  function streamed(type: string, json: JsonObject): void {
    const dot = type.lastIndexOf('.');
    const source = STREAMED.get(type.slice(0, dot));
    if (source === undefined) return;
    const call = callOf(json) ?? openUnannounced(source.itemType, json);
    if (type.endsWith('.delta')) delta(call, memberOf(json, 'delta'));
    else if (type.endsWith('.done')) {
      describe(call, stringAt(json, 'call_id'), stringAt(json, 'name'));
      takeFinal(call, memberOf(json, source.final));
      end(call, type);
    }
  }

  /** A stream that was joined in the middle has no announcement. */
  function openUnannounced(itemType: string, json: JsonObject): KnownCall {
    const kind = READINGS.get(itemType)?.kind;
    const call = open(numberAt(json, 'output_index'), itemType, {
      kind: typeof kind === 'string' ? kind : 'server',
      id: stringAt(json, 'call_id') ?? null,
      name: stringAt(json, 'name') ?? null,
      announced: undefined,
    });
    remember(call, stringAt(json, 'item_id'));
    return call;
  }

  /** The commands of one shell call are the lines of its text. */
  function shellCommand(type: string, json: JsonObject): void {
    const call = callOf(json) ?? openUnannounced('shell_call', json);
    if (type.endsWith('.delta')) delta(call, memberOf(json, 'delta'));
    else if (type.endsWith('.added')) {
      if ((numberAt(json, 'command_index') ?? 0) > 0) call.writer.fragment('\n');
      const begin = stringAt(json, 'command') ?? '';
      if (begin !== '') call.writer.fragment(begin);
    }
  }

  function done(index: number | undefined, item: JsonObject, terminal: string): void {
    const itemType = stringAt(item, 'type') ?? '';
    if (itemType.endsWith('_output')) return toolOutput(item);
    const reading = READINGS.get(itemType);
    if (reading === undefined) return;
    const call = match(index, item, itemType) ?? added(index, item);
    if (call === null) return;
    close(call, item, reading);
    end(call, terminal);
    ownOutput(call, item);
  }

  /** The call that a whole item is. Ids decide before the index, which may be shared. */
  function match(index: number | undefined, item: JsonObject, itemType: string): KnownCall | null {
    const id = idOf(item, itemType);
    const itemId = stringAt(item, 'id');
    const newest = index === undefined ? undefined : newestByIndex.get(index);
    return (
      (id === null ? undefined : byId.get(id)) ??
      (itemId === undefined ? undefined : byItemId.get(itemId)) ??
      (newest?.itemType === itemType ? newest : null)
    );
  }

  function output(items: readonly unknown[], terminal: string): void {
    for (const [index, item] of items.entries()) {
      if (!isObject(item)) continue;
      const itemType = stringAt(item, 'type') ?? '';
      const reading = READINGS.get(itemType);
      if (reading === undefined) continue;
      // The list may leave items out, so a place in it says less than an id.
      const place = stringAt(item, 'call_id') === undefined ? index : undefined;
      const free = newestByIndex.has(index) ? undefined : index;
      const call = match(place, item, itemType) ?? added(free, item);
      if (call === null) continue;
      close(call, item, reading);
      if (call.writer.call.end !== null || (call.status ?? 'completed') !== 'completed') continue;
      // Here the item is finished after all, but a client that waits for its own end never sees one.
      call.writer.diagnose('call-never-finished');
      end(call, terminal);
    }
  }

  function close(call: KnownCall, item: JsonObject, reading: ItemReading): void {
    const id = idOf(item, call.itemType) ?? undefined;
    if (reading.form === 'value') answerBy(call.writer, id);
    describe(call, id, stringAt(item, 'name'));
    remember(call, stringAt(item, 'id'));
    call.status = stringAt(item, 'status') ?? call.status;
    const input = reading.input(item);
    if (isObject(input) && reading.form === 'json-text') call.writer.diagnose('args-object');
    takeFinal(call, input);
  }

  function ownOutput({ writer }: KnownCall, item: JsonObject): void {
    const id = writer.call.id ?? '';
    const error = memberOf(item, 'error') ?? null;
    const given = memberOf(item, 'output') ?? null;
    const outputs = arrayAt(item, 'outputs');
    if (error !== null) stream.result({ id, text: textOf(error), isError: true });
    else if (given !== null) stream.result({ id, text: textOf(given) });
    else if (outputs.length > 0) stream.result({ id, text: textOf(outputs) });
  }

  /** Results of shells and programs are items of their own. */
  function toolOutput(item: JsonObject): void {
    const id = stringAt(item, 'call_id') ?? '';
    const text = memberOf(item, 'output') ?? memberOf(item, 'result') ?? null;
    if (id !== '' && text !== null) stream.result({ id, text: textOf(text) });
  }

  return { all, event, output };
}

function delta({ writer }: KnownCall, text: unknown): void {
  if (writer.call.end !== null) writer.diagnose('delta-after-terminal');
  if (typeof text === 'string') writer.fragment(text);
  else if (text === null) writer.diagnose('args-null');
  else if (text !== undefined) {
    writer.diagnose('args-object');
    writer.fragment(compactJson(text));
  }
}

/** An empty final text says nothing: servers send it beside deltas that hold everything. */
function takeFinal(call: KnownCall, value: unknown): void {
  const { writer } = call;
  if (value === undefined || value === null || value === '') return;
  if (!call.hasFinal) {
    call.hasFinal = true;
    const isAsAnnounced = value === call.announced && writer.call.arguments === '';
    if (typeof value !== 'string') writer.finalValue(value);
    else if (isAsAnnounced) writer.fragment(value);
    else writer.final(value);
    return;
  }
  const { arguments: text } = writer.call;
  if (value === text) return;
  const other = typeof value === 'string' ? parseJson(value) : value;
  if (other === undefined || !isSameJson(parseJson(text), other)) {
    writer.diagnose('final-args-differ');
  }
}

function end(call: KnownCall, terminal: string): void {
  const { writer, announced } = call;
  const isBare = writer.call.arguments === '' && !call.hasFinal;
  if (isBare && writer.call.end === null) {
    if (typeof announced === 'string' && announced !== '') writer.fragment(announced);
    else if (isObject(announced)) writer.finalValue(announced);
  }
  writer.end(terminal);
}

/** What is announced without its arguments may get another id with them, and is answered by that one. */
function answerBy(writer: CallWriter, id: string | undefined): void {
  const { id: announced, aliases } = writer.call;
  if (id === undefined || announced === null || id === announced || aliases.includes(id)) return;
  writer.identify(id);
  writer.alias(announced);
  writer.diagnose('id-changed');
}

/** Ids and names that come late, or again and changed. */
function describe(call: KnownCall, id: string | undefined, name: string | undefined): void {
  const { writer } = call;
  const known = writer.call;
  if (id !== undefined && id !== '') {
    if (known.id === null) {
      writer.identify(id);
      writer.diagnose('id-late');
    } else if (known.id !== id && !known.aliases.includes(id)) {
      writer.alias(id);
      writer.diagnose('id-changed');
    }
  }
  if (name !== undefined && name !== '' && known.name === null) {
    writer.rename(name);
    writer.diagnose('name-late');
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : compactJson(value);
}
