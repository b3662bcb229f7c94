/**
 * Controls that became usable while a call was open: “Confirm” that lights up on a half-filled
 * preview. They are flagged themselves, and they tie a later gesture on them to the call.
 */
import type { ActionTarget, ControlActionRecord, GestureActionRecord } from '../records.ts';
import type { Call, Confidence, Stream } from '../types.ts';
import { asksForConsent, sendsMessage } from './labels.ts';
import type { OpenCall } from './open-calls.ts';
import { controlKey, isStopControl } from './stop-controls.ts';
import { sharesWord } from './words.ts';

export interface LitControl {
  readonly stream: Stream;
  readonly call: Call;
  /** Position of the record that says so. */
  readonly action: number;
  /** How sure it is that it is a fault. */
  readonly confidence: Confidence;
  /** Whether a fragment of the call did it. */
  readonly isCaused: boolean;
}

export interface EarlyControls {
  /** Remembers a control; false where it was known for that call, or where it is no business of it. */
  lit(record: ControlActionRecord, control: LitControl): boolean;
  /** @returns the control that a gesture was on, while its call is open */
  find(target: ActionTarget | undefined): LitControl | null;
  /** The user's last gesture before a stream opened at `t`: where it is what began it, it may be used again. */
  asks(gesture: GestureActionRecord | null, t: number): void;
  /** A control turned out to end the stream: from now on it is no business of the judge. */
  stops(target: ActionTarget | undefined): void;
}

/** What a fragment caused is drawn in the next tasks or frames, on a busy machine not sooner than this. */
const CAUSED_MS = 1000;
/** A request for a stream follows the gesture that asked for it this soon. */
const ASKED_MS = 2000;
/** More controls than this at once are a page being drawn. */
const MAX_CONTROLS = 200;

/** Creates an empty memory of controls. */
export function createEarlyControls(): EarlyControls {
  const stopping = new Set<string>();
  const asking = new Set<string>();
  let controls: { readonly key: string; readonly control: LitControl }[] = [];
  return {
    lit({ target }, control) {
      const key = controlKey(target);
      if (key === '' || stopping.has(key) || isStopControl(target)) return false;
      if (asking.has(key) || sendsMessage(target?.name ?? '')) return false;
      const isKnown = controls.some(
        (known) => known.key === key && known.control.call === control.call,
      );
      if (isKnown) return false;
      controls = [...controls.slice(1 - MAX_CONTROLS), { key, control }];
      return true;
    },
    find(target) {
      const key = controlKey(target);
      if (key === '') return null;
      const found = controls.findLast(
        ({ key: known, control }) => known === key && control.call.status === 'streaming',
      );
      return found?.control ?? null;
    },
    asks(gesture, t) {
      const key = controlKey(gesture?.target);
      if (gesture !== null && key !== '' && t - gesture.t <= ASKED_MS) asking.add(key);
    },
    stops(target) {
      const key = controlKey(target);
      if (key === '') return;
      stopping.add(key);
      controls = controls.filter((known) => known.key !== key);
    },
  };
}

/**
 * @param record a control that became usable
 * @param open the call that was open then, and its stream
 * @param lastGesture when the user last did something, or -Infinity
 * @returns whether a fragment of the call did it, and not the user
 */
export function isByFragment(
  record: ControlActionRecord,
  { stream, call }: OpenCall,
  lastGesture: number,
): boolean {
  const { cause, t } = record;
  const fragment = call.fragments.at(-1);
  if (cause !== undefined) return cause.stream === stream.id && cause.chunk === fragment?.chunk;
  const lastFragment = fragment?.t ?? call.openedAt;
  // A dialog that the user opens may be drawn some fragments later.
  const isAsked = lastGesture > call.openedAt && t - lastGesture <= CAUSED_MS;
  return t - lastFragment <= CAUSED_MS && lastGesture < lastFragment && !isAsked;
}

/**
 * @param record a control that became usable
 * @param open the call that was open then, and its stream
 * @param isCaused whether a fragment of the call did it
 * @returns likely where a fragment enabled it in the document that has the stream, or put it there, or
 * enabled it in another frame, and it asks for consent to the call: else a control that is drawn, or that
 * the user's own doing enabled, or that of a frame with a business of its own, proves nothing
 */
export function controlConfidence(
  { how, target, frame }: ControlActionRecord,
  { stream, call }: OpenCall,
  isCaused: boolean,
): Confidence {
  const isElsewhere = frame !== undefined && frame.id !== stream.open.frame?.id;
  const isTelling =
    (how === 'attribute' && !isElsewhere) || asksConsent(target?.name ?? '', call.name ?? '');
  return isCaused && isTelling ? 'likely' : 'possible';
}

/** “Confirm”, or “Refund order” for `create_refund`. */
function asksConsent(name: string, tool: string): boolean {
  return asksForConsent(name) || sharesWord(name, tool);
}
