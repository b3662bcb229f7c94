/** Sends a reply at one of the speeds, and stops at its holds. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply, ReplyStep, Speed } from './gallery-case.ts';
import { createReplyWriter } from './wire.ts';

/** Behind each fragment, where the reply is paced. */
const PAUSE_MS = 50;

export interface ReplyDriver {
  /** Called for each fragment before it is sent. */
  fragment(): void;
  /** Settles when the reply may go on. */
  hold(name: string): Promise<void>;
}

/** @returns the steps with each character of the arguments as a fragment of its own */
export function splitFragments(steps: readonly ReplyStep[]): readonly ReplyStep[] {
  return steps.flatMap((step): readonly ReplyStep[] =>
    step.type === 'fragment'
      ? Array.from(step.text, (text): ReplyStep => ({ ...step, text }))
      : [step],
  );
}

function send(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (text === '' || response.destroyed) resolve();
    else response.write(text, () => resolve());
  });
}

/**
 * Sends a reply and ends it.
 * @param response whose head is not written yet
 * @param reply what to send
 * @param speed how
 * @param driver is told of fragments, and lets the reply go on behind a hold
 */
export async function sendReply(
  response: ServerResponse,
  reply: Reply,
  speed: Speed,
  driver: ReplyDriver,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.flushHeaders();
  const writer = createReplyWriter(reply.format);
  let kept = '';

  async function flush(): Promise<void> {
    const text = kept;
    kept = '';
    if (speed !== 'characters') return send(response, text);
    for (const character of text) await send(response, character);
  }

  for (const step of speed === 'characters' ? splitFragments(reply.steps) : reply.steps) {
    if (response.destroyed) return;
    if (step.type === 'hold') {
      if (speed === 'whole') continue;
      await flush();
      await driver.hold(step.name);
    } else if (step.type === 'drop') {
      await flush();
      response.destroy();
      return;
    } else {
      if (step.type === 'fragment') driver.fragment();
      kept += writer.write(step);
      if (speed === 'paced' || speed === 'characters') await flush();
      if (speed === 'paced' && step.type === 'fragment') await delay(PAUSE_MS);
    }
  }
  await flush();
  response.end();
}
