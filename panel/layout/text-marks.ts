/**
 * Cuts a text into runs that can be drawn as they are and characters that would be drawn as
 * nothing, as a line break, or as a change of direction. The runs joined are the text: a view marks
 * the invisible ones with generated content and leaves the characters themselves in place.
 */

export interface TextRun {
  readonly text: string;
  /** What to show for an invisible character; null for a run of ordinary text. */
  readonly mark: string | null;
  /** The character also ends a line on screen. */
  readonly breaksLine: boolean;
}

/**
 * C0 and C1 controls, delete, no-break space, soft hyphen, zero-width and bidirectional controls,
 * line and paragraph separators, the byte order mark. The last group matters most: an override
 * character can make `50` look like `05`.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** ASCII's own short names of the controls 0 to 31. */
const CONTROL_NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS ⇥ ↵ VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const NAMES: Readonly<Record<string, string>> = {
  '\u007f': 'DEL',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
};

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = CONTROL_NAMES[code] ?? NAMES[character];
  return name ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A zero-width joiner inside an emoji draws the emoji; taken out it would tear it apart, and marked
 * it would say nothing of use.
 */
function isEmojiJoiner(text: string, at: number): boolean {
  if (text[at] !== '\u200d') return false;
  const before = text.slice(Math.max(0, at - 3), at);
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before);
}

/** Takes any text; returns its runs in order, none empty. */
export function textRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let plainFrom = 0;
  if (!INVISIBLE.test(text)) return text === '' ? [] : [{ text, mark: null, breaksLine: false }];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!INVISIBLE.test(character) || isEmojiJoiner(text, at)) continue;
    if (at > plainFrom) {
      runs.push({ text: text.slice(plainFrom, at), mark: null, breaksLine: false });
    }
    const breaksLine = character === '\n' || character === '\u2028' || character === '\u2029';
    runs.push({ text: character, mark: markOf(character), breaksLine });
    plainFrom = at + 1;
  }
  if (plainFrom < text.length) {
    runs.push({ text: text.slice(plainFrom), mark: null, breaksLine: false });
  }
  return runs;
}

/** Takes any text and a limit; returns at most so many characters of it, with an ellipsis where it was cut. */
export function clip(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
