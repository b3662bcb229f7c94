/** What the page or its user did, in words. */
import type { ActionTarget, GestureActionRecord, SessionRecord } from '../../src/core/records.ts';
import {
  CONTROL_WORDS,
  FLAG_SENTENCES,
  GESTURE_WORDS,
  SCRIPTED_GESTURE_WORDS,
  STORAGE_AREA_WORDS,
} from '../state-words.ts';
import { pathOf } from './format.ts';

/** Takes a control; returns its role and name: button “Confirm”. */
export function targetText(target: ActionTarget | undefined): string {
  const name = target?.name ?? target?.testId ?? target?.selector ?? '';
  const role = target?.role ?? '';
  if (name === '' && role === '') return FLAG_SENTENCES.unknownTarget;
  return FLAG_SENTENCES.target(role === '' ? FLAG_SENTENCES.unknownTarget : role, name);
}

function gestureWord({ event, by, trusted }: GestureActionRecord): string {
  const isScripted = by === 'script' || trusted === false;
  return (isScripted ? SCRIPTED_GESTURE_WORDS : GESTURE_WORDS)[event];
}

/** Takes a record; returns what happened, as the beginning of a sentence: "POST /api/refunds". */
export function actionText(record: SessionRecord | undefined): string {
  if (record?.type !== 'action') return '';
  switch (record.kind) {
    case 'request':
      return `${record.method.toUpperCase()} ${pathOf(record.url)}`;
    case 'gesture':
      return `${gestureWord(record)} ${targetText(record.target)}`;
    case 'control-enabled': {
      const target = targetText(record.target);
      const words = CONTROL_WORDS[record.how ?? 'attribute'];
      return `${target.charAt(0).toUpperCase()}${target.slice(1)} ${words}`;
    }
    case 'parse-failure':
      return FLAG_SENTENCES.parseFailure;
    case 'navigation':
      if (record.userInitiated !== true) return FLAG_SENTENCES.navigated(pathOf(record.url));
      return record.navigation === 'reload'
        ? FLAG_SENTENCES.reloaded
        : FLAG_SENTENCES.left(pathOf(record.url));
    case 'storage':
      return FLAG_SENTENCES.stored(STORAGE_AREA_WORDS[record.area], record.key);
    default:
      return record satisfies never;
  }
}
