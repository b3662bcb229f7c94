/**
 * Core's literals in plain words: what each state, cut, status, flag and reason is called on
 * screen. A literal that core adds is a type error here until it has its words.
 */
import type {
  CallReason,
  CallStatus,
  Confidence,
  FlagCode,
  FragmentCut,
  OpenToken,
  StreamStatus,
  WireCut,
} from '../src/core/types.ts';

/** What is open at the end of a prefix. */
export const OPEN_TOKEN_WORDS: Readonly<Record<OpenToken, string>> = {
  between: 'prefix, between tokens',
  key: 'prefix, in a key',
  string: 'prefix, in a string',
  escape: 'prefix, in an escape',
  surrogate: 'prefix, in a surrogate pair',
  number: 'prefix, in a number',
  literal: 'prefix, in a literal',
};

export const PARSE_WORDS = {
  empty: 'empty',
  /** The alarm state: whole JSON, and the call has not ended. */
  parsesOpen: 'parses, but is not final',
  /** The two in a row of the table, where the cut says what is open. */
  prefixShort: 'prefix',
  parsesOpenShort: 'parses, not final',
  parsesEnded: 'parses',
  parsesNumberOpen: 'parses, but the number may go on',
  trailingWhole: (offset: string) => `several values, the second from character ${offset}`,
  trailing: (offset: string) => `a value, then other text from character ${offset}`,
  invalid: (offset: string) => `not JSON from character ${offset}`,
  freeText: 'free text',
} as const;

/** What the end of a fragment cut through, as the table says it. */
export const CUT_WORDS: Readonly<Record<FragmentCut, string>> = {
  none: '',
  'between-tokens': 'between tokens',
  'mid-key': 'mid-key',
  'mid-string': 'mid-string',
  'mid-number': 'mid-number',
  'mid-literal': 'mid-literal',
  'mid-escape': 'mid-escape',
  'mid-surrogate': 'mid-surrogate',
  end: 'end',
};

/** The same as a small mark inside the buffer; no mark where the cut is harmless. */
export const CUT_MARKS: Readonly<Record<FragmentCut, string | undefined>> = {
  none: undefined,
  'between-tokens': undefined,
  'mid-key': 'key',
  'mid-string': 'string',
  'mid-number': 'number',
  'mid-literal': 'literal',
  'mid-escape': 'escape',
  'mid-surrogate': 'surrogate',
  end: undefined,
};

/** What a chunk's edge cut through. */
export const WIRE_CUT_WORDS: Readonly<Record<WireCut, string>> = {
  none: '',
  'mid-frame': 'wire: mid-event',
  'mid-utf8': 'wire: mid-character',
};

export const CALL_STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  streaming: 'streaming',
  complete: 'complete',
  parse_error: 'parse error',
  incomplete: 'incomplete',
};

/** Why a call is incomplete. */
export const CALL_REASON_WORDS: Readonly<Record<CallReason, string>> = {
  length: 'token limit reached',
  filter: 'stopped by a content filter',
  error: 'the stream failed',
  abort: 'the page aborted the stream',
  cut: 'the stream was cut off',
  protocol: 'the stream ended without ending the call',
  discarded: 'discarded by the server',
};

export const STREAM_STATUS_WORDS: Readonly<Record<StreamStatus, string>> = {
  open: 'live',
  complete: 'complete',
  cut: 'cut',
  error: 'error',
  aborted: 'aborted',
};

/** In a session from a file: what had not ended when the file was saved. */
export const SAVED_WORDS = {
  stream: 'open when saved',
  call: 'streaming when saved',
} as const;

