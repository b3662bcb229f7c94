/** What the pages share that is not what they are about: markup, reading a reply, and the app's requests. */
import { createParser } from 'eventsource-parser';

export interface Refund {
  readonly orderId: string;
  readonly amountCents: number;
}

export const QUESTION = 'The lamp of order A-1042 came broken. Please refund it.';

/** Says whether a value has all that a refund needs; half an amount is an amount. */
export function isRefund(value: unknown): value is Refund {
  return (
    typeof value === 'object' &&
    value !== null &&
    'orderId' in value &&
    typeof value.orderId === 'string' &&
    'amountCents' in value &&
    typeof value.amountCents === 'number'
  );
}

/** Draws a page without a framework. */
export function draw(html: string): void {
  document.body.innerHTML = html;
}

/** @throws where the page has no such element */
export function find<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There is no ${selector}.`);
  return element;
}

/** Sends what the app does to its server. */
export function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export interface CallDelta {
  readonly index: number;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

export interface ChatChoice {
  readonly delta: {
    readonly content?: string | null;
    readonly tool_calls?: readonly CallDelta[];
  };
  readonly finish_reason: string | null;
}

function isCompletion(value: unknown): value is { readonly choices: readonly ChatChoice[] } {
  return typeof value === 'object' && value !== null && 'choices' in value;
}

/** Reads a reply in OpenAI's format with plain fetch, choice by choice. */
export async function* readChat(
  path: string,
  signal: AbortSignal | null = null,
): AsyncGenerator<ChatChoice> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: QUESTION }] }),
    signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const choices: ChatChoice[] = [];
  const parser = createParser({
    onEvent({ data }) {
      const completion: unknown = data === '[DONE]' ? null : JSON.parse(data);
      if (isCompletion(completion)) choices.push(...completion.choices);
    },
  });
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
    yield* choices.splice(0);
  }
}
