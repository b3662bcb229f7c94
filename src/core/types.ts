/**
 * The vocabulary of core: what a session becomes once it is read. Everything here is seen through
 * readonly interfaces; the objects behind them are live and only ever grow, so a panel may hold on
 * to one and read it again after each record.
 *
 * Positions (`frame`, `chunk`, `call`, `fragment`, `action`) count from 0 in their list; the panel
 * shows them from 1.
 */
import type { Flag } from './flag-types.ts';
import type { GapRecord, SessionRecord, StreamEndReason, StreamOpenRecord } from './records.ts';

/** Half-open range of bytes in the body. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a chunk's edge fell on the wire. */
export type WireCut = 'none' | 'mid-frame' | 'mid-utf8';

/** One network read as the page got it. */
export interface Chunk extends Span {
  readonly t: number;
  /** What this chunk's end cuts through. */
  readonly cut: WireCut;
  /** A message that the page sent: its span in the received body is empty. */
  readonly direction?: 'out';
}

/** An event that the framing dispatched. `data` of server-sent events is the joined data lines. */
export interface EventFrame extends Span {
  readonly type: 'event';
  readonly name: string;
  readonly data: string;
  readonly id: string;
  /** The chunk that held its first byte, and the one that completed it. */
  readonly firstChunk: number;
  readonly chunk: number;
  /** A message that the page sent: it is listed, and no format reads it. */
  readonly direction?: 'out';
}

export interface CommentFrame extends Span {
  readonly type: 'comment';
  readonly text: string;
  readonly firstChunk: number;
  readonly chunk: number;
}

/** What was pending when the body ended. The standard drops it; some clients read it. */
export interface TailFrame extends Span {
  readonly type: 'tail';
  readonly text: string;
  /** Whether `text` is the data of an event whose blank line never came; otherwise it is a bare line. */
  readonly isData: boolean;
  readonly firstChunk: number;
  readonly chunk: number;
}

export type Frame = EventFrame | CommentFrame | TailFrame;

/** What is open at the end of a prefix. */
export type OpenToken =
  | 'between'
  | 'key'
  | 'string'
  | 'escape'
  | 'surrogate'
  | 'number'
  | 'literal';

/** What the text so far is, as JSON. Offsets are in UTF-16 units of the buffer. */
export type ParseState =
  | { readonly type: 'empty' }
  | { readonly type: 'prefix'; readonly open: OpenToken }
  /** A whole value. `open` says that it may still grow: a bare number. */
  | { readonly type: 'parses'; readonly open: 'number' | null }
  /** A whole value with more behind it, which begins at `offset`. `whole` says that the rest is whole values too. */
  | { readonly type: 'trailing'; readonly offset: number; readonly whole: boolean }
  | { readonly type: 'invalid'; readonly offset: number }
  | { readonly type: 'free-text' };

/** One delta of a call's arguments. `start` and `end` are UTF-16 offsets in the call's buffer. */
export interface Fragment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly t: number;
  readonly chunk: number;
  readonly frame: number;
  /** The state of the whole buffer after this fragment. */
  readonly parse: ParseState;
}

/** What the end of a fragment cuts through. `end`: the buffer was a whole value there. */
export type FragmentCut =
  | 'none'
  | 'between-tokens'
  | 'mid-key'
  | 'mid-string'
  | 'mid-number'
  | 'mid-literal'
  | 'mid-escape'
  | 'mid-surrogate'
  | 'end';

/**
 * A stretch in which a best-effort parser would have shown another value for a field than the final
 * one: from behind fragment `from` until behind fragment `to`.
 */
export interface MisreadWindow {
  /** JSONPath of the field. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** What was shown last in that stretch. */
  readonly shown: unknown;
  readonly final: unknown;
}

export type CallKind = 'function' | 'custom' | 'server';
export type CallStatus = 'streaming' | 'complete' | 'parse_error' | 'incomplete';
export type CallReason = 'length' | 'filter' | 'error' | 'abort' | 'cut' | 'protocol' | 'discarded';

/** The event that ended a call. */
export interface CallEnd {
  readonly t: number;
  readonly frame: number;
  readonly chunk: number;
  /** What the wire calls it: `content_block_stop`, `finish_reason: tool_calls`, … */
  readonly event: string;
}

/** What a tool gave back, where the stream carries it. */
export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  readonly t: number;
  readonly frame: number;
  /** The position of the call that it answers; null where no call has its id. */
  readonly call: number | null;
}

