/**
 * Tells when the task that is running now is over. No platform interface says so; what comes closest is a
 * task that goes before all others: one of the highest priority, and a message to itself besides, for
 * browsers without priorities, and for hidden tabs, where tasks of all priorities may wait.
 */
import {
  NativeMessageChannel,
  addEventListenerTo,
  getOwnPropertyDescriptor,
  methodOf,
  portPost,
  portStart,
} from './primordials.ts';

type PostTask = (work: () => void) => void;

/** https://developer.mozilla.org/en-US/docs/Web/API/Scheduler/postTask */
function findPostTask(): PostTask | null {
  const scheduler: unknown = Reflect.get(globalThis, 'scheduler');
  if (typeof scheduler !== 'object' || scheduler === null) return null;
  const prototype = Reflect.getPrototypeOf(scheduler);
  if (prototype === null || getOwnPropertyDescriptor(prototype, 'postTask') === undefined)
    return null;
  const postTask: (self: object, work: () => void, options: object) => unknown = methodOf(
    prototype,
    'postTask',
  );
  const options = { __proto__: null, priority: 'user-blocking' };
  return (work) => void postTask(scheduler, work, options);
}

/** Makes a function that has `over` called once the task is over in which it is called. */
export function createTurnEnd(over: () => void): () => void {
  const postTask = findPostTask();
  // Taken now: a page that replaces the getter would get the channel, and could close it.
  const { port1, port2 } = new NativeMessageChannel();
  let isAwaited = false;

  function end(): void {
    isAwaited = false;
    over();
  }

  addEventListenerTo(port1, 'message', end);
  portStart(port1);
  return () => {
    if (isAwaited) return;
    isAwaited = true;
    postTask?.(end);
    portPost(port2, null, []);
  };
}
