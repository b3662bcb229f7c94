/**
 * Own copies of the bytes that a page gets. They are copied before the page's own reaction runs:
 * it may transfer the buffer at once.
 */
import {
  NativeUint8Array,
  bufferLength,
  dataViewBuffer,
  dataViewLength,
  dataViewOffset,
  decodeText,
  isView,
  typedArrayBuffer,
  typedArrayLength,
  typedArrayName,
  typedArrayOffset,
} from './primordials.ts';

/** How many bytes a view of any type holds; 0 for what is no view. */
export function lengthOf(value: unknown): number {
  if (!isView(value)) return 0;
  return isTypedArray(value) ? typedArrayLength(value) : dataViewLength(value);
}

/** What bytes are: text where they are whole UTF-8, which costs no more than looking at it, and else a copy. */
export function payloadOf(bytes: Uint8Array): string | Uint8Array {
  return decodeText(bytes) ?? new NativeUint8Array(bytes);
}

/** The bytes of a view of any type, from `start` to `end` or to its own end; no copy. */
export function viewOf(value: unknown, start: number, end = lengthOf(value)): Uint8Array {
  const isTyped = isTypedArray(value);
  const buffer = isTyped ? typedArrayBuffer(value) : dataViewBuffer(value);
  const offset = isTyped ? typedArrayOffset(value) : dataViewOffset(value);
  return new NativeUint8Array(buffer, offset + start, end - start);
}

function isTypedArray(value: unknown): boolean {
  return typedArrayName(value) !== undefined;
}

/** Copies a whole ArrayBuffer, or the bytes of a view; null for everything else. */
export function copyBinary(value: unknown): Uint8Array | null {
  if (isView(value)) return new NativeUint8Array(viewOf(value, 0));
  return isBuffer(value) ? new NativeUint8Array(new NativeUint8Array(value)) : null;
}

function isBuffer(value: unknown): value is ArrayBuffer {
  try {
    return bufferLength(value) >= 0;
  } catch {
    return false;
  }
}
