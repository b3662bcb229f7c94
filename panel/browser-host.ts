/** What the panel asks of the browser: files, the clipboard and animation frames. */
import { createFrameScheduler } from './models/frame-scheduler.ts';
import type { PanelHost } from './models/panel.ts';

/** How long a download's address must stay valid: the browser reads it after the click has returned. */
const REVOKE_DELAY = 10_000;

function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY);
}

/** DevTools panels are frames, and browsers may keep the clipboard from those; the older command works there. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'offscreen';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const worked = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return worked;
}

function runLater(run: () => void, milliseconds: number): void {
  setTimeout(run, milliseconds);
}

/** Returns the host of a panel that runs in a window. */
export function createBrowserHost(): PanelHost {
  return {
    download,
    copyText: async (text) => {
      if (!copyBySelection(text)) await navigator.clipboard.writeText(text);
    },
    runLater,
    schedule: (run) =>
      createFrameScheduler(
        {
          isHidden: () => document.hidden,
          requestFrame: (callback) => requestAnimationFrame(callback),
          setTimer: runLater,
          now: () => performance.now(),
        },
        run,
      ),
  };
}
