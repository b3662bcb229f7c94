/**
 * What kind of request it is, decided in this order: of the stream's own, telemetry, a read, background
 * work, a save of what the user types, and, where nothing else is known, an effect.
 */
import type { RequestActionRecord } from '../records.ts';
import type { Call, Stream } from '../types.ts';
import type { RequestSeries } from './polling.ts';
import { isReadBody, isReadPath, isSafeMethod } from './read-requests.ts';
import { holdsMessages } from './sent-values.ts';
import { sharesWord } from './words.ts';

/**
 * - `own`: the stream's request sent again, or its cancellation. Never judged.
 * - `telemetry`, `read`: changes nothing. Never judged.
 * - `auxiliary`: by its address it counts events or looks something up, in ordinary words. Judged by the
 *   values that it carries under their own keys.
 * - `conversation`: another message to where the stream came from, or one that is saved. Judged by the
 *   values it carries.
 * - `third-party`: a simple request to another site, as trackers send. Judged by its values.
 * - `autosave`: judged by its values.
 * - `background`: regular. Judged by its values, and where a chunk caused it.
 * - `effect`: judged.
 */
export type RequestClass =
  | 'own'
  | 'telemetry'
  | 'read'
  | 'auxiliary'
  | 'conversation'
  | 'third-party'
  | 'autosave'
  | 'background'
  | 'effect';

export interface RequestContext {
  /** Address of the document that sent it, or ''. */
  readonly pageUrl: string;
  readonly streams: readonly Stream[];
  readonly series: RequestSeries;
  /** Whether the user, lately, did nothing but type. */
  readonly isTyping: boolean;
}

