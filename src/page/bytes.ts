/**
 * Own copies of the bytes that a page gets. They are copied before the page's own reaction runs:
 * it may transfer the buffer at once.
 */
import {
  NativeUint8Array,
  dataViewBuffer,
  dataViewLength,
  dataViewOffset,
  isView,
  typedArrayBuffer,
  typedArrayLength,
  typedArrayName,
  typedArrayOffset,
} from './primordials.ts';

export interface CopiedBytes {
  /** The bytes after the skipped ones; null when there are none. */
  readonly bytes: Uint8Array | null;
  /** How many bytes the value holds, skipped ones included. */
  readonly length: number;
}

const NO_BYTES: CopiedBytes = { bytes: null, length: 0 };

/** Copies a view of any type but for its first `skip` bytes. What is no view has no bytes. */
export function bytesOf(value: unknown, skip: number): CopiedBytes {
  if (!isView(value)) return NO_BYTES;
  const isTypedArray = typedArrayName(value) !== undefined;
  const buffer = isTypedArray ? typedArrayBuffer(value) : dataViewBuffer(value);
  const offset = isTypedArray ? typedArrayOffset(value) : dataViewOffset(value);
  const length = isTypedArray ? typedArrayLength(value) : dataViewLength(value);
  const start = skip > 0 ? skip : 0;
  if (length <= start) return { bytes: null, length };
  const view = new NativeUint8Array(buffer, offset + start, length - start);
  return { bytes: new NativeUint8Array(view), length };
}
