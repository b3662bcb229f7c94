/** All pages of the gallery, the wrong ones first. */
import type { GalleryCase } from './gallery-case.ts';
import { analytics } from './pages/analytics/case.ts';
import { autosave } from './pages/autosave/case.ts';
import { bestEffortConfirm } from './pages/best-effort-confirm/case.ts';
import { cappedArguments } from './pages/capped-arguments/case.ts';
import { debounce } from './pages/debounce/case.ts';
import { debounceBlind } from './pages/debounce-blind/case.ts';
import { doubleSubmit } from './pages/double-submit/case.ts';
import { droppedConnection } from './pages/dropped-connection/case.ts';
import { enterWhileStreaming } from './pages/enter-while-streaming/case.ts';
import { lastFragment } from './pages/last-fragment/case.ts';
import { markdown } from './pages/markdown/case.ts';
import { messages } from './pages/messages/case.ts';
import { nameInPieces } from './pages/name-in-pieces/case.ts';
import { parallelCalls } from './pages/parallel-calls/case.ts';
import { parsablePrefix } from './pages/parsable-prefix/case.ts';
import { parsePerFragment } from './pages/parse-per-fragment/case.ts';
import { polling } from './pages/polling/case.ts';
import { previewActs } from './pages/preview-acts/case.ts';
import { previewOnly } from './pages/preview-only/case.ts';
import { secondStream } from './pages/second-stream/case.ts';
import { stopIcon } from './pages/stop-icon/case.ts';
import { stopNamed } from './pages/stop-named/case.ts';
import { typing } from './pages/typing/case.ts';

export const galleryCases: readonly GalleryCase[] = [
  parsePerFragment,
  bestEffortConfirm,
  parsablePrefix,
  previewActs,
  nameInPieces,
  cappedArguments,
  droppedConnection,
  doubleSubmit,
  parallelCalls,
  enterWhileStreaming,
  debounce,
  debounceBlind,
  lastFragment,
  typing,
  autosave,
  analytics,
  polling,
  stopNamed,
  stopIcon,
  secondStream,
  messages,
  markdown,
  previewOnly,
];