/** Paths under which collectors of the usual vendors listen. */
const TELEMETRY_PATH =
  /\/(?:envelope|v1\/(?:traces|logs|metrics)|rum|collect|g\/collect|i\/v0\/e)\/?(?:[?#]|$)/;
/**
 * Steps under which apps tell what happens, at the end or before such as `events`, or save what is in an
 * editor by themselves: unless a tool is named so.
 */
const TELEMETRY_STEPS =
  /\/(track|ingest|intake|beacon|telemetry|analytics|metrics?|impressions?|auto-?save)(?:\/(?:v\d+|e|events?|batch))*\/?(?:[?#]|$)/i;
/**
 * Last steps under which apps tell what happens, look something up while the user types, save a draft, or
 * look after the conversation itself: its title, what is read of it, its voice, the session that it runs in.
 */
const AUXILIARY_STEP =
  /^(?:track|batch|events?|logs?|usage|latency|stats?|perf|heartbeat|keep-?alive|ping|presence|typing|impressions?|feedback|search|suggest|suggestions|autocomplete|(?:generate[-_]?)?titles?|read|seen|viewed|tts|speech|refresh(?:[-_]token)?)$/i;
/** Last steps that only ask, also by POST. */
const READ_STEP = /^(?:status|preview|render(?:[-_]\w+)*|validate|estimate)$/i;

/**
 * @param action a request
 * @param context what is known besides
 */
export function requestClass(action: RequestActionRecord, context: RequestContext): RequestClass {
  const { pageUrl, series, isTyping } = context;
  const relation = relationToStreams(action, context.streams);
  if (relation === 'own') return 'own';
  if (isTelemetry(action, context)) return 'telemetry';
  if (isRead(action)) return 'read';
  if (relation === 'conversation' || holdsMessages(action.body ?? '')) return 'conversation';
  if (AUXILIARY_STEP.test(stepsOf(action.url).at(-1) ?? '')) return 'auxiliary';
  const isSimple = /^text\/plain\b/i.test(action.contentType ?? '');
  if (isSimple && !isSameSite(action.url, pageUrl)) return 'third-party';
  if (series.isRegular) return 'background';
  return series.isRepeated && isTyping ? 'autosave' : 'effect';
}

function isTelemetry(
  { url, initiator }: RequestActionRecord,
  { pageUrl, streams }: RequestContext,
): boolean {
  if (TELEMETRY_PATH.test(url) || (initiator === 'beacon' && !isSameSite(url, pageUrl)))
    return true;
  const step = TELEMETRY_STEPS.exec(url)?.[1];
  if (step === undefined) return false;
  return !streams.some(({ calls }) => calls.some(({ name }) => sharesWord(step, name ?? '')));
}

function isRead({ method, url, body }: RequestActionRecord): boolean {
  const isReadStep = READ_STEP.test(stepsOf(url).at(-1) ?? '');
  return isSafeMethod(method) || isReadStep || isReadPath(url) || isReadBody(body ?? '');
}

/** Last steps of addresses that say how the stream comes, and not what it is of. */
const STREAM_STEP = /^(?:stream|streaming|events?|sse|runs?|start|completions?)$/i;
const CANCEL_STEP = /^(?:stop|cancel|abort|interrupt|halt)$/i;

function relationToStreams(
  action: RequestActionRecord,
  streams: readonly Stream[],
): 'own' | 'conversation' | null {
  let isConversation = false;
  for (const stream of streams) {
    const request = stream.open.request;
    if (request === undefined || !isStreamType(stream)) continue;
    if (isCancelOf(action.url, request.url)) return 'own';
    if (!isSameAddress(action.url, request.url)) continue;
    const isSocket = action.method === 'SEND' && stream.open.transport === 'websocket';
    const isSameMethod = action.method.toUpperCase() === request.method.toUpperCase();
    if (isSameMethod && (action.body ?? '') === (request.body ?? '')) return 'own';
    isConversation ||= isSocket || isSameMethod;
  }
  return isConversation ? 'conversation' : null;
}

/**
 * @param stream a stream
 * @returns whether it is one by its type or content; another reply is only in that the page read it
 * piece by piece, as some trackers do
 */
export function isStreamType({ open, format }: Stream): boolean {
  if (format !== null || open.transport === 'websocket') return true;
  const headers = open.response?.headers ?? [];
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type === '' || /event-?stream|ndjson|jsonl|json-seq|text\/plain/i.test(type);
}

/** `/api/chat/stop` for `/api/chat`, `/runs/7/cancel` for `/runs/7/stream` or for `/runs`. */
function isCancelOf(url: string, streamUrl: string): boolean {
  if (hostOf(url) !== hostOf(streamUrl)) return false;
  const steps = stepsOf(url);
  if (!CANCEL_STEP.test(steps.at(-1) ?? '')) return false;
  const base = stepsOf(streamUrl);
  if (STREAM_STEP.test(base.at(-1) ?? '')) base.pop();
  return base.length > 0 && base.every((step, index) => step === steps[index]);
}

/**
 * @param url of a request that followed a press of a stop control
 * @param open the calls that are open
 * @returns whether it only ends what runs: its address says so, and no tool is named so
 */
export function isStopAddress(url: string, open: readonly { readonly call: Call }[]): boolean {
  const step = stepsOf(url).at(-1) ?? '';
  return CANCEL_STEP.test(step) && !open.some(({ call }) => sharesWord(step, call.name ?? ''));
}

function isSameAddress(left: string, right: string): boolean {
  return hostOf(left) === hostOf(right) && stepsOf(left).join('/') === stepsOf(right).join('/');
}

function stepsOf(url: string): string[] {
  const path = (url.split(/[?#]/)[0] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path.split('/').filter((step) => step !== '');
}

/**
 * @param url an address, absolute or relative
 * @param pageUrl address of the document, or '' where it is unknown
 * @returns whether both are of one host or of hosts under one parent; without a list of public
 * suffixes this is an approximation by the last two labels
 */
export function isSameSite(url: string, pageUrl: string): boolean {
  const host = hostOf(url);
  const pageHost = hostOf(pageUrl);
  if (host === '' || pageHost === '' || host === pageHost) return true;
  return !/^[\d.:[\]]+$/.test(host) && siteOf(host) === siteOf(pageHost);
}

function siteOf(host: string): string {
  return host.replace(/:\d+$/, '').split('.').slice(-2).join('.');
}

function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
