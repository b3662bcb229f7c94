/**
 * Controls that became usable while a call was open: “Confirm” that lights up on a half-filled
 * preview. They are flagged themselves, and they tie a later gesture on them to the call.
 */
import type { ActionTarget, ControlActionRecord } from '../records.ts';
import type { Call, Confidence, Stream } from '../types.ts';

export interface LitControl {
  readonly stream: Stream;
  readonly call: Call;
  /** Position of the record that says so. */
  readonly action: number;
}

export interface EarlyControls {
  /** Remembers a control; false where it was known for that call, or where it is no business of it. */
  lit(record: ControlActionRecord, control: LitControl): boolean;
  /** @returns the control that a gesture was on, while its call is open */
  find(target: ActionTarget | undefined): LitControl | null;
}

/** What is caused by a fragment comes this soon after it; frameworks draw within a frame or two. */
const CAUSED_MS = 50;
/** More controls than this at once are a page being drawn. */
const MAX_CONTROLS = 200;
/** A control that ends the stream is meant to be used while it runs. */
const STOP_NAME = /\b(?:stop|cancel|abort|interrupt|halt)\b/i;

/** Creates an empty memory of controls. */
export function createEarlyControls(): EarlyControls {
  let controls: { readonly key: string; readonly control: LitControl }[] = [];
  return {
    lit({ target }, control) {
      const key = keyOf(target);
      if (key === '' || STOP_NAME.test(target?.name ?? '')) return false;
      const isKnown = controls.some(
        (known) => known.key === key && known.control.call === control.call,
      );
      if (isKnown) return false;
      controls = [...controls.slice(1 - MAX_CONTROLS), { key, control }];
      return true;
    },
    find(target) {
      const key = keyOf(target);
      if (key === '') return null;
      const found = controls.findLast(
        ({ key: known, control }) => known === key && control.call.status === 'streaming',
      );
      return found?.control ?? null;
    },
  };
}

/**
 * @param record a control that became usable
 * @param call the call that was open then
 * @param lastGesture when the user last did something, or -Infinity
 * @returns likely where a fragment of the call enabled it: a control that is only drawn, or that the
 * user's own doing enabled, proves nothing
 */
export function controlConfidence(
  record: ControlActionRecord,
  call: Call,
  lastGesture: number,
): Confidence {
  const lastFragment = call.fragments.at(-1)?.t ?? call.openedAt;
  const isCaused = record.t - lastFragment <= CAUSED_MS && lastGesture < lastFragment;
  return record.how === 'attribute' && isCaused ? 'likely' : 'possible';
}

function keyOf(target: ActionTarget | undefined): string {
  return target?.selector ?? target?.testId ?? target?.name ?? '';
}