/** Why something was not recorded, by the reason that a gap's record gives. */
export const GAP_WORDS: ReadonlyMap<string, string> = new Map([
  ['recording-stopped', 'recording was stopped'],
  ['hold-full', 'too much came before DevTools had answered'],
  ['buffer-full', 'the buffer was full'],
  ['too-large', 'a body was too large'],
  ['piped-with-prevent-cancel', 'the page passed a stream on in a way that cannot be followed'],
  ['transferred', 'the page transferred a body, to where it cannot be followed'],
  ['reconnecting', 'the connection was lost, and asked for again'],
  ['not-in-network-log', 'the network log did not keep a body'],
  ['beginning-missing', 'a stream began before DevTools was opened, or before the page was left'],
]);

export const CONFIDENCE_WORDS: Readonly<Record<Confidence, string>> = {
  confirmed: 'confirmed',
  likely: 'likely',
  possible: 'possible',
};

export const FLAG_TITLES: Readonly<Record<FlagCode, string>> = {
  'early-action': 'Acted before the call was done',
  'acted-on-incomplete': 'Acted on a call that never ended well',
  'duplicate-action': 'Acted again for the same call',
  'parse-failure': 'Parsed an unfinished buffer',
  'control-early': 'Control lit up early',
  'left-page': 'Left the page during a call',
  'stored-partial': 'Stored unfinished arguments',
  'before-stream-end': 'Acted after the call, before the stream ended',
};

/** An early action that reached the wire late. */
export const LATE_ACTION_TITLE = 'Acted on what was read before the call was done';

/** What each degree of confidence means. */
export const CONFIDENCE_HINTS: Readonly<Record<Confidence, string>> = {
  confirmed: 'What ties the action to this call is on record.',
  likely: 'Circumstances tie the action to this call, and none of its values was seen in it.',
  possible: 'It happened while this call was open, and nothing else ties the two together.',
};

/** A flag's reason line: how sure it is, and the sentences on what makes it so. */
export const WHY_WORDS: Readonly<Record<Confidence, (sentences: string) => string>> = {
  confirmed: (sentences) => `Confirmed: ${sentences}`,
  likely: (sentences) => `Likely, not certain: ${sentences}`,
  possible: (sentences) => `Possible only: ${sentences}`,
};

/** What to change in the page, by flag; `end` is what the wire calls the call's terminal event. */
export const FLAG_ADVICE: Readonly<Record<FlagCode, (end: string) => string>> = {
  'early-action': (end) =>
    `Wait for ${end} before acting on this call, and read its arguments only then.`,
  'acted-on-incomplete': () =>
    'Check how the call ended before acting on it: what was cut, capped or failed is no call.',
  'duplicate-action': () =>
    'Act once per call: keep the ids of the calls that were acted on, and disable the control at once.',
  'parse-failure': (end) =>
    `Join the fragments of a call by its index, and parse the whole at ${end}.`,
  'control-early': (end) =>
    `Keep the control disabled until ${end}; a preview may show before, marked as unfinished.`,
  'left-page': (end) =>
    `Hold the user back until ${end}, or end the stream first: what was still arriving is lost.`,
  'stored-partial': (end) =>
    `Store the arguments at ${end}, or mark what is stored before as unfinished.`,
  'before-stream-end': () =>
    'Nothing has to change for this call: it was final. Other calls of the stream may follow.',
};

/** The same for a `JSON.parse` of the whole buffer, which is only possible: partial parsers begin with it. */
export const PARSED_AHEAD_ADVICE = (end: string): string =>
  `A parser that repairs unfinished JSON tries this after every fragment: nothing has to change as long as nothing acts on what it reads before ${end}. If it is your own code, parse at ${end}.`;

/** Words for a control's ways of becoming usable. */
export const CONTROL_WORDS = {
  attribute: 'became enabled',
  inserted: 'was inserted enabled',
  shown: 'was shown',
} as const;

export const GESTURE_WORDS = {
  click: 'Click on',
  enter: 'Enter pressed on',
  submit: 'Submit of',
  type: 'Typing into',
} as const;

/** A gesture that a script of the page made. */
export const SCRIPTED_GESTURE_WORDS = {
  click: 'Click by script on',
  enter: 'Enter by script on',
  submit: 'Submit by script of',
  type: 'Typing by script into',
} as const;

