// @ts-check
/** `node test/gallery/serve.mjs [port]`: the gallery's index, for a browser with the extension. */
import { join } from 'node:path';
import { runnerImport } from 'vite';

/** @type {{ module: typeof import('./start.ts') }} */
const { module } = await runnerImport(join(import.meta.dirname, 'start.ts'), {
  configFile: false,
  logLevel: 'error',
});
console.log(`The agent pages are at ${await module.serveGallery(Number(process.argv[2] ?? 0))}`);
