/**
 * The registry. Every file of this folder but `index.ts`, `format.ts` and `_*.ts` is a format, found
 * by being there; adding one edits nothing here.
 */
import type { Format, Hints, WireEvent } from './format.ts';

const modules = import.meta.glob<Format>(['./*.ts', '!./index.ts', '!./format.ts', '!./_*.ts'], {
  eager: true,
  import: 'default',
});

/** All formats, by file name. */
export const formats: readonly Format[] = Object.values(modules);

/** From here on a format is sure enough to claim a stream. */
const CLAIM = 0.5;

/**
 * @param event one event of the stream
 * @param hints address and content type
 * @returns the format that claims the stream; null where none is sure by this event
 */
export function detectFormat(event: WireEvent, hints: Hints): Format | null {
  let best: Format | null = null;
  let bestScore = 0;
  for (const format of formats) {
    const score = format.detect(event, hints);
    if (score >= CLAIM && score > bestScore) {
      best = format;
      bestScore = score;
    }
  }
  return best;
}
