/**
 * Every text that the panel shows, with a description for translators where the text alone does not
 * say where it stands. Sentence case; a sentence says what to do next where something can be done.
 * Words for the states of calls, cuts, flags and reasons are in state-words.ts.
 */
import { flagStrings } from './flag-strings.ts';
import { counted, formatCount } from './models/format.ts';

export const strings = {
  ...flagStrings,
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
  /** Toolbar: button with a gear. Also the dialog's heading. */
  settings: 'Settings',
  /** Settings: checkbox. */
  recordAlways: 'Record always, also while DevTools is closed',
  recordAlwaysHint:
    'Every page you open is then watched from its start, and keeps in its memory what it recorded until you open DevTools on it or leave it. Nothing is stored on disk. Pages need more memory and time; off, a page is only watched while DevTools is open.',
  /** Settings: checkbox. */
  watchStorage: 'Also watch what pages store and copy',
  watchStorageHint:
    'Flags unfinished arguments that a page writes to its storage, a cookie or the clipboard while a call is open. Many pages save drafts on purpose, so it is off at first.',
  /** Settings: heading of the flags that the reader has put aside. */
  dismissals: 'Not a problem',
  noDismissals: 'Nothing is put aside. “Not a problem” on a flag puts its kind aside here.',
  dismissalsHint: 'These flags are hidden and not counted. Exported sessions keep them.',
  /** Settings and flags: takes a flag's kind back. */
  showAgain: 'Show again',
  /** Settings: the button's name for assistive technology. */
  showAgainName: (title: string, label: string, origin: string) =>
    `Show again: ${title}, ${label}, ${origin}`,
  anyOrigin: 'no origin',
  /** Settings: heading of what may be held on the way to the panel. */
  limits: 'Limits',
  limitPlaces: {
    page: 'In a page, until it knows whether it is recorded',
    bridge: 'Beside a page, until DevTools has taken it',
    recorder: 'In DevTools, until this panel is opened',
  },
  limitOf: (bytes: string, records: string) => `${bytes}, ${records} records`,
  limitsHint:
    'At a limit the oldest chunks go first, and the status bar says how much was dropped. This panel has no limit of its own: Clear frees what it holds.',
  /** Settings: closes the dialog. */
  close: 'Close',
  settingsUnread:
    'The settings could not be read, so the defaults hold. Reload DevTools to try again.',
  settingsUnsaved: 'The browser refused to save the setting, so it is as it was. Try again.',
  /** Streams list: its label. */
  streams: 'Streams',
  /** Streams list: sources that are not the page's own taps. */
  networkLog: 'network log',
  /** Streams list: a stream that had begun when recording began. */
  beganBefore: 'began before recording',
  beganBeforeNote:
    'This stream had begun before recording did, so nothing of it is here. Reload the page with DevTools open to record it from its first byte.',
  beginningMissingNote:
    'This is the rest of a stream: its beginning came before DevTools was opened, or before the page was left and shown again.',
  /** Header: what a stream lacks that is not from the page. */
  networkLogNote:
    'Only the network log saw this stream: a worker, or a part of the page that the page script cannot enter, read it. The bytes as they were sent are not known, and events that came together have the same time.',
  notInLogNote:
    'Only the network log saw this stream, and it did not keep what was in it: the stream was over too soon, or is of a kind that the log does not read. Read it in the page instead of a worker to see it here.',
  /** Header and request view: the two views of a stream, `first` being the first event that is not the same. */
  viewsDiffer: (page: number, network: number, first: number | null) => {
    const counts = `the page got ${counted(page, 'event', 'events')}, the network log has ${formatCount(network)}`;
    const place =
      first === null ? '' : `; from event ${formatCount(first)} on they are not the same`;
    return `The page's view and the network's view differ: ${counts}${place}.`;
  },
  viewsAgree: 'matches: it has the same events',
  viewsAgreeBut: (unseen: number) =>
    `matches, with ${counted(unseen, 'event', 'events')} more that the page did not read or listen to`,
  /** Request view: label of how the stream compares with the network log. */
  networkLogLabel: 'Network log',
  /** Streams list: before a wire format is recognised, or when none is. */
  unknownFormat: 'unknown format',
  noToolCalls: 'no tool calls',
  /** Streams list: row between streams of two pages. */
  navigated: (url: string) => `Page navigated to ${url}`,
  /** Streams list: a stream whose request was not seen. */
  unknownRequest: 'Unknown request',
  /** Header and streams list: an answer that is an error. */
  httpStatus: (status: number) => `HTTP ${status}`,
  /** The pane of the selected stream: its label. */
  streamHeader: 'Selected stream',
  firstByte: (time: string) => `first byte ${time}`,
  noFirstByte: 'no bytes yet',
  chunks: (count: number) => counted(count, 'chunk', 'chunks'),
  events: (count: number) => counted(count, 'event', 'events'),
  calls: (count: number) => counted(count, 'call', 'calls'),
  streamCount: (count: number) => counted(count, 'stream', 'streams'),
  flagCount: (count: number) => counted(count, 'flag', 'flags'),
  /** Streams list: names of the marks that count flags by confidence. */
  confirmedCount: (count: number) => counted(count, 'confirmed flag', 'confirmed flags'),
  likelyCount: (count: number) => counted(count, 'likely flag', 'likely flags'),
  /** Streams list: name of the mark that counts what was odd on the wire. */
  diagnosticCount: (count: number) => counted(count, 'diagnostic', 'diagnostics'),
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
  /** Calls view: the answer of several that a call belongs to, numbered as on the wire. */
  choice: (number: number) => `choice ${formatCount(number)}`,
  choiceHint: 'The stream holds several answers at once. Their numbers are those of the wire.',
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
  showMoreFragments: (count: number) => `Show ${formatCount(count)} more`,
  /** Calls view: a buffer too long to draw at once. */
  shownCharacters: (from: number, to: number, count: number) =>
    `Characters ${formatCount(from)} to ${formatCount(to)} of ${formatCount(count)} are shown. Copy the arguments to see all.`,
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
  misreadValues: <Part>(field: Part, shown: Part, final: Part): readonly (Part | string)[] => [
    field,
    ' read as ',
    shown,
    ', finally ',
    final,
  ],
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
    guess: 'trusting parser',
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
  /** Events view: a message of a socket that the page sent; the others it received. */
  sentMessage: '↑ sent',
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
    call: (label: string) => `call ${label}`,
    fragment: (number: number) => `fragment ${formatCount(number)}`,
    frame: (number: number) => `event ${formatCount(number)}`,
    chunk: (number: number) => `chunk ${formatCount(number)}`,
    offset: (offset: number) => `byte ${formatCount(offset)}`,
    stream: 'whole stream',
  },
  /** Status bar. */
  statusBar: 'Status',
  recording: 'recording',
  stopped: 'stopped',
  imported: 'imported',
  nothingDropped: 'nothing dropped',
  dropped: (records: number, bytes: string, reasons: string) =>
    records === 0
      ? `${bytes} not recorded: ${reasons}`
      : `${counted(records, 'record', 'records')} dropped (${bytes}): ${reasons}`,
  /** Status bar: how often something may have been missed, where nobody knows how much. */
  interrupted: (count: number, reasons: string) =>
    `${counted(count, 'interruption', 'interruptions')}: ${reasons}`,
  /** Messages. */
  messages: 'Messages',
  dismiss: 'Dismiss',
  importProblems: (name: string, count: number, first: readonly string[]) =>
    `${name} has ${counted(count, 'problem', 'problems')}. ${first.join(' ')}${first.length < count ? ' …' : ''}`,
  unreadable: (name: string, reason: string) => `${name} could not be opened. ${reason}`,
  exportFailed: (reason: string) => `The export failed. ${reason}`,
  fileUnreadable: (name: string) => `${name} could not be read from the disk.`,
  failure: (place: string, message: string) =>
    `Recording may be incomplete: ${message} (${place}). Reload the page to record it afresh.`,
  clearedOpen: (count: number) =>
    count === 1
      ? 'A stream was open when you cleared the list: the rest of it is not shown.'
      : `${count} streams were open when you cleared the list: the rest of them is not shown.`,
  importedBanner: (name: string) => `Imported: ${name}`,
  importedHint: 'Live recording goes on in the background.',
  backToLive: 'Back to live',
  dropHint: 'Drop a session file to open it',
  /** Empty states. */
  emptyTitle: 'No streams yet',
  emptyRecording:
    'Use the page: each streamed response appears here as it arrives. Streams that began before DevTools was opened are not captured, so reload the page to see those.',
  emptyStopped: 'Recording is stopped. Press Record, then use the page.',
  emptyImported: 'This session holds no streams.',
  emptyDetail: 'Select a stream to see its tool calls.',
} as const;
