/**
 * Core's front door: what the panel, the Node build and the tests import.
 */
export { createInspection } from './inspection.ts';
export { inspectSession } from './report.ts';
export { readSession, writeSession, SESSION_VERSION } from './session-file.ts';
export { chunkBytes } from './chunk-bytes.ts';
export { fragmentCut, fragmentWireCut } from './fragment-cut.ts';
export { readPrefix } from './partial-value.ts';
export { formats } from './formats/index.ts';
