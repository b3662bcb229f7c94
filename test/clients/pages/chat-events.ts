/**
 * Adds up chat completions for the libraries that only split events, as an app around them would.
 */
import type { ClientRun } from './client-page.ts';

interface Fragment {
  readonly index: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

interface Choice {
  readonly delta: { readonly content?: string | null; readonly tool_calls?: readonly Fragment[] };
  readonly finish_reason: string | null;
}

function isCompletion(value: unknown): value is { readonly choices: readonly Choice[] } {
  return typeof value === 'object' && value !== null && 'choices' in value;
}

/**
 * Makes the reader of one reply.
 * @returns takes the data of each event, in order
 */
export function createChatReader({ fragmentSeen, result }: ClientRun): (data: string) => void {
  const calls: { id: string | undefined; name: string | undefined; arguments: string }[] = [];
  result.calls = calls;

  function take({ index, id, function: part }: Fragment): void {
    const call = (calls[index] ??= { id, name: part?.name, arguments: '' });
    call.arguments += part?.arguments ?? '';
    if (part?.arguments) fragmentSeen();
  }

  return (data) => {
    if (data === '[DONE]') return;
    const completion: unknown = JSON.parse(data);
    if (!isCompletion(completion)) return;
    for (const { delta, finish_reason: finish } of completion.choices) {
      result.text += delta.content ?? '';
      result.finish = finish ?? result.finish;
      for (const fragment of delta.tool_calls ?? []) take(fragment);
    }
  };
}
