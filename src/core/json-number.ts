/** The numbers of RFC 8259 as an automaton, for the scanner. */
import { isDigit } from './characters.ts';

/** States of a number; the names say what was read last. */
export const MINUS = 1;
export const ZERO = 2;
export const INTEGER = 3;
export const POINT = 4;
export const FRACTION = 5;
export const EXPONENT = 6;
export const EXPONENT_SIGN = 7;
export const EXPONENT_DIGITS = 8;

/** The number ended before this unit. */
export const NUMBER_DONE = 0;
/** The number cannot go on with this unit, and is none without it. */
export const NUMBER_BROKEN = -1;

/** @returns whether a number that stops in this state is one */
export function isWholeNumber(state: number): boolean {
  return state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT_DIGITS;
}

/** @returns the state behind the first unit of a number; NUMBER_BROKEN where none begins so */
export function beginNumber(unit: number): number {
  if (unit === 0x2d) return MINUS;
  if (unit === 0x30) return ZERO;
  return isDigit(unit) ? INTEGER : NUMBER_BROKEN;
}

/** @returns the state behind the next unit, NUMBER_DONE or NUMBER_BROKEN */
export function continueNumber(state: number, unit: number): number {
  const digit = isDigit(unit);
  switch (state) {
    case MINUS:
      return beginNumber(unit) === MINUS ? NUMBER_BROKEN : beginNumber(unit);
    case POINT:
      return digit ? FRACTION : NUMBER_BROKEN;
    case EXPONENT:
      if (unit === 0x2b || unit === 0x2d) return EXPONENT_SIGN;
      return digit ? EXPONENT_DIGITS : NUMBER_BROKEN;
    case EXPONENT_SIGN:
      return digit ? EXPONENT_DIGITS : NUMBER_BROKEN;
    default:
      if (digit && state !== ZERO) return state;
      if (unit === 0x2e && (state === ZERO || state === INTEGER)) return POINT;
      if ((unit | 0x20) === 0x65 && state !== EXPONENT_DIGITS) return EXPONENT;
      return NUMBER_DONE;
  }
}
