/**
 * What is known of each request of the network log, from one snapshot to the next. The log gives a
 * request no id: it is known by its start, method and address, and by its place among those that
 * have the same.
 */
import type { LoggedBody, LoggedStream } from './logged-stream.ts';
import type { LoggedRequest } from './logged-request.ts';

/** Who shows the stream of a request. */
export type Owner =
  | { readonly type: 'log'; readonly stream: LoggedStream }
  | { readonly type: 'tap'; readonly stream: string };

export interface Followed {
  /** In epoch milliseconds. */
  readonly startedAt: number;
  /** Null while undecided. */
  owner: Owner | null;
  isOver: boolean;
  /** Nothing more of it is wanted. */
  isClosed: boolean;
  /** Those of its events, once it is over. */
  digests: readonly number[];
  body: LoggedBody | null;
}

export interface FollowedRequests {
  /** Begins a snapshot: requests that are alike are counted from the first again. */
  readonly begin: () => void;
  /** The state of the snapshot's next request. */
  readonly next: (request: LoggedRequest) => Followed;
  /** The state of a request that is told to be over: of those like it, the first that is not yet. */
  readonly over: (request: LoggedRequest) => Followed;
  /** Closes those that are meant and open, and tells of each. */
  readonly close: (isMeant: (state: Followed) => boolean, tell: (state: Followed) => void) => void;
  /** Forgets what began before a time, in epoch milliseconds. */
  readonly forget: (before: number) => void;
}

/** Makes an empty collection. */
export function createFollowedRequests(): FollowedRequests {
  const states = new Map<string, Followed[]>();
  const positions = new Map<Followed[], number>();

  function like(request: LoggedRequest): Followed[] {
    const key = `${request.startedAt} ${request.method} ${request.url}`;
    const known = states.get(key) ?? [];
    states.set(key, known);
    return known;
  }

  function at(alike: Followed[], position: number, startedAt: number): Followed {
    const known = alike[position];
    if (known !== undefined) return known;
    const fresh: Followed = {
      startedAt,
      owner: null,
      isOver: false,
      isClosed: false,
      digests: [],
      body: null,
    };
    alike[position] = fresh;
    return fresh;
  }

  return {
    begin: () => positions.clear(),
    next(request) {
      const alike = like(request);
      const position = positions.get(alike) ?? 0;
      positions.set(alike, position + 1);
      return at(alike, position, request.startedAt);
    },
    over(request) {
      const alike = like(request);
      const position = alike.findIndex(({ isOver }) => !isOver);
      const state = at(alike, position < 0 ? alike.length : position, request.startedAt);
      state.isOver = true;
      return state;
    },
    close(isMeant, tell) {
      for (const alike of states.values()) {
        for (const state of alike) {
          if (state.isClosed || !isMeant(state)) continue;
          state.isClosed = true;
          tell(state);
        }
      }
    },
    forget(before) {
      for (const [key, [first]] of states) {
        if (first === undefined || first.startedAt < before) states.delete(key);
      }
    },
  };
}
