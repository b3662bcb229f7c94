/** A page in the middle of a call. */
import type { Frame, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { finishReading, startReading } from './page-reader.ts';
import { createReply, REFUND, type Reply } from './replies.ts';
import type { ServedStream, StreamServer } from './stream-server.ts';

export interface OpenCall {
  readonly stream: ServedStream;
  readonly reply: Reply;
  /** Sends the rest, and waits until the page has it. */
  readonly finish: () => Promise<void>;
}

/** Opens a page with these elements, in which a script ran; it reads a refund whose amount is cut in the middle. */
export async function openCall(
  { page, panel }: { readonly page: Page; readonly panel: Frame },
  server: StreamServer,
  html: string,
  script = '',
): Promise<OpenCall> {
  await page.goto(server.url);
  await page.evaluate((elements) => {
    document.body.innerHTML = elements;
  }, html);
  await page.evaluate(`(() => { ${script} })()`);
  const reading = await startReading(page, '/stream/refund');
  const stream = await server.stream('/stream/refund');
  const reply = createReply(stream, 'anthropic-messages', REFUND);
  await reply.send(2);
  await expect(panel.getByTestId('fragment')).toHaveCount(1);
  return {
    stream,
    reply,
    async finish() {
      await reply.finish();
      await finishReading(page, reading);
    },
  };
}
