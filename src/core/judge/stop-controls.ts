/** Controls that end a stream: they are meant to be used while it runs. */
import type { ActionTarget } from '../records.ts';
import { wordsOf } from './words.ts';

const VERB = '(?:stop|cancel|abort|interrupt|halt|pause)';
/** What such a verb is about when it is about the stream: “Cancel order” is a tool's business. */
const OBJECT =
  '(?:it|the|this|current|generat\\w*|respon\\w*|stream\\w*|repl(?:y|ies)|answer\\w*|runs?|running|agent|assistant|chat|message|output|request|thinking|typing|tool|calls?|button|btn|esc|escape)';
const STOP_NAME = new RegExp(`^${VERB}(?: ${OBJECT})*$|^(?:${OBJECT} )+${VERB}$`, 'i');
/** The icon alone; some are followed by a sign that asks for colour. */
const STOP_SIGN = /^\s*(?:[\u{25A0}\u{25FC}\u{25FE}\u{23F9}\u{1F6D1}]\u{FE0F}?\s*)+$/u;

/**
 * @param target a control, or undefined
 * @returns whether its name, or its test id, says that it ends what is running
 */
export function isStopControl(target: ActionTarget | undefined): boolean {
  return isStopName(target?.name ?? '') || isStopName(target?.testId ?? '');
}

function isStopName(name: string): boolean {
  if (name.trim() === '') return false;
  if (STOP_SIGN.test(name)) return true;
  return STOP_NAME.test(wordsOf(name).join(' '));
}

/** @returns what a control is known by from one record to the next; '' where nothing tells it */
export function controlKey(target: ActionTarget | undefined): string {
  return target?.selector ?? target?.testId ?? target?.name ?? '';
}
