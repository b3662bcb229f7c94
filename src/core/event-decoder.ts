/**
 * From events to calls: finds the format that claims the stream, and lets it read. Events that come
 * before a format is sure are held, and read from the first once one is.
 */
import type { CallBook } from './call-book.ts';
import { detectFormat } from './formats/index.ts';
import type { Decoder, Hints, WireEvent } from './formats/format.ts';
import type { Moment } from './tool-call.ts';

export interface EventDecoder {
  /** The id of the format; null while, or when, none claims the stream. */
  readonly format: string | null;
  /** Whether the format's own end of the stream has come. */
  readonly ended: boolean;
  event(event: WireEvent, moment: Moment): void;
}

/** So many events may come before a format is sure; after that the stream stays unclaimed. */
const UNDECIDED_EVENTS = 64;

/**
 * @param hints what is known before the first event
 * @param book gets the calls
 */
export function createEventDecoder(hints: Hints, book: CallBook): EventDecoder {
  let format: string | null = null;
  let decoder: Decoder | null = null;
  /** Null once a format has claimed the stream, or none will. */
  let held: { readonly event: WireEvent; readonly moment: Moment }[] | null = [];

  return {
    get format() {
      return format;
    },
    get ended() {
      return decoder !== null && decoder.ended();
    },
    event(event, moment) {
      book.moment = moment;
      if (decoder !== null) {
        decoder.event(event);
        return;
      }
      if (held === null) return;
      held.push({ event, moment });
      const claimed = detectFormat(event, hints);
      if (claimed === null) {
        if (held.length >= UNDECIDED_EVENTS) held = null;
        return;
      }
      format = claimed.id;
      decoder = claimed.createDecoder(book.writer, hints);
      for (const item of held) {
        book.moment = item.moment;
        decoder.event(item.event);
      }
      held = null;
    },
  };
}
