/**
 * The bytes of a chunk record. A record carries text where the bytes are whole UTF-8, which is
 * exact: encoding it again gives the same bytes.
 */
import type { StreamChunkRecord } from './records.ts';

const encoder = new TextEncoder();

/**
 * @param record a chunk; `text` wins over `base64`
 * @returns its bytes; empty where the record has neither, or where its base64 cannot be read
 */
export function chunkBytes(record: Pick<StreamChunkRecord, 'text' | 'base64'>): Uint8Array {
  if (record.text !== undefined) return encoder.encode(record.text);
  if (record.base64 === undefined) return new Uint8Array();
  return bytesOfBase64(record.base64) ?? new Uint8Array();
}

/**
 * @param base64 standard base64
 * @returns the bytes; null where the text is not base64
 */
export function bytesOfBase64(base64: string): Uint8Array | null {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
