/** A read-only window into what the panel holds, for scripts and tests: `globalThis.midstream`. */
import { inspectSession, writeSession } from '../src/core/index.ts';
import type { PanelModel } from './models/panel.ts';

export interface MidstreamWindow {
  /** The shown session as its file has it, with nothing replaced. */
  readonly session: () => string;
  /** Core's report on that session, read afresh from its records. */
  readonly report: () => ReturnType<typeof inspectSession>;
  /** A stream's body as received, in base64. */
  readonly body: (stream: string) => string;
}

/** Bytes that may be spread into one call without running out of stack. */
const SLICE = 8192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  }
  return btoa(binary);
}

/** Takes the panel's model; puts the window in place. */
export function exposePanel(model: PanelModel): void {
  const api: MidstreamWindow = {
    session: () => writeSession(model.session()),
    report: () => inspectSession(model.session()),
    body: (stream) => toBase64(model.peek().body(stream)),
  };
  Object.defineProperty(globalThis, 'midstream', { value: Object.freeze(api) });
}