export interface Call {
  /** Its position in the stream's calls. */
  readonly position: number;
  /** The index on the wire; null where there is none. */
  readonly index: number | null;
  /** The choice, message or run it belongs to, where a stream may have several. */
  readonly choice: number;
  readonly id: string | null;
  /** Further ids that the wire gave to the same call. */
  readonly aliases: readonly string[];
  readonly name: string | null;
  readonly kind: CallKind;
  readonly openedAt: number;
  readonly openedFrame: number;
  readonly fragments: readonly Fragment[];
  /** The joined fragments, or the final text where the wire sent another value at the end. */
  readonly arguments: string;
  /** The joined fragments, where `arguments` is another value; otherwise null. */
  readonly streamed: string | null;
  readonly parse: ParseState;
  readonly misreads: readonly MisreadWindow[];
  readonly end: CallEnd | null;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
}

export type StreamStatus = 'open' | 'complete' | 'cut' | 'error' | 'aborted';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** One sentence: what is odd, and what it can break in a client. */
  readonly message: string;
  /** The first place where it was seen. */
  readonly call?: number;
  readonly frame?: number;
  readonly chunk?: number;
  readonly fragment?: number;
  /** Byte offset in the body, where that is the place. */
  readonly offset?: number;
  /** How often it was seen for this call or stream. */
  readonly count: number;
}

export type DiagnosticCode =
  | 'args-double-encoded'
  | 'args-empty'
  | 'args-not-object'
  | 'args-null'
  | 'args-object'
  | 'args-only-in-final'
  | 'args-unterminated'
  | 'aborted-by-page'
  | 'aborted-in-band'
  | 'bad-checksum'
  | 'call-never-finished'
  | 'concatenated-json'
  | 'delta-after-terminal'
  | 'empty-data-event'
  | 'final-args-differ'
  | 'final-args-reordered'
  | 'finish-reason-mismatch'
  | 'finish-reason-missing'
  | 'id-changed'
  | 'id-duplicate'
  | 'id-empty'
  | 'id-late'
  | 'id-repeated'
  | 'in-band-error'
  | 'index-missing'
  | 'index-repeated-in-chunk'
  | 'index-reused'
  | 'index-sparse'
  | 'invalid-json'
  | 'invalid-utf8'
  | 'multiple-choices'
  | 'multiple-terminals'
  | 'name-empty'
  | 'name-late'
  | 'name-repeated'
  | 'name-split'
  | 'no-terminal'
  | 'non-json-data'
  | 'non-json-input'
  | 'result-id-unmatched'
  | 'surrogate-split'
  | 'trailing-whitespace'
  | 'truncated-by-length'
  | 'undispatched-tail'
  | 'utf8-split';

export interface StreamEnd {
  readonly t: number;
  /** `recording-stopped`: the stream went on, and nobody listened any more. */
  readonly reason: StreamEndReason | 'recording-stopped';
  readonly message: string | null;
}

export interface Stream {
  readonly id: string;
  readonly open: StreamOpenRecord;
  /** How the body is cut into frames; null when its first bytes fit no framing. */
  readonly framing: string | null;
  /** The wire format that claimed the stream; null while or when none does. */
  readonly format: string | null;
  readonly status: StreamStatus;
  /** Whether its end has come: the one that the format promises, or that of the body. */
  readonly isOver: boolean;
  /** The finish or stop reason as the wire says it. */
  readonly finish: string | null;
  /** The in-band error's text. */
  readonly error: string | null;
  readonly end: StreamEnd | null;
  readonly chunks: readonly Chunk[];
  readonly frames: readonly Frame[];
  /** How many of `frames` are events. */
  readonly eventCount: number;
  readonly calls: readonly Call[];
  readonly results: readonly ToolResult[];
  readonly diagnostics: readonly Diagnostic[];
  readonly gaps: readonly GapRecord[];
  readonly bytes: number;
  /** One sentence where the stream is not what a reader expects: no stream, no known format, cut, … */
  readonly notice: string | null;
}

export type { Confidence, Difference, Flag, FlagCode, FlagReason } from './flag-types.ts';

/** The live fold of a session. Records go in one by one; streams and flags grow. */
export interface Inspection {
  readonly streams: readonly Stream[];
  readonly flags: readonly Flag[];
  /** Gaps that name no stream. */
  readonly gaps: readonly GapRecord[];
  /** The record at a position, as flags name it. */
  readonly records: readonly SessionRecord[];
  add(record: SessionRecord): void;
  stream(id: string): Stream | undefined;
}
