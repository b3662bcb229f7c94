/** The words of names: of tools, controls, test ids and steps of addresses. */

/** @returns the words of `create_refund`, `createRefund` or “Create refund” */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** @returns the same in lower case and without the s of a plural, to compare them */
export function wordStems(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.toLowerCase().replace(/s$/, ''));
}

/** Shorter words are in any name. */
const TELLING_WORD = 4;

/** @returns whether a name, or an address, has a longer word of a tool's name */
export function sharesWord(name: string, tool: string): boolean {
  const words = new Set(wordStems(name));
  return wordStems(tool).some((word) => word.length >= TELLING_WORD && words.has(word));
}
