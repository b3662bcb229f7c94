/**
 * The stack of whoever opened a stream is taken without the page's doing: what a page has put in the place of
 * the formatter of stacks neither runs nor is replaced.
 */
import { expect, test } from '@playwright/test';
import type { RecordingBrowser } from './browsers.ts';
import { recordForEach } from './recording.ts';
import type { StreamServer } from './stream-server.ts';

let server: StreamServer;
let recording: RecordingBrowser;

recordForEach((recorded) => {
  ({ server, recording } = recorded);
});

const FORMATTER = '() => { globalThis.formatted = true; }';
const FORMATTERS = [
  {
    name: 'no formatter of stacks but its place, as React leaves it,',
    set: 'Error.prepareStackTrace = undefined',
    stack: /evaluate/,
  },
  {
    name: 'a formatter of stacks',
    set: `Error.prepareStackTrace = ${FORMATTER}`,
    stack: /evaluate/,
  },
  {
    name: 'a formatter of stacks that cannot be put aside',
    set: `Object.defineProperty(Error, 'prepareStackTrace', { value: ${FORMATTER} })`,
    stack: /^none$/,
  },
] as const;

for (const { name, set, stack } of FORMATTERS) {
  test(`a page with ${name} sees nothing of the stacks that are taken`, async () => {
    await recording.page.evaluate(`${set}; null`);
    const seen = await recording.page.evaluate(async (url) => {
      const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
      await (await fetch(url)).text();
      const after = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
      return {
        isSame: before?.value === after?.value && before?.writable === after?.writable,
        isAsked: Reflect.has(globalThis, 'formatted'),
      };
    }, `${server.origin}/sse`);
    expect(seen).toEqual({ isSame: true, isAsked: false });
    await expect
      .poll(async () => {
        const [open] = await recording.records();
        return open?.type === 'stream-open' ? (open.stack ?? 'none') : 'no stream';
      })
      .toMatch(stack);
  });
}
