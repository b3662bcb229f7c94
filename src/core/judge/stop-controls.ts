/** Controls that end a stream: they are meant to be used while it runs. */
import type { ActionTarget } from '../records.ts';
import type { Call } from '../types.ts';
import { stopsWhatRuns } from './labels.ts';
import { sharesWord } from './words.ts';

/**
 * @param target a control, or undefined
 * @returns whether its name, or its test id, says that it ends what is running
 */
export function isStopControl(target: ActionTarget | undefined): boolean {
  return stopsWhatRuns(target?.name ?? '') || stopsWhatRuns(target?.testId ?? '');
}

/** @returns what a control is known by from one record to the next; '' where nothing tells it */
export function controlKey(target: ActionTarget | undefined): string {
  return target?.selector ?? target?.testId ?? target?.name ?? '';
}

const STOP_STEP = /\/(stop|cancel|abort|interrupt|halt)\/?(?:[?#]|$)/i;

/**
 * @param url of a request that followed a press of a stop control
 * @param open the calls that are open
 * @returns whether it only ends what runs: its address says so, and no tool is named so
 */
export function isStopAddress(url: string, open: readonly { readonly call: Call }[]): boolean {
  const step = STOP_STEP.exec(url)?.[1];
  return step !== undefined && !open.some(({ call }) => sharesWord(step, call.name ?? ''));
}
