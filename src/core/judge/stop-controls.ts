/** Controls that end a stream: they are meant to be used while it runs. */
import type { ActionTarget } from '../records.ts';
import { stopsWhatRuns } from './labels.ts';

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
