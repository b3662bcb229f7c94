/** Classes of UTF-16 units, as JSON has them. Units and no strings: this is the inner loop. */

export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

export const isSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** @returns the value of a hexadecimal digit; -1 where it is none */
export function hexValue(unit: number): number {
  if (isDigit(unit)) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
