/**
 * Indents JSON without reading its values: numbers keep their digits and duplicate keys stay, which
 * a trip through JSON.parse and JSON.stringify would lose. Only white space outside strings changes.
 */

const INDENT = '  ';

/** Matches one token of valid JSON, or a run of white space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/gsu;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Takes any text; returns it indented where it is JSON, and null where it is not. */
export function indentJson(text: string): string | null {
  if (!isJson(text)) return null;
  const out: string[] = [];
  let depth = 0;
  let opened = false;
  const newLine = (): void => {
    out.push('\n', INDENT.repeat(depth));
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.trim() === '') continue;
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    if (opened !== closes && (opened || closes)) newLine();
    opened = token === '{' || token === '[';
    if (opened) depth += 1;
    out.push(token === ':' ? ': ' : token);
    if (token === ',') newLine();
  }
  return out.join('');
}
