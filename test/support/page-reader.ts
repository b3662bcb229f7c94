/**
 * Reads streams inside the page under test, as an app does: with fetch and a reader.
 */
import type { JSHandle, Page } from '@playwright/test';

export interface Reading {
  text: string;
  chunks: number;
  /** `reading`, `done`, or the name of the error that ended it. */
  outcome: string;
  /** Cancels the reader. */
  cancel: () => void;
  /** Aborts the request. */
  abort: () => void;
}

/**
 * Starts to read a stream in the page and comes back at once.
 * @param url of the stream, relative to the page
 * @returns what has been read, which goes on growing in the page
 */
export function startReading(page: Page, url: string): Promise<JSHandle<Reading>> {
  return page.evaluateHandle((target) => {
    const controller = new AbortController();
    const reading: Reading = {
      text: '',
      chunks: 0,
      outcome: 'reading',
      cancel: () => undefined,
      abort: () => controller.abort(),
    };
    async function read(): Promise<void> {
      const { signal } = controller;
      const response = await fetch(target, { method: 'POST', body: '{}', signal });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      reading.cancel = () => void reader?.cancel();
      for (;;) {
        const result = await reader?.read();
        if (result === undefined || result.done) break;
        reading.chunks += 1;
        reading.text += decoder.decode(result.value, { stream: true });
      }
      reading.outcome = 'done';
    }
    read().catch((error: unknown) => {
      reading.outcome = error instanceof Error ? error.name : String(error);
    });
    return reading;
  }, url);
}

/** Waits until the page has read a stream to its end, and gives its text. */
export async function finishReading(page: Page, reading: JSHandle<Reading>): Promise<string> {
  await page.waitForFunction((state) => state.outcome !== 'reading', reading);
  return reading.evaluate((state) => state.text);
}
