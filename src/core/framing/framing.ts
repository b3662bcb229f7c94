/**
 * What a framing is: it cuts the bytes of a body into frames, with exact spans, whatever the
 * network's chunks were.
 */
import type { CommentFrame, EventFrame, TailFrame } from '../types.ts';

export interface FramingSink {
  frame(frame: EventFrame | CommentFrame | TailFrame): void;
  /** Bytes that are not UTF-8; `offset` is the place of the line that holds them. */
  readonly invalidUtf8: (offset: number) => void;
  /** A checksum that does not fit the message that begins at `offset`. */
  readonly badChecksum: (offset: number) => void;
}

export interface Framer {
  /**
   * @param bytes the next bytes of the body
   * @param chunk the position of the chunk that they are
   * @param text the same bytes as text, where they are known to be whole UTF-8
   */
  feed(bytes: Uint8Array, chunk: number, text?: string): void;
  /** The body is over: what is pending becomes a tail. */
  end(): void;
  /** Whether bytes wait for the end of their frame. */
  pending(): boolean;
}

/** `unsure`: the bytes so far are too few to tell. */
export type Verdict = 'yes' | 'no' | 'unsure';

export interface Framing {
  readonly id: string;
  /**
   * @param start the first bytes of the body
   * @param contentType the response's content type in lower case, or ''; a hint only, since proxies rewrite it
   */
  recognise(start: Uint8Array, contentType: string): Verdict;
  create(sink: FramingSink): Framer;
}
