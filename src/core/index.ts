/** Core's front door: what the panel, the Node build and the tests import. */
export { chunkBytes } from './chunk-bytes.ts';
export { formats } from './formats/index.ts';
export { fragmentCut, fragmentWireCut } from './fragment-cut.ts';
export { createInspection } from './inspection.ts';
export { readPrefix, type PartialValue } from './partial-value.ts';
export { redactSession } from './redact.ts';
export { inspectSession, reportOf, type Report } from './report.ts';
export {
  readSession,
  SESSION_FORMAT,
  SESSION_VERSION,
  writeSession,
  type Session,
  type SessionReading,
} from './session-file.ts';