/** Where the page stored a text. */
export const STORAGE_AREA_WORDS = {
  localStorage: 'localStorage',
  sessionStorage: 'sessionStorage',
  indexedDB: 'IndexedDB',
  cookie: 'a cookie',
  clipboard: 'the clipboard',
} as const;

/** Sentences of a flag's card. */
export const FLAG_SENTENCES = {
  sameChunk: (first: string, last: string) =>
    `Fragments ${first} to ${last} came in one chunk: the page may have acted on any of them.`,
  target: (role: string, name: string) => (name === '' ? role : `${role} “${name}”`),
  unknownTarget: 'a control',
  parseFailure: 'JSON.parse threw',
  left: (path: string) => `Left the page for ${path}`,
  reloaded: 'Reloaded the page',
  navigated: (path: string) => `Navigation by script to ${path}`,
  stored: (area: string, key: string) =>
    key === '' ? `Wrote to ${area}` : `Wrote “${key}” to ${area}`,
  beforeFirst: 'before the first fragment',
  after: (fragment: string, count: string) => `after fragment ${fragment} of ${count}`,
  early: (duration: string, event: string) => `, ${duration} before ${event}.`,
  late: (duration: string, event: string) => `, ${duration} after ${event}.`,
  open: ', and the call is still open.',
  /** In a session from a file. */
  openWhenSaved: ', and the call was still open when this session was saved.',
  neverEnded: '. The call never ended.',
  /** A request that was sent more than once; `place` says when first. */
  repeated: (action: string, count: string, place: string) =>
    `${action} was sent ${count} times for this call, first ${place}.`,
  afterTheEnd: 'after the call had ended',
  /** Where no terminal event has come that could be named. */
  ownEnd: 'the event that ends it',
} as const;

/** A flag's evidence, one sentence for each fact. */
export const REASON_SENTENCES = {
  valueSent: (path: string, value: string, place: 'body' | 'address' | 'message') =>
    place === 'message'
      ? `The message carries ${path}: ${value}.`
      : `The request’s ${place} carries ${path}: ${value}.`,
  knownBefore:
    'The page may have had that from elsewhere: the request that began the stream has it too.',
  otherControl:
    'The user had pressed a control that was there before, and nothing in its name or the address is about this tool.',
  sameCheckpoint: (chunk: string) =>
    `It ran in the same turn of the page as chunk ${chunk} arrived, with no gesture before it.`,
  afterGesture: (gesture: string) => `It followed a gesture: ${gesture}.`,
  prefixParsed: (text: string) => `The page ran JSON.parse on ${text}, and it threw.`,
  controlLitUp: (control: string) => `${control} while this call was open.`,
  afterFragment: (fragment: string, time: string) =>
    `Fragment ${fragment} had come ${time} before.`,
  /** The same in a flag's reason line, where the sentence before is the control's. */
  soonAfterFragment: (fragment: string, time: string) =>
    `It became usable ${time} after fragment ${fragment} came, while this call was open.`,
  /** The same where the call had no fragment yet. */
  soonAfterOpening: (time: string) => `It became usable ${time} after this call was opened.`,
  opened: (time: string) => `The call had been opened ${time} before.`,
  namesCall: (value: string, place: 'body' | 'address') =>
    `The request’s ${place} names this call: ${value}.`,
  textStored: (path: string, isCut: boolean) =>
    isCut
      ? `What was stored holds ${path}, which was still arriving.`
      : `What was stored holds ${path}.`,
  leftDocument: 'Leaving the page ends its streams, and this call never got its end.',
  streamFinished: (finish: string) =>
    `The stream had already said how it finished (${finish}); only the call’s own end was missing.`,
  streamOver: 'The stream had already given its end; only the call’s own end was missing.',
  onlyOpenCall: 'This was the only call open at that time; nothing else ties the two together.',
  sameAs: (action: string) => `It repeats an earlier action: ${action}.`,
} as const;
