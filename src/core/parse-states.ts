/** The parse states without an offset. They are shared: a call of a million fragments needs no million objects. */
import type { OpenToken, ParseState } from './types.ts';

export const EMPTY: ParseState = { type: 'empty' };
export const PARSES: ParseState = { type: 'parses', open: null };
export const PARSES_NUMBER: ParseState = { type: 'parses', open: 'number' };
export const PREFIX: Readonly<Record<OpenToken, ParseState>> = {
  between: { type: 'prefix', open: 'between' },
  key: { type: 'prefix', open: 'key' },
  string: { type: 'prefix', open: 'string' },
  escape: { type: 'prefix', open: 'escape' },
  surrogate: { type: 'prefix', open: 'surrogate' },
  number: { type: 'prefix', open: 'number' },
  literal: { type: 'prefix', open: 'literal' },
};
