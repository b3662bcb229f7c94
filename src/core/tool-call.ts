/**
 * One tool call as it accumulates: fragments in, state out. Work per fragment is in proportion to
 * the fragment: the buffer is a rope to the engine, and the scanner reads each character once.
 */
import type { CallStart, Outcome } from './formats/format.ts';
import { createJsonScanner } from './json-scanner.ts';
import { createFragment, type Places } from './live-fragment.ts';
import { createMisreadTracker } from './misread-windows.ts';
import type { Call, CallEnd, CallReason, CallStatus, Fragment, ParseState } from './types.ts';

/** Where and when the event is that is being read. */
export interface Moment {
  readonly t: number;
  readonly chunk: number;
  readonly frame: number;
}

/** How the stream around a call ended, as far as a call that is still open is concerned. */
export type StreamOutcome = Exclude<CallReason, 'length' | 'filter' | 'discarded'>;

export interface ToolCall extends Call {
  id: string | null;
  name: string | null;
  readonly aliases: string[];
  end: CallEnd | null;
  outcome: Outcome | null;
  streamOutcome: StreamOutcome | null;
  append(text: string, moment: Moment): void;
  /** Puts another text in the place of the joined fragments. */
  replace(text: string): void;
}

/** Whatever the text is by then; a cap or a filter may have come just behind a whole one. */
const VOIDING: ReadonlySet<Outcome> = new Set(['discarded', 'abort', 'error']);

const FREE_TEXT: ParseState = { type: 'free-text' };

/**
 * @param position its position in the stream's calls
 * @param start what its opening event says
 * @param moment where that event is
 * @param places the stream's frames and chunks
 */
export function createToolCall(
  position: number,
  start: CallStart,
  moment: Moment,
  places: Places,
): ToolCall {
  /** Null for free text, which is never read as JSON. */
  let scanner = start.freeText === true ? null : createJsonScanner();
  const fragments: Fragment[] = [];
  /** The joined text, as far as it has been asked for: a rope would cost every fragment a link. */
  let joined = '';
  let joinedFragments = 0;
  let length = 0;
  let streamed: string | null = null;
  const misreads = scanner === null ? null : createMisreadTracker(scanner, fragments);

  function text(): string {
    if (streamed === null && joinedFragments < fragments.length) {
      const added = fragments.slice(joinedFragments).map((fragment) => fragment.text);
      joined += added.join('');
      joinedFragments = fragments.length;
    }
    return joined;
  }

  const parse = (): ParseState => (scanner === null ? FREE_TEXT : scanner.state);

  function status(): CallStatus {
    if (call.outcome !== null && VOIDING.has(call.outcome)) return 'incomplete';
    if (call.end === null) return call.streamOutcome === null ? 'streaming' : 'incomplete';
    const { type } = parse();
    if (type === 'parses') return 'complete';
    // No text means no arguments, and free text is whole wherever it stops, unless a cap or a filter
    // came before its end.
    const isWhole = type === 'empty' || type === 'free-text';
    if (isWhole && call.outcome === null) return 'complete';
    return call.outcome === null ? 'parse_error' : 'incomplete';
  }

  function reason(): CallReason | null {
    return status() === 'incomplete' ? (call.outcome ?? call.streamOutcome) : null;
  }

  const call: ToolCall = {
    position,
    index: start.index,
    choice: start.choice ?? 0,
    kind: start.kind,
    id: start.id ?? null,
    name: start.name ?? null,
    aliases: [],
    openedAt: moment.t,
    openedFrame: moment.frame,
    fragments,
    misreads: misreads?.windows ?? [],
    end: null,
    outcome: null,
    streamOutcome: null,
    get arguments() {
      return text();
    },
    get streamed() {
      return streamed;
    },
    get parse() {
      return parse();
    },
    get status() {
      return status();
    },
    get reason() {
      return reason();
    },
    append(delta, at) {
      length += delta.length;
      // Behind the final arguments a further delta changes nothing: those were the server's last word.
      if (streamed === null) scanner?.feed(delta);
      fragments.push(createFragment(delta, length, at.frame, parse(), places));
      if (streamed === null) misreads?.fragment();
    },
    replace(final) {
      streamed ??= text();
      joined = final;
      if (scanner === null) return;
      scanner = createJsonScanner();
      scanner.feed(final);
    },
  };
  return call;
}
