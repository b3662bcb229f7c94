/**
 * Texts on flags: their pane and cards, their marks, and the strip of time. A part of strings.ts, which
 * is where views and models read them.
 */
import { counted, formatCount } from './models/format.ts';

export const flagStrings = {
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
  /** The same, where possible ones are hidden below. */
  noneCertain: 'Nothing came too early for certain, or likely.',
  /** A note when the page was left and the log is not preserved. */
  flagsGone: (count: number) =>
    `The page was left while a stream was open, and ${counted(count, 'flag', 'flags')} went with it. To keep such flags, tick “Preserve log” and do it again.`,
  /** Flags pane: button that shows them. */
  hiddenPossible: (count: number) =>
    count === 1
      ? '1 possible flag is hidden. Show it'
      : `${formatCount(count)} possible flags are hidden. Show them`,
  /** Flags pane: how many are hidden because they are no problem; a button that shows them follows. */
  hiddenDismissed: (count: number) => `${formatCount(count)} hidden as not a problem`,
  shownDismissed: (count: number) => `${formatCount(count)} shown that are not a problem`,
  show: 'Show',
  hide: 'Hide',
  /** Flags pane, below a card: button that shows the others of its kind. */
  moreAlike: (count: number, place: string) => `${formatCount(count)} more like this${place}`,
  /** The same: after which fragments they came, by positions from 1. */
  afterFragments: (first: number, last: number) =>
    first === last
      ? `, after fragment ${formatCount(first)}`
      : `, after fragments ${formatCount(first)} to ${formatCount(last)}`,
  /** Flags pane: a list too long to draw at once. */
  moreFlags: (count: number) => `Show ${counted(count, 'more flag', 'more flags')}`,
  /** A mark where a flagged action happened: its name. Of several at one place the first is named, after the count that the mark shows. */
  flagMark: (title: string, sentence: string) => `${title}: ${sentence}`,
  flagMarks: (first: string, more: number) =>
    more === 0 ? first : `${formatCount(more + 1)} flags here, the first: ${first}`,
  /** Timeline: label of the marks of flags. */
  flagMarksOnTimeline: 'Flags on the timeline',
  /** Calls view: name of the mark on the tab of a call that has flags. */
  flagged: 'flagged',
  /** Call header: button that goes to the flags of the call, one after the other. */
  flagsOfCall: (count: number) => `${counted(count, 'flag', 'flags')} of this call`,
  /** Flag card: what it is about and what to do. */
  control: 'Control',
  code: 'Code',
  /** Flag card: the line of another file that called it. */
  calledFrom: 'Called from',
  toDo: 'To do',
  copySelector: 'Copy selector',
  copySelectorName: (selector: string) => `Copy selector ${selector}`,
  testId: (id: string) => `test id ${id}`,
  showElement: 'Show element',
  showElementHint: 'Reveals the control in the Elements panel.',
  openSourceHint: 'Opens the Sources panel at this place.',
  notAProblem: 'Not a problem',
  notAProblemHint: (label: string, origin: string) =>
    `Hides flags of this kind for ${label} on ${origin}. The settings bring them back.`,
  /** Message: what a click on “Not a problem” did. */
  dismissed: (label: string, origin: string) =>
    `Flags like this are hidden for ${label} on ${origin}. The settings bring them back.`,
  elementGone:
    'The control is not in the page any more, or has changed. Bring it back in the page, then try again.',
  frameGone: 'The frame that held the control is not in the page any more.',
  inspectFailed: 'DevTools could not look into the page. Wait until it has loaded, then try again.',
  sourceNotFound: (url: string) =>
    `${url} is not among the sources that DevTools has loaded. Reload the page to load it again.`,
  /** The strip of time above the views of a stream. */
  timeStrip: 'Timeline',
  timeStripSummary: (duration: string, chunks: string, calls: string) =>
    `Timeline of ${duration}: ${chunks}, ${calls}`,
  lanes: {
    chunks: 'chunks',
    flags: 'flags',
    moreCalls: (count: number) => `+ ${counted(count, 'call', 'calls')}`,
    /** Hints on the colours of a call's lane. */
    looks: {
      open: 'The call is open.',
      'open-piece': 'Fragments came.',
      alarm: 'The buffer parses, and the call is not done.',
      'alarm-piece': 'Fragments came that made the buffer parse; the call is not done.',
      bad: 'The buffer is no JSON any more.',
      'bad-piece': 'Fragments came, and the buffer is no JSON.',
    },
  },
  field: 'field',
  actedOn: 'acted on',
  /** Flags pane: heads the column where no value was really sent. */
  argumentsThenColumn: 'arguments then',
  final: 'final',
  missing: 'missing',
  argumentsThen: 'Arguments then',
  argumentsInTheEnd: 'Final arguments',
  showFragment: 'Show fragment',
  evidence: 'Evidence',
  stack: 'Stack',
  sameAsFinal: 'What it acted on is the same as the final arguments: this time.',
  sameThen: 'The arguments then were the same as the final ones: this time.',
  stillOpen: 'The call is still open: the final values come when it ends.',
} as const;
