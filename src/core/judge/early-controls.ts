/**
 * Controls that became usable while a call was open: “Confirm” that lights up on a half-filled
 * preview. They are flagged themselves, and they tie a later gesture on them to the call.
 */
import type { ActionTarget, ControlActionRecord } from '../records.ts';
import type { Call, Confidence, Stream } from '../types.ts';
import type { OpenCall } from './open-calls.ts';
import { controlKey, isStopControl } from './stop-controls.ts';

export interface LitControl {
  readonly stream: Stream;
  readonly call: Call;
  /** Position of the record that says so. */
  readonly action: number;
  /** How sure it is that a fragment of the call did it. */
  readonly confidence: Confidence;
}

export interface EarlyControls {
  /** Remembers a control; false where it was known for that call, or where it is no business of it. */
  lit(record: ControlActionRecord, control: LitControl): boolean;
  /** @returns the control that a gesture was on, while its call is open */
  find(target: ActionTarget | undefined): LitControl | null;
  /** A control turned out to end the stream: from now on it is no business of the judge. */
  stops(target: ActionTarget | undefined): void;
}

/** What a fragment caused is drawn in the next tasks or frames, on a busy machine not sooner than this. */
const CAUSED_MS = 1000;
/** More controls than this at once are a page being drawn. */
const MAX_CONTROLS = 200;

/** Creates an empty memory of controls. */
export function createEarlyControls(): EarlyControls {
  const stopping = new Set<string>();
  let controls: { readonly key: string; readonly control: LitControl }[] = [];
  return {
    lit({ target }, control) {
      const key = controlKey(target);
      if (key === '' || stopping.has(key) || isStopControl(target)) return false;
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
 * @returns likely where a fragment of the call enabled it: a control that is only drawn, or that the
 * user's own doing enabled, proves nothing
 */
export function controlConfidence(
  record: ControlActionRecord,
  { stream, call }: OpenCall,
  lastGesture: number,
): Confidence {
  const fragment = call.fragments.at(-1);
  const lastFragment = fragment?.t ?? call.openedAt;
  const { cause } = record;
  const isCaused =
    cause === undefined
      ? record.t - lastFragment <= CAUSED_MS
      : cause.stream === stream.id && cause.chunk === fragment?.chunk;
  const isLikely = record.how === 'attribute' && isCaused && lastGesture < lastFragment;
  return isLikely ? 'likely' : 'possible';
}
