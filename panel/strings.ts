/**
 * Every text that the panel shows, with a description for translators where the text alone does not
 * say where it stands. Sentence case; a sentence says what to do next where something can be done.
 * Words for the states of calls, cuts, flags and reasons are in state-words.ts.
 */
import { formatCount } from './models/format.ts';

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export const strings = {
  /** The panel's heading, for assistive technology only. */
  title: 'Midstream',
  /** Toolbar: label of the group. */
  toolbar: 'Session',
  /** Toolbar: button while stopped; starts recording. */
  record: 'Record',
  /** Toolbar: button while recording. */
  stopRecording: 'Stop recording',
  /** Toolbar: button; forgets all streams shown. */
  clear: 'Clear',
  /** Toolbar: checkbox; keeps streams when the page navigates. */
  preserveLog: 'Preserve log',
  /** Toolbar: button; opens a session file. */
  importSession: 'Import session',
  /** Toolbar: button; downloads the session as a file. */
  exportSession: 'Export session',
  /** Toolbar: checkbox beside the export button. */
  includeSecrets: 'Include secrets',
  /** Toolbar: what the checkbox does. */
  includeSecretsHint:
    'Without it, credentials in headers and addresses are replaced in the exported file.',
  /** Toolbar: button that shows and hides the pane of flags. Also the pane's heading. */
  flags: 'Flags',
  /** Streams list: its label. */
  streams: 'Streams',
  /** Streams list: sources that are not the page's own taps. */
  networkLog: 'network log',
  /** Streams list: before a wire format is recognised, or when none is. */
  unknownFormat: 'unknown format',
  noToolCalls: 'no tool calls',
  /** Streams list: row between streams of two pages. */
  navigated: (url: string) => `Page navigated to ${url}`,
  /** Streams list: a stream whose request was not seen. */
  unknownRequest: 'Unknown request',
  /** Beside the panes: handle that changes their width. */
  streamHeader: 'Selected stream',
  firstByte: (time: string) => `first byte ${time}`,
  noFirstByte: 'no bytes yet',
  chunks: (count: number) => counted(count, 'chunk', 'chunks'),
  events: (count: number) => counted(count, 'event', 'events'),
  calls: (count: number) => counted(count, 'call', 'calls'),
  streamCount: (count: number) => counted(count, 'stream', 'streams'),
  flagCount: (count: number) => counted(count, 'flag', 'flags'),
  /** Header: hint on the finish reason as the wire says it. */
  finishHint: 'Finish reason',
  /** Tabs of the selected stream. */
  tabs: { calls: 'Calls', events: 'Events', request: 'Request', diagnostics: 'Diagnostics' },
  detailTabs: 'Views of the stream',
  /** Calls view: label of the row of tabs, one per call. */
  callTabs: 'Calls of the stream',
  /** Calls view: in place of a tool's name that has not come. */
  unnamed: 'unnamed',
  noCallsYet: 'No tool call has begun in this stream yet.',
  noCalls: 'This stream held no tool calls.',
  copyArguments: 'Copy arguments',
  copyData: 'Copy data',
  copied: 'Copied.',
  copyFailed: 'The browser refused access to the clipboard. Select the text and copy it instead.',
  /** Calls view: label of the box with the arguments so far. */
  argumentsBuffer: 'Arguments',
  /** Calls view: nothing has come yet. */
  noArguments: 'No arguments yet',
  /** Calls view: hint while no fragment is selected. */
  bufferNow: 'Select a fragment to see the buffer as it was then.',
  /** Calls view: a fragment is selected and the buffer is shown as of then. */
  bufferAsOf: (fragment: number, count: number) =>
    `As of fragment ${formatCount(fragment)} of ${formatCount(count)}`,
  /** Calls view: copies the buffer as of the selected fragment. */
  copyUpToHere: 'Copy up to here',
  showNow: 'Show all of it',
  /** Calls view: a call too long to draw at once. */
  shownFragments: (first: number, last: number, count: number) =>
    last === count
      ? `The last ${formatCount(last - first + 1)} of ${formatCount(count)} fragments are shown.`
      : `Fragments ${formatCount(first)} to ${formatCount(last)} of ${formatCount(count)} are shown.`,
  showAllFragments: 'Show all fragments',
  /** Calls view: the wire sent a whole text at the end that is not the joined fragments. */
  finalDiffers:
    'The stream sent another text at the end than its fragments make. This is the final one; the fragments are listed below.',
  /** Calls view: the wire sent the arguments in one piece with the end. */
  finalOnly: 'The stream sent these arguments whole with the end of the call, and no fragments.',
  /** Calls view: label of the list of misread values and results. */
  callNotes: 'Misread values and results',
  /** Calls view: a stretch in which a trusting parser shows a wrong value; the values follow. */
  misread: (from: number, to: number, time: string) =>
    `Misread from fragment ${formatCount(from)} to ${formatCount(to)}, for ${time}:`,
  misreadValues: (field: string, shown: string, final: string) =>
    `${field} read as ${shown}, finally ${final}`,
  moreMisreads: (count: number) =>
    `${counted(count, 'more value was', 'more values were')} misread.`,
  /** Calls view: what the tool gave back; the text follows. */
  result: (time: string) => `Result at ${time}:`,
  failedResult: (time: string) => `Tool error at ${time}:`,
  terminal: (event: string, time: string) => `${event} at ${time}`,
  fragmentsTable: 'Fragments',
  fragmentColumns: {
    number: '#',
    time: 'time',
    delta: 'Δ',
    chunk: 'chunk',
    event: 'event',
    text: 'fragment',
    cut: 'cut',
    parse: 'buffer then',
    guess: 'trusting parser shows',
  },
  fragmentGuessHint:
    'What a parser that completes unfinished JSON would have shown at this moment. Coloured while a part of it is a guess.',
  /** Events view. */
  eventsTable: 'Events',
  eventColumns: {
    number: '#',
    time: 'time',
    chunk: 'chunk',
    name: 'event',
    bytes: 'bytes',
    data: 'data',
  },
  comment: 'comment',
  undispatched: 'not dispatched',
  noEvents: 'No event has come yet.',
  eventDetail: 'Data of the selected event',
  clipped: (shown: number, count: number) =>
    `The first ${formatCount(shown)} of ${formatCount(count)} characters are shown. Export the body to see all.`,
  /** Request view. */
  requestGeneral: 'General',
  method: 'Method',
  url: 'URL',
  status: 'Status',
  transport: 'Transport',
  frame: 'Frame',
  requestHeaders: 'Request headers',
  responseHeaders: 'Response headers',
  requestBody: 'Request body',
  timing: 'Timing',
  opened: 'Opened',
  firstByteLabel: 'First byte',
  ended: 'Ended',
  initiator: 'Initiator',
  none: 'None',
  notRecorded: 'Not recorded',
  exportBody: 'Export body',
  exportBodyHint: 'The response body, byte for byte as the page received it.',
  /** Diagnostics view. */
  noDiagnostics: 'Nothing odd was seen on the wire of this stream.',
  times: (count: number) => `${formatCount(count)}×`,
  place: {
    call: (number: number) => `call ${formatCount(number)}`,
    fragment: (number: number) => `fragment ${formatCount(number)}`,
    frame: (number: number) => `event ${formatCount(number)}`,
    chunk: (number: number) => `chunk ${formatCount(number)}`,
    offset: (offset: number) => `byte ${formatCount(offset)}`,
    stream: 'whole stream',
  },
  /** Flags pane: the list itself. */
  flagCards: 'Flags found',
  /** Flags pane: the choice between this stream and all. */
  flagScope: 'Flags to show',
  thisStream: 'This stream',
  allStreams: 'All',
  showPossible: 'Show possible',
  showPossibleHint: 'Also shows actions that nothing ties to a call but the time they happened.',
  noFlagsHere: 'No action came too early in this stream.',
  noFlags: 'No action came too early.',
  hiddenPossible: (count: number) =>
    `${counted(count, 'possible flag is', 'possible flags are')} hidden.`,
  field: 'field',
  actedOn: 'acted on',
  final: 'final',
  missing: 'missing',
  argumentsThen: 'Arguments then',
  argumentsInTheEnd: 'Final arguments',
  showFragment: 'Show fragment',
  evidence: 'Evidence',
  stack: 'Stack',
  sameAsFinal: 'What it acted on is the same as the final arguments: this time.',
  stillOpen: 'The call is still open: the final values come when it ends.',
  /** Status bar. */
  statusBar: 'Status',
  recording: 'recording',
  stopped: 'stopped',
  imported: 'imported',
  nothingDropped: 'nothing dropped',
  dropped: (records: number, bytes: string, reasons: string) =>
    `${counted(records, 'record', 'records')} dropped (${bytes}; ${reasons})`,
  /** Messages. */
  messages: 'Messages',
  dismiss: 'Dismiss',
  importProblem: (name: string, problem: string) => `${name}: ${problem}`,
  unreadable: (name: string, reason: string) => `${name} could not be opened. ${reason}`,
  exportFailed: (reason: string) => `The export failed. ${reason}`,
  fileUnreadable: (name: string) => `${name} could not be read from the disk.`,
  failure: (place: string, message: string) =>
    `Recording may be incomplete: ${message} (${place}). Reload the page to record it afresh.`,
  importedBanner: (name: string) => `Imported: ${name}`,
  importedHint: 'Live recording goes on in the background.',
  backToLive: 'Back to live',
  dropHint: 'Drop a session file to open it',
  /** Empty states. */
  emptyTitle: 'No streams yet',
  emptyRecording:
    'Use the page: each streamed response appears here as it arrives. Streams that began before DevTools was opened are not captured, so reload the page to see those.',
  emptyStopped: 'Recording is stopped. Press Record, then use the page.',
  emptyImported: 'This session file holds no streams.',
  emptyDetail: 'Select a stream to see its tool calls.',
} as const;
