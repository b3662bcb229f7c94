/**
 * What a page of the gallery is for, as data beside it: the reply that it gets, what its user does
 * and when, and what the panel must say of it. Expectations are of the page, never of how its reply
 * came, so that each holds at every speed.
 */
import type { Confidence, FlagCode } from '../../src/core/types.ts';

/**
 * How a reply is sent:
 * - `full`: all up to the next hold in one piece,
 * - `paced`: each fragment by itself, with a pause behind it,
 * - `characters`: each character of the arguments is a fragment, and each of the wire a piece,
 * - `whole`: all of it in one piece, holds or not. That a page acted before its end shows only in what
 *   it sent, so this is for right pages, and for wrong ones with a plan for it.
 */
export const SPEEDS = ['full', 'paced', 'characters', 'whole'] as const;
export type Speed = (typeof SPEEDS)[number];

export type ReplyFormat = 'openai-chat' | 'ai-sdk-ui' | 'ag-ui';

export type ReplyStep =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: number; readonly id: string; readonly name: string }
  /** A further piece of a name; only OpenAI's format can say so. */
  | { readonly type: 'name'; readonly call: number; readonly text: string }
  | { readonly type: 'fragment'; readonly call: number; readonly text: string }
  | { readonly type: 'call-end'; readonly call: number }
  /** The reply pauses until the driver of the page says go. */
  | { readonly type: 'hold'; readonly name: string }
  | { readonly type: 'end'; readonly isCapped?: boolean }
  /** The connection is lost. */
  | { readonly type: 'drop' };

export interface Reply {
  readonly format: ReplyFormat;
  readonly steps: readonly ReplyStep[];
}

/** What the user does, or what is waited for. */
export type UserStep =
  | { readonly type: 'click'; readonly button: string | RegExp }
  | { readonly type: 'fill'; readonly field: string; readonly text: string }
  | { readonly type: 'press'; readonly field: string; readonly key: string }
  /** Until the button can be pressed, or cannot. */
  | { readonly type: 'button'; readonly button: string; readonly isEnabled: boolean }
  /** Until the server has had so many requests under this path, on top of those waited for before. */
  | { readonly type: 'request'; readonly path: string; readonly count: number };

export interface ExpectedFlag {
  readonly code: FlagCode;
  readonly confidence: Confidence;
  /** Position of the call in its stream. */
  readonly call: number;
  /** The arguments that the page had when it acted; null is the first fragment, however long it was. */
  readonly had: string | null;
  /** Fields that were acted on with another value than the final one: path, then, in the end. Absent where the page shows no value of its own. */
  readonly differences?: readonly (readonly [path: string, acted: unknown, final: unknown])[];
  /** What the page did, as the record says: the request's path, or the control's name. */
  readonly action?: string;
}

export interface PagePlan {
  /** What happens at each hold; `start` is before the question, `end` after the reply. */
  readonly user: Readonly<Record<string, readonly UserStep[]>>;
  /** All above `possible`, information left out. */
  readonly flags: readonly ExpectedFlag[];
  /** The bodies that the server got under the path that the page acts on. */
  readonly sent: readonly unknown[];
  /** What differs where the reply comes whole; only right pages are run so without it. */
  readonly whole?: Pick<PagePlan, 'flags' | 'sent'>;
}

/** Pages of a kind: `wrong` and `right` differ by the fix only; `noise` does something else meanwhile. */
export const PAGE_KINDS = ['wrong', 'right', 'noise'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface GalleryCase {
  /** Name of the folder. */
  readonly name: string;
  readonly title: string;
  /** What is wrong, or what is there to be mistaken for it, in one sentence. */
  readonly about: string;
  /** Replies by the path that the page asks under. */
  readonly replies: Readonly<Record<string, Reply>>;
  /** The path that the page acts on. */
  readonly effect: string;
  /** So many requests for the effect are taken and answered with an error all the same. */
  readonly refused?: number;
  readonly pages: Readonly<Partial<Record<PageKind, PagePlan>>>;
}

/** @returns the plan of a page at a speed; null where it is not run so */
export function planOf(page: GalleryCase, kind: PageKind, speed: Speed): PagePlan | null {
  const plan = page.pages[kind];
  if (plan === undefined) return null;
  if (speed !== 'whole') return plan;
  if (plan.whole !== undefined) return { ...plan, ...plan.whole };
  // What the browser has not read when a connection breaks is lost.
  const isDropped = Object.values(page.replies).some(({ steps }) =>
    steps.some(({ type }) => type === 'drop'),
  );
  return kind === 'right' && !isDropped ? plan : null;
}
