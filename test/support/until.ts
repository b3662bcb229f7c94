/**
 * Waiting by condition for what tells nobody when it is there.
 */
import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL = 20;

/**
 * Asks again and again until there is an answer.
 * @param what the thing waited for, as it reads after "Waited for"
 * @param look gives the thing, or undefined while it is not there
 * @param timeout in milliseconds
 * @returns what `look` gave
 * @throws when it is not there in time; an error that `look` threw last is the cause
 */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  timeout = 20_000,
): Promise<Value> {
  const deadline = Date.now() + timeout;
  let cause: unknown;
  while (Date.now() < deadline) {
    try {
      const value = await look();
      if (value !== undefined) return value;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(INTERVAL);
  }
  throw new Error(`Waited for ${what} for ${timeout} ms in vain.`, { cause });
}
