/** UTF-8 on bytes. */

/**
 * @param bytes a piece of a body
 * @returns whether it ends inside a character, so that the next piece must begin with the rest
 */
export function endsInsideCharacter(bytes: Uint8Array): boolean {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return false;
    if (byte >= 0xc2) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return byte <= 0xf4 && length > back;
    }
  }
  return false;
}
