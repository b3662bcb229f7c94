/**
 * An app that lives in a zone and asks, as Angular does, in which zone each answer comes and
 * whether anything is still under way. Needs zone.js before it.
 */
import { offerClient, QUESTION, type ClientRun } from './client-page.ts';

/** Reads a reply without await, which zones cannot follow. */
function read({ address, signal, result }: ClientRun, zones: string[]): Promise<void> {
  const decoder = new TextDecoder();
  const body = JSON.stringify({ question: QUESTION });
  return fetch(`${address}/v1/chat/completions`, { method: 'POST', body, signal }).then(
    (response) => {
      zones.push(`in ${Zone.current.name}`);
      const reader = response.body?.getReader();
      const step = (): Promise<void> | undefined =>
        reader?.read().then(({ done, value }) => {
          zones.push(`in ${Zone.current.name}`);
          if (done) return undefined;
          result.text += decoder.decode(value, { stream: true });
          return step();
        });
      return step();
    },
  );
}

offerClient(async (run) => {
  const zones: string[] = [];
  const tasks: string[] = [];
  const zone = Zone.current.fork({
    name: 'app',
    onHasTask: (_parent, _current, _target, { change, microTask, macroTask }) => {
      tasks.push(`${change} ${microTask} ${macroTask}`);
    },
  });
  await zone.run(() => read(run, zones));
  // How often each came is the network's affair.
  run.result.notes = [...new Set([...zones, ...tasks])].toSorted();
});
