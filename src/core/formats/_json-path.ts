/** JSONPaths that name one place: https://www.rfc-editor.org/rfc/rfc9535 (singular queries). */

/** A member's name, or an index. */
export type JsonPathStep = string | number;

/** Deeper than any arguments that a person could read. */
const MAX_STEPS = 100;

const ROOT = '$';
const STEP = /\.([^.[\]]+)|\[\s*(?:(\d{1,9})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/uy;
const ESCAPE = /\\(?:u([0-9a-f]{4})|(.))/giu;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * @param path such as `$.port`, `$['port'].days[0]`, `$`
 * @returns its steps from the root; null where it is no path to one place
 */
export function parseJsonPath(path: string): readonly JsonPathStep[] | null {
  if (!path.startsWith(ROOT)) return null;
  const steps: JsonPathStep[] = [];
  STEP.lastIndex = ROOT.length;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null || steps.length === MAX_STEPS) return null;
    const [, member, index, single, double] = match;
    steps.push(index === undefined ? (member ?? unescaped(single ?? double ?? '')) : Number(index));
  }
  return steps;
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_whole, code: string | undefined, character: string) =>
    code === undefined
      ? (ESCAPES[character] ?? character)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
