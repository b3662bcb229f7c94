/** The rows of the event table: every frame of a stream, also those that no client dispatches. */
import type { Frame, Stream } from '../../src/core/types.ts';
import { indentJson } from '../layout/json-text.ts';
import { clip } from '../layout/text-marks.ts';
import { strings } from '../strings.ts';
import { formatBytes, formatCount, formatTime } from './format.ts';

export interface EventRow {
  readonly number: string;
  readonly time: string;
  readonly chunk: string;
  readonly name: string;
  readonly bytes: string;
  readonly data: string;
  readonly type: Frame['type'];
}

const CELL_LIMIT = 400;

/** Above this many characters a text is cut for display: laying out more stalls the panel. */
export const DETAIL_LIMIT = 200_000;

/** Takes a frame; returns its text: the data of an event, the words of a comment, what was pending at the end. */
export function frameText(frame: Frame): string {
  return frame.type === 'event' ? frame.data : frame.text;
}

/** An event that names no type is of type `message` to a client of server-sent events; other framings have no types. */
function frameName(frame: Frame, framing: string | null): string {
  if (frame.type === 'comment') return strings.comment;
  if (frame.type === 'tail') return strings.undispatched;
  if (frame.direction === 'out') return strings.sentMessage;
  return frame.name === '' && framing === 'sse' ? 'message' : frame.name;
}

/** What the page sent takes no place among the bytes that it received, so its span is empty. */
function sizeOf(frame: Frame): number {
  const isSent = frame.type === 'event' && frame.direction === 'out';
  return isSent ? new TextEncoder().encode(frame.data).length : frame.end - frame.start;
}

/** Takes a stream, the position of a frame and the time to count from; returns its row, or null where there is no such frame. */
export function eventRow(stream: Stream, position: number, from: number): EventRow | null {
  const frame = stream.frames[position];
  if (frame === undefined) return null;
  const chunk = stream.chunks[frame.chunk];
  return {
    number: formatCount(position + 1),
    time: chunk === undefined ? '' : formatTime(chunk.t - from),
    chunk: formatCount(frame.chunk + 1),
    name: frameName(frame, stream.framing),
    bytes: formatBytes(sizeOf(frame)),
    data: clip(frameText(frame), CELL_LIMIT),
    type: frame.type,
  };
}

/** Takes a text; returns what the detail area shows of it: indented where it is JSON, and cut at DETAIL_LIMIT. */
export function detailText(text: string): { readonly text: string; readonly length: number } {
  const readable = text.length > DETAIL_LIMIT ? text : (indentJson(text) ?? text);
  return { text: readable.slice(0, DETAIL_LIMIT), length: readable.length };
}
