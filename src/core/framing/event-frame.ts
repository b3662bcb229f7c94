/**
 * An event frame that keeps its data as a piece of the text in which it arrived, and cuts it out when
 * it is asked for. A long stream has hundreds of thousands of frames, and is read from each only once
 * while it is live: this way they hold no second copy of the body.
 */
import type { EventFrame } from '../types.ts';

export interface EventFramePlace {
  readonly start: number;
  readonly end: number;
  readonly firstChunk: number;
  readonly chunk: number;
}

/** A class for once: getters on a prototype cost the many frames nothing. */
class SlicedEventFrame implements EventFrame {
  readonly name: string;
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly firstChunk: number;
  readonly chunk: number;
  readonly #source: string;
  readonly #from: number;
  readonly #to: number;

  constructor(
    name: string,
    id: string,
    place: EventFramePlace,
    source: string,
    from: number,
    to: number,
  ) {
    this.name = name;
    this.id = id;
    this.start = place.start;
    this.end = place.end;
    this.firstChunk = place.firstChunk;
    this.chunk = place.chunk;
    this.#source = source;
    this.#from = from;
    this.#to = to;
  }

  get type(): 'event' {
    return 'event';
  }

  get data(): string {
    return this.#source.slice(this.#from, this.#to);
  }
}

/**
 * @param name the event's name on the wire, or ''
 * @param id its id, or ''
 * @param place where its bytes are
 * @param source a text that holds its data, from `from` up to `to`
 */
export function createEventFrame(
  name: string,
  id: string,
  place: EventFramePlace,
  source: string,
  from = 0,
  to = source.length,
): EventFrame {
  return new SlicedEventFrame(name, id, place, source, from, to);
}
