/** The judge's words: what a flag is, and the facts that it rests on. */

export type FlagCode =
  | 'early-action'
  | 'acted-on-incomplete'
  | 'duplicate-action'
  | 'parse-failure'
  | 'control-early'
  | 'left-page'
  | 'stored-partial'
  | 'before-stream-end';

export type Confidence = 'confirmed' | 'likely' | 'possible';

export interface Difference {
  /** JSONPath of the field. */
  readonly path: string;
  /** The value the page can have acted on; undefined where the field was not there yet. */
  readonly acted: unknown;
  /** The value in the final arguments; undefined where there is none. */
  readonly final: unknown;
}

/** Why a flag was raised: each reason is one fact. */
export type FlagReason =
  | {
      readonly type: 'value-sent';
      readonly path: string;
      readonly value: string | number | boolean;
      readonly place: 'body' | 'address';
    }
  /** The page had all those values before: the request that opened the stream carries them. Less sure for that. */
  | { readonly type: 'known-before' }
  /** The user pressed a control that was there before, and neither it nor the address has to do with the tool. */
  | { readonly type: 'other-control' }
  | { readonly type: 'same-checkpoint'; readonly chunk: number }
  | { readonly type: 'after-gesture'; readonly action: number }
  /** The control of the gesture became usable while the call was open. */
  | { readonly type: 'control-lit-up'; readonly action: number }
  /** A control became usable so soon after that fragment. */
  | { readonly type: 'after-fragment'; readonly fragment: number; readonly ms: number }
  /** The page ran JSON.parse on this text. */
  | { readonly type: 'prefix-parsed'; readonly text: string }
  /** It names the call itself: the id, or the tool's name. */
  | {
      readonly type: 'names-call';
      readonly value: string;
      readonly place: 'body' | 'address';
    }
  /** What was stored holds the value of this field; `isCut` where that was still arriving. */
  | { readonly type: 'text-stored'; readonly path: string; readonly isCut: boolean }
  /** The user left the document: the call's stream ends with it. */
  | { readonly type: 'left-document' }
  /** The stream had given its finish or its end, only the call's own end was missing: less sure for that. */
  | { readonly type: 'stream-finished'; readonly finish: string | null }
  | { readonly type: 'only-open-call' }
  | { readonly type: 'same-as'; readonly action: number };

export interface Flag {
  readonly code: FlagCode;
  readonly confidence: Confidence;
  /** Position of the action among the session's records. */
  readonly action: number;
  readonly t: number;
  readonly stream: string;
  /** Position of the call in its stream. */
  readonly call: number;
  /** How many fragments the page had received when it acted, of how many in the end (so far, while the call is open). */
  readonly fragment: number;
  readonly ofFragments: number;
  /** From the action to the call's terminal event; null while, or when, there is none. */
  readonly msBeforeEnd: number | null;
  readonly argumentsAtAction: string;
  /** Null while the call is open. */
  readonly argumentsFinal: string | null;
  readonly matchesFinal: boolean | null;
  readonly differences: readonly Difference[];
  readonly reasons: readonly FlagReason[];
  /** False while the call is open: only then may the figures of the end still change. */
  readonly final: boolean;
}
