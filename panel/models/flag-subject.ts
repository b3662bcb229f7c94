/**
 * What a flag is about, so that a reader can say once that it is no problem: the control, the address,
 * the place in the storage or the function of the page, on one origin. What differs from one call to
 * the next is left out of it: ids in addresses, numbers in names.
 */
import type { ActionRecord, ActionTarget } from '../../src/core/records.ts';
import type { Flag, FlagCode, Inspection } from '../../src/core/types.ts';
import { FLAG_SENTENCES, STORAGE_AREA_WORDS } from '../state-words.ts';
import { ownLine, stackLines } from './stack-lines.ts';

export interface FlagSubject {
  readonly code: FlagCode;
  readonly origin: string;
  /** Tells it from others of this code on this origin. */
  readonly key: string;
  /** The same for a reader; captured text. */
  readonly label: string;
}

const PLACEHOLDER = '…';
const HEXADECIMAL = /^(?=.*\d)[0-9a-f-]{8,}$/i;
/** Long and with all three kinds of characters: made by a machine. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{16,}$/;
const LABEL_LENGTH = 120;

function isId(segment: string): boolean {
  const digits = segment.replaceAll(/\D/g, '').length;
  const isNumber = digits > 0 && digits === segment.length;
  return isNumber || digits >= 3 || HEXADECIMAL.test(segment) || RANDOM.test(segment);
}

/** Takes an address; returns its path with ids replaced, after its origin where that is another one. */
export function addressTemplate(url: string, origin: string): string {
  if (!URL.canParse(url)) return url.split(/[?#]/, 1)[0] ?? '';
  const parsed = new URL(url);
  const path = parsed.pathname
    .split('/')
    .map((segment) => (isId(segment) ? PLACEHOLDER : segment))
    .join('/');
  return parsed.origin === origin ? path : `${parsed.origin}${path}`;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+(?:[.,]\d+)*/g, PLACEHOLDER);
}

/** The name says more than the selector, which counts elements: the button of the next message is the same one. */
function controlKey({ role, name, testId, selector }: ActionTarget): string {
  const names = [testId ?? '', role ?? '', withoutNumbers(name ?? '')];
  return (testId ?? '') === '' && (name ?? '') === '' ? (selector ?? '') : names.join(' ');
}

function controlLabel({ role, name, testId, selector }: ActionTarget): string {
  const called = name ?? testId ?? selector ?? '';
  return FLAG_SENTENCES.target(role ?? FLAG_SENTENCES.unknownTarget, withoutNumbers(called));
}

function keyAndLabel(
  record: ActionRecord,
  origin: string,
): { readonly key: string; readonly label: string } | null {
  switch (record.kind) {
    case 'request': {
      const label = `${record.method.toUpperCase()} ${addressTemplate(record.url, origin)}`;
      return { key: label, label };
    }
    case 'navigation': {
      const label = FLAG_SENTENCES.left(addressTemplate(record.url, origin));
      return { key: label, label };
    }
    case 'gesture':
    case 'control-enabled': {
      const { target } = record;
      if (target === undefined) return null;
      const key = controlKey(target);
      return key.trim() === '' ? null : { key, label: controlLabel(target) };
    }
    case 'storage': {
      const name = withoutNumbers(record.key);
      const label = FLAG_SENTENCES.stored(STORAGE_AREA_WORDS[record.area], name);
      return { key: `${record.area} ${name}`, label };
    }
    case 'parse-failure': {
      const line = ownLine(stackLines(record.stack ?? ''));
      if (line === null || line.place === null) return null;
      // Lines move whenever the code is edited; a function keeps its name.
      const place = addressTemplate(line.place.url, origin);
      const label = line.functionName === null ? place : `${line.functionName} (${place})`;
      return { key: label, label };
    }
    default:
      return record satisfies never;
  }
}

type AboutFlag = Pick<Flag, 'code' | 'action' | 'stream'>;

/** A flag's action never changes, and lists ask for its subject at every drawing. */
const subjects = new WeakMap<AboutFlag, FlagSubject | null>();

/** Takes a flag and the inspection that raised it; returns its subject, or null where nothing tells it from others. */
export function flagSubject(
  flag: AboutFlag,
  inspection: Pick<Inspection, 'records' | 'stream'>,
): FlagSubject | null {
  const known = subjects.get(flag);
  if (known !== undefined) return known;
  const record = inspection.records[flag.action];
  const subject = record?.type === 'action' ? subjectOf(flag, record, inspection) : null;
  subjects.set(flag, subject);
  return subject;
}

function subjectOf(
  flag: AboutFlag,
  record: ActionRecord,
  inspection: Pick<Inspection, 'stream'>,
): FlagSubject | null {
  const frame = record.frame ?? inspection.stream(flag.stream)?.open.frame;
  const origin = originOf(frame?.url ?? '');
  const found = keyAndLabel(record, origin);
  if (found === null) return null;
  const { key, label } = found;
  return { code: flag.code, origin, key, label: label.slice(0, LABEL_LENGTH) };
}
