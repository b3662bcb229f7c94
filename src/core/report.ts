/**
 * The report: an inspection as plain data, for files, Node and tests.
 */
import { createInspection } from './inspection.ts';
import { readSession } from './session-file.ts';
import type {
  Call,
  CallKind,
  CallReason,
  CallStatus,
  Diagnostic,
  Flag,
  Inspection,
  MisreadWindow,
  Stream,
  StreamStatus,
  ToolResult,
} from './types.ts';

export interface CallReport {
  readonly index: number | null;
  /** Only where more than one choice has calls. */
  readonly choice?: number;
  readonly id: string | null;
  readonly aliases?: readonly string[];
  readonly name: string | null;
  readonly kind: CallKind;
  readonly arguments: string;
  /** The arguments as a JSON value; null where the text is not JSON. */
  readonly argumentsJson: unknown;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  readonly fragments: number;
  /** The joined fragments, where the final arguments are another value. */
  readonly streamed?: string;
  readonly misreads: readonly MisreadReport[];
  readonly openedAt: number;
  /** Null where the call never ended. */
  readonly endedAt: number | null;
  readonly endedBy: string | null;
}

export interface MisreadReport extends MisreadWindow {
  /** How long it was open, in milliseconds. */
  readonly ms: number;
}

export interface StreamReport {
  readonly stream: string;
  readonly format: string | null;
  readonly status: StreamStatus;
  readonly finish: string | null;
  readonly frames: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly calls: readonly CallReport[];
  readonly results: readonly ToolResult[];
  readonly diagnostics: readonly Diagnostic[];
  readonly notice: string | null;
}

export interface Report {
  readonly streams: readonly StreamReport[];
  readonly flags: readonly Flag[];
  /** What could not be read, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads a session whole.
 * @param session a session file's value or text; anything else gives an empty report with a problem
 * @returns the report; never throws
 */
export function inspectSession(session: unknown): Report {
  const reading = readSession(session);
  if (reading.type === 'unreadable') return { streams: [], flags: [], problems: [reading.message] };
  const inspection = createInspection();
  for (const record of reading.session.records) inspection.add(record);
  return { ...reportOf(inspection), problems: reading.problems };
}

/** @returns the report of an inspection as it is now */
export function reportOf(inspection: Inspection): Report {
  return {
    streams: inspection.streams.map(streamReport),
    // The live flags compute their figures on reading; here they are fixed.
    flags: inspection.flags.map((flag) => ({ ...flag })),
    problems: [],
  };
}

function streamReport(stream: Stream): StreamReport {
  const hasChoices = new Set(stream.calls.map(({ choice }) => choice)).size > 1;
  return {
    stream: stream.id,
    format: stream.format,
    status: stream.status,
    finish: stream.finish,
    frames: stream.eventCount,
    bytes: stream.bytes,
    chunks: stream.chunks.filter(({ direction }) => direction !== 'out').length,
    calls: stream.calls.map((call) => callReport(call, hasChoices)),
    results: stream.results.map((result) => ({ ...result })),
    diagnostics: stream.diagnostics.map((diagnostic) => ({ ...diagnostic })),
    notice: stream.notice,
  };
}

function callReport(call: Call, hasChoices: boolean): CallReport {
  return {
    index: call.index,
    ...(hasChoices ? { choice: call.choice } : {}),
    id: call.id,
    ...(call.aliases.length > 0 ? { aliases: [...call.aliases] } : {}),
    name: call.name,
    kind: call.kind,
    arguments: call.arguments,
    argumentsJson: call.parse.type === 'parses' ? JSON.parse(call.arguments) : null,
    status: call.status,
    reason: call.reason,
    fragments: call.fragments.length,
    ...(call.streamed === null ? {} : { streamed: call.streamed }),
    misreads: call.misreads.map((window) => ({ ...window, ms: lengthOf(window, call) })),
    openedAt: call.openedAt,
    endedAt: call.end?.t ?? null,
    endedBy: call.end?.event ?? null,
  };
}

function lengthOf({ from, to }: MisreadWindow, call: Call): number {
  const [start, end] = [call.fragments[from]?.t ?? 0, call.fragments[to]?.t ?? 0];
  return Math.round((end - start) * 1000) / 1000;
}
