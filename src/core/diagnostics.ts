/**
 * Diagnostics: what is odd about a stream, by code, each with a sentence that says what it is and
 * what it can break in a client. A code is kept once per call (or once per stream), with its first
 * place and a count, so that a server which errs in every event does not bury the rest.
 */
import type { Diagnostic, DiagnosticCode } from './types.ts';

export type Place = Pick<Diagnostic, 'call' | 'frame' | 'chunk' | 'fragment' | 'offset'>;

export interface DiagnosticList {
  readonly all: readonly Diagnostic[];
  add(code: DiagnosticCode, place: Place): void;
}

/** Creates the list of one stream. */
export function createDiagnosticList(): DiagnosticList {
  const all: (Diagnostic & { count: number })[] = [];
  const byKey = new Map<string, Diagnostic & { count: number }>();
  return {
    all,
    add(code, place) {
      const key = `${code} ${place.call ?? ''}`;
      const known = byKey.get(key);
      if (known !== undefined) {
        known.count++;
        return;
      }
      const diagnostic = { code, message: MESSAGES[code], ...place, count: 1 };
      byKey.set(key, diagnostic);
      all.push(diagnostic);
    },
  };
}

const MESSAGES: Readonly<Record<DiagnosticCode, string>> = {
  'args-double-encoded':
    'The arguments are a JSON string that itself holds JSON. A client that parses once gets a string where it expects an object.',
  'args-empty':
    'The call ended without any argument text. It means no arguments; a client that parses the empty text throws.',
  'args-not-object':
    'The arguments are valid JSON, but not an object. A client that reads fields from them gets undefined.',
  'args-null':
    'A delta has null in place of argument text. A client that appends it gets the word "null" in the buffer.',
  'args-object':
    'The arguments came as a JSON value, not as text. A client that appends it gets "[object Object]"; the buffer here is the value as compact JSON.',
  'args-only-in-final':
    'No argument deltas came; the text is only in the final event. A client that joins deltas sees an empty call.',
  'args-unterminated':
    'The call was announced as ended, but its text stops in the middle of JSON. A client that trusts the end throws, or acts on a repaired value.',
  'aborted-by-page':
    'The page cancelled this stream before its end. What had arrived is not a finished answer.',
  'aborted-in-band':
    'The stream itself says that it was aborted. Calls that were open are not finished.',
  'bad-checksum':
    'A binary message has a checksum that does not fit it. A client that checks it fails here; one that does not may read noise.',
  'call-never-finished':
    'The stream ended in order, but this call had no end of its own. A client that waits for it waits forever.',
  'concatenated-json':
    'The buffer holds two or more whole JSON values. JSON.parse throws; a client that takes the first one drops the rest.',
  'delta-after-terminal':
    'Argument text came after the end of its call was announced. A client that acts at the announcement acts on a shorter text.',
  'empty-data-event':
    'An event has an empty data field. A client that parses each event throws here.',
  'final-args-differ':
    'The final arguments have another value than the joined deltas. The final ones count; a client that joins deltas acts on the wrong value.',
  'final-args-reordered':
    'The final arguments have the same value as the joined deltas in another order or spacing. A client that compares texts sees a difference.',
  'finish-reason-mismatch':
    'There are tool calls, but the finish reason is not the one for tool calls. A client that runs tools only on that reason runs none.',
  'finish-reason-missing':
    'The stream was closed with [DONE], but no finish reason came. A client that waits for the reason never runs the call.',
  'id-changed':
    'One call came with more than one id. The first is kept; a client that keys by id splits the call in two.',
  'id-duplicate':
    'Two calls of this stream have the same id. A client that keys by id joins them or overwrites one.',
  'id-empty': 'A delta has an empty id. A client that keys by id loses or merges it.',
  'id-late':
    'The id did not come with the delta that opened the call. A client that reads it from the first delta has none.',
  'id-repeated':
    'The id was sent again with a later delta. A client that opens a call for every id opens it twice.',
  'in-band-error':
    'An error came inside the stream, after a status that said success. A client that looks only at the status takes the answer for whole.',
  'index-missing':
    'A delta has no index. A client that keys by index joins calls or drops the delta.',
  'index-repeated-in-chunk':
    'One event has two entries for the same call. A client that assigns instead of appending loses the first.',
  'index-reused':
    'An index came back with another id for a new call. A client that keys by index joins the arguments of both.',
  'index-sparse':
    'The indexes of the calls are not 0, 1, 2, … A client that uses them as positions gets holes.',
  'invalid-json':
    'The call ended, and its text is not JSON. JSON.parse throws; a repairing parser invents a value.',
  'invalid-utf8':
    'There are bytes that are not UTF-8. They are shown as U+FFFD; the exported body keeps them as they are.',
  'multiple-choices':
    'More than one choice has tool calls. A client that ignores the choice joins calls that are alternatives.',
  'multiple-terminals':
    'A choice was finished more than once. A client that acts at each finish acts twice.',
  'name-empty': 'A delta has an empty name. A client that assigns names overwrites the right one.',
  'name-late':
    'The name did not come with the delta that opened the call. A client that reads it from the first delta has none.',
  'name-repeated':
    'The name was sent again with a later delta. A client that appends names doubles it.',
  'name-split':
    'The name came in pieces. A client that reads it from the first delta has half of it.',
  'no-terminal':
    'The body ended without the end that the format promises. It may be cut, even if every buffer parses.',
  'non-json-data':
    'An event has data that is not JSON. A client that parses each event throws here.',
  'non-json-input': 'The tool takes free text. It is not JSON, and a client must not parse it.',
  'result-id-unmatched':
    'A tool result names a call that this stream never opened. A client that joins them by id drops it.',
  'surrogate-split':
    'A character outside the basic plane is cut between two fragments. A client that encodes each fragment on its own writes U+FFFD.',
  'trailing-whitespace':
    'White space follows the complete value. A client that acts when the buffer parses acts again on each further fragment.',
  'truncated-by-length':
    'The token cap cut the call, and its text does not parse. A client that repairs it acts on arguments that the model never finished.',
  'undispatched-tail':
    'The body ended before the blank line of its last event. By the standard that event does not exist; some clients read it all the same.',
  'utf8-split':
    'A chunk ends inside a character. A client that decodes each chunk on its own gets U+FFFD.',
};
