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

/**
 * What a view of any type holds but for its first `skip` bytes, which are less than its length: text
 * where that is whole UTF-8, which costs no more than looking at it, and else a copy.
 */
export function payloadOf(value: unknown, skip: number): string | Uint8Array {
  const view = viewOf(value, skip);
  return decodeText(view) ?? new NativeUint8Array(view);
}

function viewOf(value: unknown, skip: number): Uint8Array {
  const isTyped = isTypedArray(value);
  const buffer = isTyped ? typedArrayBuffer(value) : dataViewBuffer(value);
  const offset = isTyped ? typedArrayOffset(value) : dataViewOffset(value);
  const start = skip > 0 ? skip : 0;
  return new NativeUint8Array(buffer, offset + start, lengthOf(value) - start);
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
