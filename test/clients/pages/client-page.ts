/**
 * The contract between a page that runs a client and the spec that drives it. What a run gives is
 * plain data, so that a run in one browser can be compared with a run in another.
 */

export interface ClientCall {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Text where the client gives text, else the value that the client made of it. */
  readonly arguments: unknown;
}

/** What a client has told so far. A client that fails or is aborted leaves what it has. */
export interface ClientResult {
  calls: readonly ClientCall[];
  text: string;
  /** Why the reply was over, in the provider's word. */
  finish: string | null;
  /** What else the page has to tell. */
  notes?: readonly string[];
  error: { readonly className: string; readonly message: string } | null;
}

export interface ClientTask {
  /** Address of the server below which the client appends its own path. */
  readonly address: string;
  /** The page leaves the stream as soon as the client shows the first fragment of a call. */
  readonly leaves: boolean;
}

/** What a client gets to do its work. */
export interface ClientRun {
  readonly address: string;
  readonly signal: AbortSignal;
  /** To be called whenever the client has shown a fragment of a call. */
  readonly fragmentSeen: () => void;
  readonly result: ClientResult;
}

declare global {
  /** Runs the page's client once. */
  var runClient: (task: ClientTask) => Promise<ClientResult>;
  /** Where a patcher needs time before its patch is in place. */
  var patching: Promise<void> | undefined;
}

/** The question that every client asks. */
export const QUESTION = 'When is high water, and is a berth free?';

/** The model that every client asks for. */
export const MODEL = 'example-large';

/**
 * Offers a client to the spec.
 * @param run runs the client as its documentation says and writes what it tells into the result;
 *   what it throws becomes the result's error
 */
export function offerClient(run: (run: ClientRun) => Promise<void>): void {
  globalThis.runClient = async ({ address, leaves }) => {
    await globalThis.patching;
    const controller = new AbortController();
    const result: ClientResult = { calls: [], text: '', finish: null, error: null };
    try {
      await run({
        address,
        signal: controller.signal,
        fragmentSeen: () => {
          if (leaves) controller.abort();
        },
        result,
      });
    } catch (error) {
      result.error =
        error instanceof Error || error instanceof DOMException
          ? { className: error.constructor.name, message: error.message }
          : { className: typeof error, message: String(error) };
    }
    return result;
  };
}
